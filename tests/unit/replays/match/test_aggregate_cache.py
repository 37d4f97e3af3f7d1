"""Streams that are read together fold to the same aggregates as one by one."""

from collections.abc import Sequence

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from harness.store.records import games, later
from kingdomino.rules import Rules
from replays.commands.tables import NewTable
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Sitter
from replays.match.aggregate_cache import AT_ONCE
from replays.match.matches import Matches


class Asked(FakeEventLog):
    """A log that records the number of streams in each batch read."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def read_each(
        self, places: Sequence[tuple[GameId, int]], limit: int | None = None
    ) -> list[list[StoredEvent] | None]:
        """Return the events after each place."""
        self.sizes.append(len(places))
        return super().read_each(places, limit)


def opened(log: FakeEventLog, number: int) -> list[GameId]:
    """Open this many tables and return their ids."""
    tables = tables_on(log)
    return [tables.create(game, NewTable(Rules(), 2, "ann")).after.id for game in games(number)]


def test_a_list_is_read_in_few_round_trips() -> None:
    """The order is that of the request, with an empty cache and with a filled one."""
    log = Asked()
    wanted = opened(log, AT_ONCE + 3)
    for matches in (fresh := Matches(log), fresh):
        log.sizes.clear()
        assert [match.id for match in matches.readable(wanted)] == wanted
        assert log.sizes == [AT_ONCE, 3]


def test_what_is_not_looked_at_is_not_folded() -> None:
    """Streams beyond the batch of the last one requested are not read."""
    log = Asked()
    listed = Matches(log).readable(opened(log, 2 * AT_ONCE))
    for _ in range(AT_ONCE):
        next(listed)
    assert log.sizes == [AT_ONCE]


def test_what_was_read_ahead_is_not_read_again() -> None:
    """The order is that of the request, which reads the rest; a stream that is unknown is left out."""
    log = Asked()
    *wanted, unknown = [*opened(log, 5), games(6)[5]]
    matches = Matches(log)
    ahead = matches.read_ahead([wanted[3], unknown, wanted[1]])
    log.sizes.clear()
    assert [match.id for match in matches.readable([*wanted, unknown], ahead)] == wanted
    assert log.sizes == [3]


def test_a_list_has_what_others_did_meanwhile() -> None:
    """Cached matches are brought up to date; unknown or damaged ones are left out without hiding others."""
    log = FakeEventLog()
    one, damaged, unknown = (*opened(log, 2), games(3)[2])
    matches = Matches(log)
    assert [match.head.version for match in matches.readable([one, damaged])] == [1, 1]
    tables = tables_on(log)
    tables.join(tables.match(one), Sitter("bob", None))
    log.append(later(log, damaged))  # an event before the game has begun
    over = play_out(tables, 2, Rules(), seeded(1))
    found = list(matches.readable([over, unknown, damaged, one]))
    assert found == [Matches(log).current(over), Matches(log).current(one)]
    assert found[1].head.version == 2
