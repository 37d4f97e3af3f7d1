"""The running time of one seat: outside pauses, vacations and outages."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from replays.clocks.week import Span, Week
from replays.clocks.zones import Offsets

FOREVER = 2**63
"""Later than any moment."""


@dataclass(frozen=True, slots=True)
class Running:
    """A seat's running time, from the week of the pause, the zone's UTC offsets and the absences.

    Absences are the seat's vacations and the outages, in order and disjoint.

    A moment is paused if the local wall clock (UTC plus the offset of that moment) shows a time at which the
    week does not run. This also covers changes to and from daylight saving time.
    """

    week: Week
    offsets: Offsets = ()
    absences: tuple[Span, ...] = ()

    def measured(self, start: int, end: int) -> int:
        """The ms that run from `start` to `end`; 0 if `end` is not later."""
        return sum(
            self.week.run(high + offset) - self.week.run(low + offset)
            for low, high, offset in self._stretches(start, end)
        )

    def reached(self, start: int, need: int) -> int:
        """The first moment up to which `need` ms have run since `start`."""
        if need <= 0:
            return start
        for low, high, offset in self._stretches(start, FOREVER):
            before = self.week.run(low + offset)
            gained = self.week.run(high + offset) - before
            if need <= gained:
                return self.week.reached(before + need) - offset
            need -= gained
        raise AssertionError("the last stretch has no end")

    def pauses(self, start: int, end: int) -> list[Span]:
        """The pauses from `start` to `end`, without absences, in order and disjoint."""
        found: list[Span] = []
        for low, high, offset in self._stretches(start, end):
            for first, last in self.week.pauses(low + offset, high + offset):
                joined = bool(found) and found[-1][1] == first - offset
                begun = found.pop()[0] if joined else first - offset
                found.append((begun, last - offset))
        return found

    def _stretches(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """The parts without absence and with a constant UTC offset, each with that offset in ms."""
        table = self.offsets or ((0, 0),)
        starts = [*(since for since, _ in table), FOREVER]
        for begins, high in self._present(start, end):
            low, place = begins, max(0, bisect_right(starts, begins) - 1)
            while low < high:
                upto = min(high, starts[place + 1])
                yield low, upto, table[place][1] * 1000
                low, place = upto, place + 1

    def _present(self, start: int, end: int) -> Iterator[Span]:
        """The parts without absence, in order; absences before and after are skipped."""
        first = bisect_right(self.absences, start, key=itemgetter(1))
        for place in range(first, len(self.absences)):
            away, back = self.absences[place]
            if away >= end:
                break
            yield start, away
            start = max(start, back)
        yield start, end
