"""The week of a pause: the running parts of the local wall clock, counted in closed form."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from replays.clocks.spec import Pause, Weekday

MINUTE = 60_000
DAY = 86_400_000
WEEK = 7 * DAY
FIRST_MONDAY = 4 * DAY
"""The first Monday of 1970, which began on a Thursday."""

Span = tuple[int, int]
"""A period: its start and its end, which is excluded."""


@dataclass(frozen=True, slots=True)
class Week:
    """The spans in which time runs, in ms after Monday 00:00, in order and disjoint.

    A wall time is the local date and time, in ms as if it were UTC.
    """

    spans: tuple[Span, ...]

    @property
    def running(self) -> int:
        """The running ms of a week."""
        return sum([end - start for start, end in self.spans])

    def run(self, wall: int) -> int:
        """The ms that have run up to a wall time, counted from the first Monday; negative before that."""
        weeks, within = divmod(wall - FIRST_MONDAY, WEEK)
        begun = [min(within, end) - start for start, end in self.spans if start < within]
        return weeks * self.running + sum(begun)

    def reached(self, run: int) -> int:
        """The first wall time up to which `run` ms have run."""
        totals = list(accumulate([end - start for start, end in self.spans]))
        weeks, rest = divmod(run - 1, totals[-1])
        span = bisect_left(totals, rest + 1)
        return FIRST_MONDAY + weeks * WEEK + self.spans[span][1] - (totals[span] - rest - 1)

    def pauses(self, start: int, end: int) -> Iterator[Span]:
        """The pauses between two wall times, in order; a pause over Monday 00:00 is split in two."""
        borders = [0, *(border for span in self.spans for border in span), WEEK]
        monday = FIRST_MONDAY + (start - FIRST_MONDAY) // WEEK * WEEK
        for week in range(monday, end, WEEK):
            for low, high in zip(borders[::2], borders[1::2], strict=True):
                pause = max(start, week + low), min(end, week + high)
                if pause[0] < pause[1]:
                    yield pause


@lru_cache(maxsize=256)
def week_of(pause: Pause | None) -> Week:
    """The week in which time runs except on the pause's weekdays and in its hours."""
    daily = _daily(pause)
    paused = pause.weekdays if pause else ()
    running = (day * DAY for day, weekday in enumerate(Weekday) if weekday not in paused)
    return Week(tuple((day + start, day + end) for day in running for start, end in daily))


def _daily(pause: Pause | None) -> list[Span]:
    """The running spans of a day that is not paused as a whole."""
    start, end = (minutes * MINUTE for minutes in (pause and pause.hours) or (0, 0))
    spans = [(0, start), (end, DAY)] if start <= end else [(end, start)]
    return [span for span in spans if span[0] < span[1]]
