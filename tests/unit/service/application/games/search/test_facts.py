"""The facts that the index takes from a game's record."""

import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import UNREADABLE, fold
from service.application.games.search.facts import Facts, facts_of


@pytest.mark.parametrize("kind", ["GameStarted", "GameScored"])
@pytest.mark.parametrize("at", [1e300, True, "today", None])
def test_times_that_are_none_are_told_of_the_game_alone(kind: str, at: object) -> None:
    """A wrong time is an error of this game only; in the index it would stop the projector for all games."""
    log = FakeEventLog()
    tables = tables_on(log)
    game = tables.settle(play_out(tables, 2, Rules(), seeded(1))).id
    events = list(log.read(game))
    assert _facts(game, events)
    place = next(place for place, event in enumerate(events) if event.record["type"] == kind)
    record = canonical({**events[place].record, "at": 0}).replace(b'"at":0', b'"at":' + _written(at))
    events[place] = StoredEvent(events[place].version, record, events[place].hash)
    with pytest.raises(UNREADABLE):
        _facts(game, events)


def _facts(game: GameId, events: list[StoredEvent]) -> Facts | None:
    """The game's facts as the projector computes them."""
    match = fold(game, events)
    return match and facts_of(match, events, is_public=True)


def _written(value: object) -> bytes:
    """The bytes as in a damaged record; canonical JSON has no fractions."""
    return b"1e300" if value == 1e300 else canonical(value)
