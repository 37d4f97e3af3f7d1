"""Explains a deadline line by line, so that it can be added up by hand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from replays.clocks.controls import CONTROLS
from replays.clocks.durations import duration
from replays.clocks.fold import Clocks, deadline
from replays.clocks.outages import without
from replays.clocks.running import Running
from replays.clocks.week import Span


@dataclass(frozen=True, slots=True)
class DeadlineLine:
    """A part of a deadline: its start, a phrase, and the seconds by which it moves the deadline."""

    at: int
    text: str
    seconds: int


Part = tuple[int, str, int]
"""The start of a part, a phrase with `{}` for its duration, and its ms."""


def explained(clocks: Clocks) -> tuple[DeadlineLine, ...]:
    """The lines that lead from the start of the turn (the start of the first line) to the deadline.

    Moments are rounded down to seconds, so the sum is exact; empty if there is no deadline.
    """
    due = deadline(clocks)
    if due is None or clocks.seat is None:
        return ()
    own, running = clocks.seats[clocks.seat], clocks.running(clocks.seat)
    allotted = CONTROLS[clocks.spec.policy].allotted(clocks.spec, own)
    given = ((clocks.since, text, ms) for text, ms in allotted)
    away, turn = without(clocks.still, own.vacations), (clocks.since, due)
    parts = [
        *given,
        *sorted(
            [
                *_paused(running, *turn),
                *_still("vacation {}", own.vacations, *turn),
                *_still("outage {}", away, *turn),
            ]
        ),
    ]
    ends = accumulate((ms for _, _, ms in parts), initial=clocks.since)
    seconds = (end // 1000 - start // 1000 for start, end in pairwise(ends))
    return tuple(
        DeadlineLine(at, text.format(duration(s)), s) for (at, text, _), s in zip(parts, seconds, strict=True)
    )


def _paused(running: Running, since: int, due: int) -> Iterator[Part]:
    """The pauses, with those of equal length in one line, because a long turn has many nights."""
    starts: dict[int, list[int]] = {}
    for start, end in running.pauses(since, due):
        starts.setdefault(end - start, []).append(start)
    for length, all_starts in starts.items():
        times = len(all_starts)
        each = f", {times} times {duration(length // 1000)}" if times > 1 else ""
        yield all_starts[0], f"paused {{}}{each}", times * length


def _still(text: str, spans: Iterable[Span], since: int, due: int) -> Iterator[Part]:
    """The periods in which the time of the seat stands still, as far as they are in the turn."""
    for first, last in spans:
        start, end = max(first, since), min(last, due)
        if start < end:
            yield start, text, end - start
