"""Cached states never belong to another log or other names."""

from dataclasses import replace

import orjson
import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.commands.tables import Tables
from replays.encoding.identity import GameId, Version
from replays.match.aggregate import Match
from replays.projections.view import state
from service.application.caches.states import States


def played() -> tuple[Tables, GameId]:
    """A finished game of four."""
    tables = tables_on(FakeEventLog())
    return tables, play_out(tables, 4, Rules(), seeded(1))


def read(text: bytes, match: Match, names: dict[str, str | None]) -> bool:
    """True if the text is the state of this match with these names."""
    return bool(orjson.loads(text) == orjson.loads(orjson.dumps(state(match, names))))


@pytest.mark.slow
def test_every_version_has_its_own_state() -> None:
    """States are right in both directions, even if the cache does not hold all of them."""
    tables, game = played()
    matches = [found for n in range(1, 40) if (found := tables.matches.at(game, Version(n)))]
    states = States(size=10)
    for match in [*matches, *reversed(matches)]:
        assert read(states.text(match, {}), match, {})


def test_a_renamed_and_an_erased_player() -> None:
    """The state has the current name, or none for an erased account."""
    tables, game = played()
    match, states = tables.match(game), States()
    for name in ("Ann", "Anna", None):
        names = {match.sitters[0].player: name}
        shown = orjson.loads(states.text(match, names))
        assert shown["players"][0]["name"] == name
        assert read(states.text(match, names), match, names)


def test_another_event_of_the_same_version() -> None:
    """After a fail-over a version may have another event: the hash distinguishes them."""
    tables, game = played()
    match, states = tables.match(game), States()
    states.text(match, {})
    other = match._replace(head=replace(match.head, hash="0" * 64), at=match.at + 1, agreed=(Seat(2),))
    assert read(states.text(other, {}), other, {})


def test_a_list_of_moves_is_computed_once_for_each_state() -> None:
    """Another state has its own."""
    tables, game = played()
    match, states, made = tables.match(game), States(), list[int]()

    def listed(match: Match) -> object:
        def make() -> object:
            made.append(match.head.version)
            return [match.head.version]

        return orjson.loads(states.moves(match, make))

    earlier = tables.matches.at(game, Version(3))
    assert earlier is not None
    for _ in range(2):
        assert listed(match) == [match.head.version]
        assert listed(earlier) == [3]
    assert made == [match.head.version, 3]


def test_actions_are_kept_for_each_player_and_state() -> None:
    """What one player may do is not another's, nor what it was before."""
    tables, game = played()
    match, states = tables.match(game), States()
    earlier = tables.matches.at(game, Version(3))
    assert earlier is not None
    made = list[tuple[int, str]]()

    def actions(match: Match, player: str) -> object:
        def make() -> object:
            made.append((match.head.version, player))
            return made[-1:]

        return orjson.loads(states.actions(match, player, make))

    for _ in range(2):
        for at, who in ((match, "Ann"), (earlier, "Ann"), (match, "Ben")):
            assert actions(at, who) == [[at.head.version, who]]
    assert len(made) == 3
