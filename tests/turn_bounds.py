"""An upper bound for the length of a turn, which shows that every game with a clock ends."""

from itertools import pairwise

from replays.clocks.spec import ClockSpec, TimeControl
from replays.clocks.vacations import YEARLY_DAYS
from replays.clocks.week import DAY, WEEK, Week, week_of
from replays.clocks.zones import Offsets

YEAR = 365 * DAY


def longest(spec: ClockSpec, offsets: Offsets = (), vacation_days: int = YEARLY_DAYS) -> int | None:
    """An upper bound in ms from the start of any turn to its deadline; None if time has no limit.

    With `vacation_days` 0 it is the bound without vacations. The proof is in `docs/play/clocks.md`.
    """
    if spec.policy is TimeControl.NONE:
        return None
    week = week_of(spec.pause)
    shifts = sum(abs(after - before) for (_, before), (_, after) in pairwise(offsets)) * 1000
    need = spec.cap * 1000 + 2 * shifts
    yearly = vacation_days * min(DAY, week.running)
    bound, longer = 0, _within(week, need)
    while longer > bound:
        bound, longer = longer, _within(week, need + yearly * (longer // YEAR + 3))
    return bound


def _within(week: Week, need: int) -> int:
    """The longest time in ms until `need` ms have run, without vacations and with one UTC offset."""
    weeks, rest = divmod(need, week.running)
    return weeks * WEEK + rest + (WEEK - week.running)
