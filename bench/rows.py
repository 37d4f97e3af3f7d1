"""The printed rows; each compares a figure of ours with its limit or with another build, in the same run."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import median, quantiles
from time import perf_counter
from typing import Self

from bench.turns import rounds

Cells = dict[str, str | float | None]
"""The cells of a printed row by column."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure and, if there is one, its limit; `more` is true if more is better."""

    name: str
    unit: str
    ours: float
    limit: float | None
    more: bool

    @classmethod
    def rate(cls, name: str, unit: str, ours: float, limit: float | None = None) -> Self:
        """A figure for which more is better."""
        return cls(name, unit, ours, limit, more=True)

    @classmethod
    def time(cls, name: str, unit: str, ours: float, limit: float | None = None) -> Self:
        """A figure for which less is better."""
        return cls(name, unit, ours, limit, more=False)

    @property
    def cells(self) -> Cells:
        """The printed cells; `ratio` is 1 if ours equals the limit, and smaller the worse ours is."""
        cells: Cells = {"name": self.name, "unit": self.unit, "ours": self.ours}
        return {**cells, "limit": self.limit, "ratio": self._ratio(self.limit)}

    def beside(self, other: "Row") -> Cells:
        """The cells beside the same row of another build; `ratio` is above 1 if ours is better."""
        cells: Cells = {"name": self.name, "unit": self.unit, "ours": self.ours, "other": other.ours}
        return {**cells, "ratio": self._ratio(other.ours), "limit": self.limit, "other's limit": other.limit}

    def _ratio(self, other: float | None) -> float | None:
        if other is None:
            return None
        above, below = (self.ours, other) if self.more else (other, self.ours)
        return above / below if below else None


def in_turn(ours: Callable[[], Sequence[float]], limit: Callable[[], Sequence[float]]) -> tuple[float, float]:
    """The medians of the results of both, measured in turn, so that a busy machine affects both.

    Medians, not means, for the same reason.
    """
    first, second = zip(*((ours(), limit()) for _ in rounds()), strict=True)
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


def table(rows: Iterable[Cells]) -> str:
    """The cells of the rows as a table in columns, under their names."""
    found = list(rows)
    lines = [list(found[0]), *([_text(value) for value in row.values()] for row in found)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: list[str], widths: list[int]) -> str:
    """A line with words aligned left and numbers aligned right."""
    name, unit, *numbers = (
        cell.ljust(width) if place < 2 else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([name, unit, *numbers])


def _text(value: str | float | None) -> str:
    return "" if value is None else value if isinstance(value, str) else f"{value:,.2f}"
