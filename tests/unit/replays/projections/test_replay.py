"""Replays: every version, the valid prefix of a damaged log, and the code of the first fault."""

import copy
from typing import Any

import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from harness.store.records import chained
from kingdomino.rules import Edition, FirstLine, Rules
from replays.commands.tables import Tables
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.match.aggregate import Match, Status, fold
from replays.projections.replay import replay, replayed

RULES = [Rules(edition, first) for edition in Edition for first in FirstLine]


def scored(players: int, rules: Rules, seed: int = 1) -> tuple[Tables, GameId]:
    """A game played to its end and scored."""
    tables = tables_on(FakeEventLog())
    game = play_out(tables, players, rules, seeded(seed))
    tables.settle(game)
    return tables, game


def changed(game: GameId, events: list[StoredEvent], index: int, **change: Any) -> list[StoredEvent]:
    """The events with members of one changed, and the hash chain recomputed."""
    records: list[dict[str, Any]] = [copy.deepcopy(dict(event.record)) for event in events]
    records[index] |= change
    return list(chained(Head.genesis(game), [canonical(record) for record in records]))


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.edition.value}-{rules.first_line.value}")
def test_every_frame_is_the_state_at_its_version(players: int, rules: Rules) -> None:
    """Each frame equals the fold of its prefix and the cached state at its version; the last is current."""
    tables, game = scored(players, rules)
    events = tables.log.read(game)
    frames = replay(tables.log, game).frames
    assert [frame.event for frame in frames] == events
    for version, frame in enumerate(frames, start=1):
        assert fold(game, events[:version]) == frame.match
        assert tables.matches.at(game, Version(version)) == frame.match
    assert frames[-1].match == tables.match(game)


def test_an_unknown_game_has_no_frames_and_no_fault() -> None:
    """An unknown game is not damaged."""
    nothing = replay(FakeEventLog(), GameId("00000000-0000-4000-8000-000000000000"))
    assert nothing.frames == ()
    assert nothing.fault is None


def first_of(events: list[StoredEvent], kind: str) -> int:
    """The index of the first event of a type."""
    return next(index for index, event in enumerate(events) if event.record["type"] == kind)


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        ("DominoPlaced", {"type": "DominoEaten"}, "log/unknown-type"),
        ("DominoPlaced", {"schema": 9}, "log/unknown-schema"),
        ("DominoPlaced", {"data": {}}, "log/data"),
        ("LineDealt", {"data": {"dominoes": [1, 2, 3, 4], "state_hash": "00" * 32}}, "log/drift"),
        ("GameStarted", {"type": "GameEnded"}, "log/impossible"),
        ("DominoPlaced", {"seat": 3}, "log/impossible"),
        (
            "DominoPlaced",
            {"data": {"domino": 1, "x": -24, "y": -24, "direction": "east"}},
            "log/impossible",
        ),
        ("GameCreated", {"type": "GameEnded", "schema": 1, "data": {}}, "log/impossible"),
    ],
)
def test_a_rechained_forgery_that_cannot_be_followed_is_named(
    kind: str, change: dict[str, Any], code: str
) -> None:
    """The frames end before the first event that is unreadable or impossible."""
    tables, game = scored(2, Rules())
    events = tables.log.read(game)
    index = first_of(events, kind)
    found = replayed(game, changed(game, events, index, **change))
    assert len(found.frames) == index
    assert found.fault is not None
    assert found.fault.code == code
    assert found.fault.version == index + 1


def test_a_changed_placement_is_found_by_the_next_state_hash() -> None:
    """A placement moved to another legal place is detected at the next line by the state hash."""
    tables, game = scored(2, Rules())
    events = tables.log.read(game)
    index = first_of(events, "DominoPlaced")
    data = dict(events[index].record["data"])
    data["x"], data["y"] = data["y"], data["x"]
    if data == events[index].record["data"]:
        data["x"] += 1
    found = replayed(game, changed(game, events, index, data=data))
    assert found.fault is not None
    assert found.fault.code in {"log/drift", "log/impossible"}


def test_the_statuses_of_a_game_follow_each_other() -> None:
    """Statuses are open, active, finished, scored, in this order; the turn version stays at the end."""
    tables, game = scored(2, Rules())
    matches: list[Match] = [frame.match for frame in replay(tables.log, game).frames]
    statuses = list(dict.fromkeys(match.status for match in matches))
    assert statuses == [Status.OPEN, Status.ACTIVE, Status.FINISHED, Status.SCORED]
    ended = next(match for match in matches if match.status is Status.FINISHED)
    assert matches[-1].turn_version == ended.head.version
