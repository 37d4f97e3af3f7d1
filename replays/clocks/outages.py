"""Outages: intervals whose time is nobody's, and the unions and differences of periods."""

from collections.abc import Iterable
from dataclasses import dataclass

from replays.clocks.week import MINUTE, Span

MOST_GRACE = 60 * MINUTE
"""The longest grace period in ms, also in a record."""

LEAST_GRACE = 10 * MINUTE
"""The grace period in ms after a short outage."""


@dataclass(frozen=True, slots=True)
class Standstill:
    """An outage from `start` to `end` (excluded), and the grace period in ms after it.

    No seat's time runs in either.
    """

    start: int
    end: int
    grace: int

    @property
    def span(self) -> Span:
        """The period in which no time runs."""
        return self.start, self.end + self.grace


def standstill(start: int, end: int) -> Standstill:
    """The outage in this interval, with a grace period as long as it, from 10 minutes up to an hour.

    >>> standstill(0, 30_000).grace, standstill(0, 1_800_000).grace, standstill(0, 86_400_000).grace
    (600000, 1800000, 3600000)
    """
    return Standstill(start, end, min(max(end - start, LEAST_GRACE), MOST_GRACE))


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The union of periods, in order and disjoint.

    >>> merged([(8, 9), (1, 3), (2, 5), (5, 6)])
    ((1, 6), (8, 9))
    """
    union: list[Span] = []
    for start, end in sorted(spans):
        before = union.pop() if union and start <= union[-1][1] else (start, end)
        union.append((before[0], max(before[1], end)))
    return tuple(union)


def without(spans: Iterable[Span], others: Iterable[Span]) -> tuple[Span, ...]:
    """The parts of periods that are in none of the others; both are in order and disjoint.

    >>> without([(0, 9)], [(1, 2), (4, 5)])
    ((0, 1), (2, 4), (5, 9))
    """
    rest = list(spans)
    for low, high in others:
        cut = [((start, min(end, low)), (max(start, high), end)) for start, end in rest]
        rest = [part for parts in cut for part in parts if part[0] < part[1]]
    return tuple(rest)
