"""Every state is restored from the first state and the changes, byte for byte."""

from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.audit.json_patch import patched
from harness.games import play_out, seeded, tables_on
from harness.play.correspondence import played
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import FirstLine, Mode, Rules
from kingdomino.rules import GameKind as Kind
from replays.encoding.entries import Fault
from replays.encoding.identity import Version
from replays.projections.changes import changes
from replays.projections.replay import Replay, replay, replayed
from service.application.caches.rendered import fault_of, json_of, rendered_game
from tests.properties.log.test_correspondence import GAMES, Table, clocks, tables
from tests.properties.log.test_record import VALUES


def spelled(value: Any) -> bytes:
    """Return a text that differs wherever two JSON values do, also in the order of members."""
    return orjson.dumps(value)


@given(VALUES, VALUES)
def test_a_change_leads_from_one_value_to_the_other(before: Any, after: Any) -> None:
    """Changes turn any value into any other, do not modify `before`, and are empty for equal values."""
    text = spelled(before)
    assert spelled(patched(before, orjson.loads(spelled(changes(before, after))))) == spelled(after)
    assert spelled(before) == text
    assert changes(before, orjson.loads(text)) == []


@given(VALUES, VALUES)
def test_a_change_is_no_longer_than_its_value(before: Any, after: Any) -> None:
    """Changes are never longer than one operation that replaces the whole value."""
    whole = [{"op": "replace", "path": "", "value": after}]
    assert len(spelled(changes(before, after))) <= len(spelled(whole))


def check(found: Replay) -> None:
    """Assert that the changes of a game lead from its first state to all others."""
    names = {sitter.player: f"N {sitter.player}" for sitter in found.frames[-1].match.sitters}
    read = rendered_game(found, names)
    frames, steps = (orjson.loads(json_of(parts, read.fault)) for parts in (read.frames(), read.changes()))
    assert frames.pop("fault", None) == steps.pop("fault", None) == (read.fault and fault_of(read.fault))
    frames, [first, *rest] = frames["frames"], steps["frames"]
    assert first == frames[0]
    state = first["state"]
    for frame, step in zip(frames[1:], rest, strict=True):
        assert step.keys() == {"version", "event", "changes"}
        assert (step["version"], step["event"]) == (frame["version"], frame["event"])
        state = patched(state, step["changes"])
        assert spelled(state) == spelled(frame["state"])


RULES = [
    Rules(),
    Rules(first_line=FirstLine.SEATED, middle_kingdom=True, harmony=True),
    *(Rules(game=Kind.ORIGINS, mode=mode, harmony=True) for mode in Mode),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@settings(GAMES)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_all_states_of_a_game_are_restored(rules: Rules, players: int, seed: int) -> None:
    """All states of a game are restored, from the open table to the score."""
    log = tables_on(FakeEventLog())
    game = play_out(log, players, rules, seeded(seed))
    log.settle(game)
    check(replay(log.log, game))


@settings(GAMES)
@given(tables(st.none() | clocks()))
def test_a_game_by_correspondence(table: Table) -> None:
    """All states are restored with bots, plans, vacations, left seats, early ends and aborted games."""
    game, record, _ = played(*table)
    check(replayed(game, record))


@settings(GAMES)
@given(st.integers(1, 30), st.integers(0, 2**32))
def test_a_damaged_game(good: int, seed: int) -> None:
    """The readable states of a damaged game are restored, followed by its fault."""
    log = tables_on(FakeEventLog())
    game = play_out(log, 2, Rules(), seeded(seed))
    events = log.log.read(game)
    found = replayed(game, events[:good], Fault(Version(good + 1), "log/chain", "the hash is another one"))
    check(found)
