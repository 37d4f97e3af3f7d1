"""A deadline explained line by line, so that it can be added up by hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from replays.clocks.fold import Clocks, SeatClock, deadline
from replays.clocks.running import Running
from replays.clocks.spec import ClockSpec, Policy

UNITS = (("d", 86_400), ("h", 3_600), ("min", 60))


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for a deadline: since when, in words, and by how many seconds it moves the deadline."""

    at: int
    text: str
    seconds: int


Part = tuple[int, str, int]
"""Since when, in words with `{}` for how long, and how many ms."""


def explained(clocks: Clocks) -> tuple[Line, ...]:
    """Why the deadline is what it is: the start of the turn, which the first line has, plus all lines.

    Moments are rounded down to seconds, and so the sum is exact; nothing where there is no deadline.
    """
    due = deadline(clocks)
    if due is None or clocks.seat is None:
        return ()
    own, running = clocks.seats[clocks.seat], clocks.running(clocks.seat)
    allotted = ((clocks.since, text, ms) for text, ms in _ALLOTTED[clocks.spec.policy](clocks.spec, own))
    parts = [*allotted, *sorted([*_paused(running, clocks.since, due), *_away(running, clocks.since, due)])]
    ends = accumulate((ms for _, _, ms in parts), initial=clocks.since)
    seconds = (end // 1000 - start // 1000 for start, end in pairwise(ends))
    return tuple(
        Line(at, text.format(duration(s)), s) for (at, text, _), s in zip(parts, seconds, strict=True)
    )


def duration(seconds: int) -> str:
    """A length of time in words.

    >>> duration(273_660), duration(0)
    ('3 d 4 h 1 min', '0 s')
    """
    words = []
    for unit, size in UNITS:
        count, seconds = divmod(seconds, size)
        words += [f"{count} {unit}"] * (count > 0)
    return " ".join([*words, f"{seconds} s"] if seconds or not words else words)


def _per_turn(_spec: ClockSpec, own: SeatClock) -> Iterator[tuple[str, int]]:
    yield "{} for this turn", own.left


def _fischer(spec: ClockSpec, own: SeatClock) -> Iterator[tuple[str, int]]:
    yield "{} left", own.left - own.added
    if own.added == spec.increment * 1000:
        yield "+ {} increment", own.added
    elif own.added:
        yield f"+ {{}} increment, up to the cap of {duration(spec.cap)}", own.added


def _bank(spec: ClockSpec, own: SeatClock) -> Iterator[tuple[str, int]]:
    yield f"{{}} left of {duration(spec.initial)}", own.left


_ALLOTTED: dict[Policy, Callable[[ClockSpec, SeatClock], Iterator[tuple[str, int]]]] = {
    Policy.PER_TURN: _per_turn,
    Policy.FISCHER: _fischer,
    Policy.BANK: _bank,
}
"""What a seat has for its turn, in words and ms."""


def _paused(running: Running, since: int, due: int) -> Iterator[Part]:
    """The pauses, all of one length together: there are many nights in a long turn."""
    starts: dict[int, list[int]] = {}
    for start, end in running.pauses(since, due):
        starts.setdefault(end - start, []).append(start)
    for length, all_starts in starts.items():
        times = len(all_starts)
        each = f", {times} times {duration(length // 1000)}" if times > 1 else ""
        yield all_starts[0], f"paused {{}}{each}", times * length


def _away(running: Running, since: int, due: int) -> Iterator[Part]:
    for away, back in running.absences:
        start, end = max(away, since), min(back, due)
        if start < end:
            yield start, "vacation {}", end - start
