"""Order and pages of a player's games, on an in-memory log."""

from itertools import count
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.games import KEY, finish, seeded
from harness.store.fake_log import FakeEventLog
from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import GameId, derived_game_id
from replays.events.game_events import Options
from replays.match.aggregate import Match, Sitter, Status
from replays.match.randomness.seed_store import SeedStore
from service.application.games.lists import my_games
from service.application.games.lists.my_games import Page, PlayerGamesQuery, all_games, page_of, waits_for
from tests.sampling import examples

ANN, BOB = Sitter("ann", None), Sitter("bob", None)


def per_turn(seconds: int) -> ClockSpec:
    """A clock with this many seconds per turn."""
    return ClockSpec(TimeControl.PER_TURN, seconds, seconds, seconds)


class Site:
    """An in-memory log whose clock advances 1 ms with each change."""

    def __init__(self) -> None:
        clock = count(1)
        numbers = count(1)
        self.tables = Tables(
            FakeEventLog(), SeedStore(KEY), lambda: next(clock), lambda size: next(numbers).to_bytes(size)
        )
        self._names = map(str, count(1))

    def opened(self, clock: ClockSpec | None = None) -> Match:
        """Return a new table with Ann."""
        game = derived_game_id(next(self._names))
        table = NewTable(Rules(), 2, "ann", ANN, Options(clock=clock))
        return self.tables.create(game, table).after

    def begun(self, clock: ClockSpec | None = None) -> Match:
        """Return a new game of Ann and Bob."""
        return self.tables.join(self.opened(clock), BOB).after

    def waiting_for(self, player: str, clock: ClockSpec | None = None) -> Match:
        """Return a game in which it is this player's turn."""
        match = self.begun(clock)
        while not waits_for(match, player):
            assert match.game is not None
            assert match.game.mover is not None
            mover = match.sitters[match.game.mover].player
            move = Move(mover, legal_commands(match.game)[0], match.head.version)
            match = self.tables.move(match, move).after
        return match

    def over(self) -> Match:
        """Return a scored game."""
        return self.tables.settle(finish(self.tables, self.begun().id, seeded(1)))

    def page(self, wanted: PlayerGamesQuery) -> Page:
        """Return a page of the player's games."""
        return page_of(self.tables.log, self.tables.matches.readable, wanted)

    def pages(self, limit: int, status: Status | None = None, player: str = "ann") -> list[Page]:
        """Return all pages of the player's games."""
        pages = [
            page_of(
                self.tables.log, self.tables.matches.readable, PlayerGamesQuery(player, status, limit, None)
            )
        ]
        while pages[-1].next:
            pages.append(
                page_of(
                    self.tables.log,
                    self.tables.matches.readable,
                    PlayerGamesQuery(player, status, limit, pages[-1].next),
                )
            )
        return pages

    def listed(self, limit: int, status: Status | None = None, player: str = "ann") -> list[GameId]:
        """Return the player's games from all pages."""
        return [match.id for page in self.pages(limit, status, player) for match in page.matches]


def test_turns_come_first_then_running_games_then_finished_ones() -> None:
    """The player's turns, longest wait first; then other running games, latest first; then finished ones."""
    site = Site()
    over = [site.over().id, site.over().id]
    table = site.opened().id
    mine = [site.waiting_for("ann").id, site.waiting_for("ann").id]
    theirs = site.waiting_for("bob").id
    [page] = site.pages(50)
    assert [match.id for match in page.matches] == [*mine, theirs, table, *reversed(over)]
    assert [waits_for(match, "ann") for match in page.matches] == [True, True, *[False] * 4]
    bobs = site.listed(50, player="bob")
    assert bobs == [theirs, *reversed(mine), *reversed(over)]
    assert site.listed(50, player="cid") == []


def test_what_waits_is_in_the_order_of_deadlines() -> None:
    """The earliest deadline is first; games without a clock come last."""
    site = Site()
    late, none, early = (site.waiting_for("ann", clock).id for clock in (per_turn(9000), None, per_turn(60)))
    assert site.listed(50) == [early, late, none]


@pytest.mark.slow
@examples(30)
@given(
    kinds=st.lists(st.sampled_from(["opened", "begun", "over"]), max_size=8),
    limit=st.integers(1, 9),
    looked_at=st.integers(1, 4),
)
def test_the_pages_have_every_game_once(kinds: list[str], limit: int, looked_at: int) -> None:
    """No page exceeds the limit, and all games come even beyond those that are sorted."""
    site = Site()
    made = {getattr(site, kind)().id: kind for kind in kinds}
    with patch.object(my_games, "LOOKED_AT", looked_at):
        pages = site.pages(limit)
    listed = [match.id for page in pages for match in page.matches]
    assert sorted(listed) == sorted(made)
    assert all(len(page.matches) <= limit for page in pages)


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_only_games_with_the_given_status_are_listed(limit: int) -> None:
    """Only games with this status are listed."""
    site = Site()
    made = {
        Status.OPEN: [site.opened().id, site.opened().id],
        Status.ACTIVE: [site.waiting_for("bob").id, site.waiting_for("ann").id],
        Status.SCORED: [site.over().id, site.over().id],
    }
    for status, games in made.items():
        assert site.listed(limit, status) == games[::-1]
    assert site.listed(limit, Status.ABORTED) == []


@pytest.mark.parametrize(
    "cursor", ["x", "-1", "1_0", "\N{ARABIC-INDIC DIGIT ONE}", "1.x", ".", "1.5", "9" * 5000]
)
def test_a_cursor_that_no_page_gave(cursor: str) -> None:
    """Such a cursor is refused."""
    with pytest.raises(ValueError, match=r"."):
        Site().page(PlayerGamesQuery("ann", None, 10, cursor))


def test_the_list_is_complete_over_the_pages_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list is complete over any number of the log's pages."""
    monkeypatch.setattr(my_games, "EXPORT_PAGE", 2)
    site = Site()
    made = [site.opened().id for _ in range(5)]
    assert list(all_games(site.tables.log, "ann")) == made[::-1]
