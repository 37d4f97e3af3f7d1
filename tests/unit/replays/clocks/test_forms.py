"""Valid clocks, and the errors for invalid ones."""

from typing import Any

import pytest

from replays.clocks.forms import CLOCK, OFFSETS
from replays.clocks.spec import ClockSpec, TimeControl

FISCHER = {"policy": "fischer", "initial": 259_200, "increment": 86_400, "cap": 604_800}
NIGHTS = {"timezone": "Europe/Berlin", "from": "22:00", "to": "07:00"}
WEEKENDS = {"timezone": "Asia/Kolkata", "weekdays": ["sat", "sun"]}


def paused(**pause: Any) -> dict[str, Any]:
    """A clock with a pause in Berlin."""
    return {"policy": "bank", "seconds": 86_400, "pause": {"timezone": "Europe/Berlin", **pause}}


@pytest.mark.parametrize(
    "clock",
    [
        {"policy": "none"},
        {"policy": "none", "pause": NIGHTS},
        {"policy": "per_turn", "seconds": 60},
        {"policy": "bank", "seconds": 7_776_000, "pause": WEEKENDS},
        FISCHER,
        {**FISCHER, "pause": {**NIGHTS, "weekdays": ["mon", "fri"]}},
        paused(**{"from": "00:00", "to": "23:00"}),
    ],
)
def test_a_clock_is_written_as_it_was_read(clock: dict[str, Any]) -> None:
    """Every policy round-trips, with each part of a pause; the last clock runs the minimum of 7 h a week."""
    assert CLOCK.write(CLOCK.read(clock)) == clock


def test_a_policy_is_three_lengths_of_time() -> None:
    """The three are the initial time, the increment and the cap, in seconds."""
    assert CLOCK.read({"policy": "none"}) == ClockSpec()
    assert CLOCK.read({"policy": "per_turn", "seconds": 90}) == ClockSpec(TimeControl.PER_TURN, 90, 90, 90)
    assert CLOCK.read({"policy": "bank", "seconds": 90}) == ClockSpec(TimeControl.BANK, 90, 0, 90)
    assert CLOCK.read(FISCHER) == ClockSpec(TimeControl.FISCHER, 259_200, 86_400, 604_800)


def test_one_pause_is_written_in_one_way() -> None:
    """Weekdays are sorted in the order of the week; an empty list is left out."""
    assert CLOCK.write(CLOCK.read(paused(weekdays=["sun", "mon"]))) == paused(weekdays=["mon", "sun"])
    hours = {"from": "22:00", "to": "07:00"}
    assert CLOCK.write(CLOCK.read(paused(weekdays=[], **hours))) == paused(**hours)


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (None, "None is no object with a policy"),
        ({}, "policy is missing: one of none, per_turn, fischer, bank$"),
        ({"seconds": 60}, "policy is missing: one of none, per_turn, fischer, bank$"),
        ({"policy": "blitz"}, "policy: 'blitz' is none of"),
        ({"policy": "none", "seconds": 60}, "exactly the keys policy: 'seconds' is unknown$"),
        ({"policy": "per_turn"}, "exactly the keys policy, seconds: seconds is missing$"),
        ({"policy": "per_turn", "seconds": 59}, "seconds: 59 is no whole number from 60 to 7776000"),
        ({"policy": "per_turn", "seconds": 60.0}, "seconds: 60.0 is no whole number"),
        ({"policy": "bank", "seconds": 7_776_001}, "seconds: 7776001 is no whole number"),
        ({"policy": "bank", "seconds": True}, "seconds: True is no whole number"),
        ({**FISCHER, "increment": 0}, "increment: 0 is no whole number from 1 to"),
        ({**FISCHER, "cap": 259_199}, "cap: 259199 is less than initial: it must be at least 259200"),
        ({**FISCHER, "pause": None}, "pause: not an object with no other keys than from, timezone, to, week"),
        ({**FISCHER, "pause": {}}, "pause: timezone is missing: a name such as Europe/Berlin"),
        (paused(), "pause: pauses nothing: give weekdays, or from and to, or all three"),
        (paused(weekdays=[]), "pause: pauses nothing"),
        (paused(weekdays=["sat", "sat"]), "pause: weekdays: one stands there twice"),
        (paused(weekdays=["Saturday"]), "pause: weekdays: 'Saturday' is none of mon, tue, wed"),
        (paused(**{"from": "22:00"}), "pause: from and to belong together"),
        (paused(**{"from": "22:00", "to": "22:00"}), "pause: from and to are the same"),
        (paused(**{"from": "22:00", "to": "24:00"}), "pause: to: '24:00' is no time from 00:00 to 23:59"),
        (paused(**{"from": "9:00", "to": "10:00"}), "pause: from: '9:00' is no time"),
        (paused(**{"from": "00:00", "to": "23:01"}), "pause: leaves 6 h 53 min a week, but at least 7 h"),
        (
            paused(weekdays=["mon", "tue", "wed", "thu", "fri", "sat", "sun"]),
            "pause: leaves 0 h 0 min a week",
        ),
        (
            {**FISCHER, "pause": {"timezone": "../passwd", "weekdays": ["sun"]}},
            "pause: timezone: '../passwd' is",
        ),
    ],
)
def test_what_cannot_be_agreed_on(clock: Any, text: str) -> None:
    """The error names the faulty member and what is allowed."""
    with pytest.raises(ValueError, match=f"^(not an object with )?{text}"):
        CLOCK.read(clock)


def test_offsets_in_the_record() -> None:
    """A table of offsets round-trips."""
    table = [[0, -34_200], [1_000, 86_399]]
    assert OFFSETS.read(table) == ((0, -34_200), (1_000, 86_399))
    assert OFFSETS.write(OFFSETS.read(table)) == table


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ({}, "is no array"),
        ([[0, 0, 0]], "is no UTC offset with its start"),
        ([[-1, 0]], "-1 is no whole number"),
        ([[0, 86_400]], "86400 is no whole number"),
        ([[5, 0], [5, 1]], "do not ascend"),
    ],
)
def test_offsets_that_are_none(table: Any, text: str) -> None:
    """An invalid table in a forged record is refused."""
    with pytest.raises(ValueError, match=text):
        OFFSETS.read(table)
