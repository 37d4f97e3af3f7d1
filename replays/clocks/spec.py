"""What the players of a game agreed on about time."""

from dataclasses import dataclass
from enum import Enum

LEAST_RUNNING = 7 * 60
"""Minutes that must run in every week, so that every deadline comes."""

DAY_MINUTES = 24 * 60


class TimeControl(Enum):
    """How a seat gets its time."""

    NONE = "none"
    PER_TURN = "per_turn"
    FISCHER = "fischer"
    BANK = "bank"


class Weekday(Enum):
    """A day of the week, in the order of ISO 8601."""

    MONDAY = "mon"
    TUESDAY = "tue"
    WEDNESDAY = "wed"
    THURSDAY = "thu"
    FRIDAY = "fri"
    SATURDAY = "sat"
    SUNDAY = "sun"


@dataclass(frozen=True, slots=True)
class Pause:
    """When no seat's time runs, by the wall clock of a time zone: on whole weekdays and at daily hours.

    `hours` are the minutes of the day from which and to which (excluded) it lasts, over midnight where the
    second is the smaller. Raises ValueError for a pause of nothing, and where less than `LEAST_RUNNING` runs.
    """

    timezone: str
    weekdays: tuple[Weekday, ...] = ()
    hours: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not self.weekdays and self.hours is None:
            raise ValueError("pauses nothing: give weekdays, or from and to, or all three")
        if len(set(self.weekdays)) < len(self.weekdays):
            raise ValueError("weekdays: one stands there twice")
        if self.hours and self.hours[0] == self.hours[1]:
            raise ValueError("from and to are the same: a pause of whole days is given as weekdays")
        running = (len(Weekday) - len(self.weekdays)) * (DAY_MINUTES - self.daily)
        if running < LEAST_RUNNING:
            least = f"at least {LEAST_RUNNING // 60} h a week must be left"
            raise ValueError(f"leaves {running // 60} h {running % 60} min a week, but {least}")

    @property
    def daily(self) -> int:
        """How many minutes of every day the hours take."""
        start, end = self.hours or (0, 0)
        return (end - start) % DAY_MINUTES


@dataclass(frozen=True, slots=True)
class ClockSpec:
    """A seat starts with `initial` seconds, and each finished turn adds `increment`, never above `cap`.

    With `per_turn` all three are the seconds of a turn, so each turn starts with them again; with `bank` the
    increment is 0, so what is used up is gone; with `none` they mean nothing. Raises ValueError for a cap
    below `initial`.
    """

    policy: TimeControl = TimeControl.NONE
    initial: int = 0
    increment: int = 0
    cap: int = 0
    pause: Pause | None = None

    def __post_init__(self) -> None:
        if self.cap < self.initial:
            raise ValueError(f"cap: {self.cap} is less than initial: it must be at least {self.initial}")

    @property
    def seconds(self) -> int:
        """What `per_turn` and `bank` give."""
        return self.initial
