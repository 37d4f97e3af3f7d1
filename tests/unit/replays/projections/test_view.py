"""Cached parts of the public state equal newly computed ones."""

from typing import Any

import orjson
import pytest

from harness.games import play_out, seeded, tables_on
from harness.play.correspondence import Correspondence
from harness.store.fake_log import FakeEventLog
from kingdomino.board.numbers import Seat
from kingdomino.rules import GameKind, Mode, Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.events.game_events import Options
from replays.projections import view
from replays.projections.replay import replay

DAY_SECONDS = 86_400
PER_TURN = ClockSpec(TimeControl.PER_TURN, DAY_SECONDS, DAY_SECONDS, DAY_SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [Rules(middle_kingdom=True, harmony=True), Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM)],
    ids=["base", "totem"],
)
def test_kept_kingdoms(rules: Rules) -> None:
    """At every version, in both directions: a totem that changes hands changes another kingdom's points."""
    log = FakeEventLog()
    game = play_out(tables_on(log), 3, rules, seeded(3))
    matches = [frame.match for frame in replay(log, game).frames]
    for match in [*matches, *reversed(matches)]:
        if match.game:
            anew = [view.kingdom_of(match.game, Seat(seat)) for seat in range(3)]
            assert view.state(match, {})["kingdoms"] == anew


@pytest.mark.slow
@pytest.mark.parametrize("kingdoms", [view.SHOWN, view.WRITTEN], ids=["objects", "JSON"])
@pytest.mark.parametrize("clock", [None, PER_TURN], ids=["no clock", "clock"])
def test_the_states_of_one_game(kingdoms: view.KingdomCache[Any], clock: ClockSpec | None) -> None:
    """States built one after the other equal those built alone, whoever leaves or joins."""
    table = Correspondence(seed=5, players=3, options=Options(clock=clock))
    table.fill(None, None)
    gone = 1 if table.match.mover != 1 else 2
    table.attendance.resign(table.match, f"player-{gone}")
    table.attendance.take_over(table.match, "visitor", gone)
    table.finish()
    matches = [frame.match for frame in replay(table.log, table.game).frames]
    names = {"player-0": "Ann", "player-1": None, "player-2": None, "visitor": "Eve"}
    shown = view.View(matches[-1], names, kingdoms)
    for match in matches:
        assert orjson.dumps(shown.state(match)) == orjson.dumps(view.state(match, names))


@pytest.mark.slow
@pytest.mark.parametrize("pause", [0, 1_000], ids=["in one moment", "one after the other"])
@pytest.mark.parametrize("ends", [True, False], ids=["ended by the player", "during the end"])
def test_vacations_in_the_states_of_one_game(pause: int, ends: bool) -> None:  # noqa: FBT001
    """A vacation is shown from its event until its end or the game's end, whatever the time between them."""
    table = Correspondence(seed=4, players=2, options=Options(clock=PER_TURN))
    table.fill(None)
    table.moves(3)
    table.attendance.begin_vacation(table.match, "player-0")
    table.wait(pause)
    if ends:
        table.attendance.end_vacation(table.match, "player-0")
    else:
        table.attendance.resign(table.match, "player-1")
    table.finish()
    matches = [frame.match for frame in replay(table.log, table.game).frames]
    shown = view.View(matches[-1], {}, view.SHOWN)
    states = [shown.state(match) for match in matches]
    assert states == [view.state(match, {}) for match in matches]
    assert any("vacation" in player for state in states for player in state["players"])
    assert not any("vacation" in player for player in states[-1]["players"])


@pytest.mark.slow
def test_few_kingdoms_are_kept() -> None:
    """With more kingdoms than the cache holds, each is still shown correctly."""
    log = FakeEventLog()
    game = play_out(tables_on(log), 4, Rules(), seeded(4))
    kept = view.KingdomCache(view.kingdom_of, size=5)
    for frame in replay(log, game).frames:
        for seat in map(Seat, range(4)):
            if frame.match.game:
                assert kept.of(frame.match.game, seat) == view.kingdom_of(frame.match.game, seat)
                assert len(kept._kept) <= 5
