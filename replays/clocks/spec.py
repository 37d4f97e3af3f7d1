"""The clock options of a table."""

from dataclasses import dataclass
from enum import Enum

LEAST_RUNNING = 7 * 60
"""The minimum number of minutes that must run in every week, so that every deadline is reached."""

DAY_MINUTES = 24 * 60


class TimeControl(Enum):
    """A time control: the rule by which a seat gets its time."""

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
    """A period in which no seat's time runs, by the wall clock of a zone: whole weekdays and daily hours.

    `hours` are the minutes of the day at its start and its end (excluded), over midnight if the second is the
    smaller. Raises ValueError for an empty pause, and if less than `LEAST_RUNNING` runs.
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
        """The number of minutes of the daily hours; 0 without them."""
        start, end = self.hours or (0, 0)
        return (end - start) % DAY_MINUTES


@dataclass(frozen=True, slots=True)
class ClockSpec:
    """The clock of a table: a seat starts with `initial` seconds; each turn adds `increment`, up to `cap`.

    With `per_turn` all three are the seconds of a turn, so each turn starts with them again; with `bank` the
    increment is 0, so used time is lost; with `none` they mean nothing. Raises ValueError for a cap below
    `initial`.
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
        """The field `seconds` of `per_turn` and `bank`."""
        return self.initial
