"""The printed rows; each compares a figure of ours with the limit measured in the same run."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import chain
from statistics import median, quantiles
from time import perf_counter
from typing import Self

ROUNDS = 5
"""The number of rounds in which ours and the limit are measured in turn, so that a busy machine affects both.

The printed value is the median of all measurements, not the mean, for the same reason.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure; `ratio` is 1 if ours equals the limit, and smaller the worse ours is."""

    name: str
    unit: str
    ours: float
    limit: float
    ratio: float

    @classmethod
    def rate(cls, name: str, unit: str, ours: float, limit: float) -> Self:
        """A figure for which more is better."""
        return cls(name, unit, ours, limit, ours / limit)

    @classmethod
    def time(cls, name: str, unit: str, ours: float, limit: float) -> Self:
        """A figure for which less is better."""
        return cls(name, unit, ours, limit, limit / ours)


def in_turn(ours: Callable[[], Sequence[float]], limit: Callable[[], Sequence[float]]) -> tuple[float, float]:
    """The medians of the results of both, measured in turn."""
    rounds = [(ours(), limit()) for _ in range(ROUNDS)]
    first, second = zip(*rounds, strict=True)
    return median(chain.from_iterable(first)), median(chain.from_iterable(second))


def p99(seconds: Sequence[float]) -> float:
    """The 99th percentile."""
    return quantiles(seconds, n=100, method="inclusive")[98]


def times(count: int, work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> list[float]:
    """The seconds of each of `count` runs; with a CPU clock, other processes do not count."""
    return [seconds(work, clock) for _ in range(count)]


def seconds(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """The seconds of one run."""
    begun = clock()
    work()
    return clock() - begun


def table(rows: Iterable[Row]) -> str:
    """The rows as a table in columns, under the names of the fields."""
    lines = [[field.name for field in fields(Row)]]
    lines += [[_text(value) for value in astuple(row)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: list[str], widths: list[int]) -> str:
    """A line with words aligned left and numbers aligned right."""
    name, unit, *numbers = (
        cell.ljust(width) if place < 2 else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([name, unit, *numbers])


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:,.2f}"
