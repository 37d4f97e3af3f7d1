"""States that are kept are never those of another log or of other names."""

from dataclasses import replace

import orjson

from harness.games import play_out, seeded, tables_on
from harness.store.memory_log import MemoryEventLog
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.commands.tables import Tables
from replays.encoding.identity import GameId, Version
from replays.match.aggregate import Match
from replays.projections.view import state
from service.caches.states import States


def played() -> tuple[Tables, GameId]:
    """A game of four that is finished."""
    tables = tables_on(MemoryEventLog())
    return tables, play_out(tables, 4, Rules(), seeded(1))


def read(text: bytes, match: Match, names: dict[str, str | None]) -> bool:
    """Whether the text is the state of this match with these names."""
    return bool(orjson.loads(text) == orjson.loads(orjson.dumps(state(match, names))))


def test_every_version_has_its_own_state() -> None:
    """Whatever was shown before it, forwards and backwards, also where not all of them can be kept."""
    tables, game = played()
    matches = [found for n in range(1, 40) if (found := tables.matches.at(game, Version(n)))]
    states = States(size=10)
    for match in [*matches, *reversed(matches)]:
        assert read(states.text(match, {}), match, {})


def test_a_renamed_and_an_erased_player() -> None:
    """The state has the present name, and none for who is erased."""
    tables, game = played()
    match, states = tables.match(game), States()
    for name in ("Ann", "Anna", None):
        names = {match.sitters[0].player: name}
        shown = orjson.loads(states.text(match, names))
        assert shown["players"][0]["name"] == name
        assert read(states.text(match, names), match, names)


def test_another_event_of_the_same_version() -> None:
    """After a fail-over the version can name another event: the hash tells them apart."""
    tables, game = played()
    match, states = tables.match(game), States()
    states.text(match, {})
    other = match._replace(head=replace(match.head, hash="0" * 64), at=match.at + 1, agreed=(Seat(2),))
    assert read(states.text(other, {}), other, {})
