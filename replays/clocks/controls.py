"""The registry of time controls: their options, their clocks, and the explanation of a turn's time."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from replays.clocks.durations import duration
from replays.clocks.fold import SeatClock
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.forms import Form, integer

DAY = 86_400
TIME_LIMIT = integer(60, 90 * DAY)
INCREMENT = integer(1, 90 * DAY)


class Control(NamedTuple):
    """A time control.

    `fields` are the fields of its JSON form besides `policy` and `pause`, in whole seconds. `made` creates
    the clock from them; the clock has attributes with their names. `allotted` yields the parts of a seat's
    time for its turn, each a phrase with `{}` for the duration, and ms. `once` is true if used time is lost
    for the whole game.
    """

    fields: dict[str, Form[Any]]
    made: Callable[..., ClockSpec]
    allotted: Callable[[ClockSpec, SeatClock], Iterator[tuple[str, int]]]
    once: bool = False


def _unlimited(_spec: ClockSpec, _own: SeatClock) -> Iterator[tuple[str, int]]:
    yield from ()


def _fresh(policy: TimeControl, seconds: int, **pause: Any) -> ClockSpec:
    return ClockSpec(policy, seconds, seconds, seconds, **pause)


def _of_this_turn(_spec: ClockSpec, own: SeatClock) -> Iterator[tuple[str, int]]:
    yield "{} for this turn", own.left


def _with_increment(spec: ClockSpec, own: SeatClock) -> Iterator[tuple[str, int]]:
    yield "{} left", own.left - own.added
    if own.added == spec.increment * 1000:
        yield "+ {} increment", own.added
    elif own.added:
        yield f"+ {{}} increment, up to the cap of {duration(spec.cap)}", own.added


def _whole(policy: TimeControl, seconds: int, **pause: Any) -> ClockSpec:
    return ClockSpec(policy, seconds, 0, seconds, **pause)


def _of_the_whole(spec: ClockSpec, own: SeatClock) -> Iterator[tuple[str, int]]:
    yield f"{{}} left of {duration(spec.initial)}", own.left


CONTROLS = {
    TimeControl.NONE: Control({}, ClockSpec, _unlimited),
    TimeControl.PER_TURN: Control({"seconds": TIME_LIMIT}, _fresh, _of_this_turn),
    TimeControl.FISCHER: Control(
        {"initial": TIME_LIMIT, "increment": INCREMENT, "cap": TIME_LIMIT}, ClockSpec, _with_increment
    ),
    TimeControl.BANK: Control({"seconds": TIME_LIMIT}, _whole, _of_the_whole, once=True),
}
"""Every time control."""
