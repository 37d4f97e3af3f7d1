"""Vacations of one seat: the days that a player takes, and the automatic end.

Days are 24 h long, from the start of a vacation on. Each day that begins counts as a whole against the
allowance of the calendar year (UTC) in which it begins. If days were counted by the millisecond, 30 days
could cover every hour of a year that a long pause leaves, and no deadline would ever be reached.
"""

from collections import Counter
from datetime import UTC, datetime
from itertools import takewhile

from replays.clocks.week import DAY, Span

YEARLY_DAYS = 30
"""The vacation days of each seat in a calendar year."""

CALENDAR_DAYS = 146_097
"""The days of 400 years, after which the calendar repeats itself."""


def end(taken: tuple[Span, ...]) -> int:
    """The end of the last vacation; 0 if there was none."""
    return taken[-1][1] if taken else 0


def began(taken: tuple[Span, ...], at: int) -> tuple[Span, ...]:
    """The vacations with one more that lasts until the days are used up; unchanged without days left."""
    if at < end(taken):
        return taken
    spent = Counter({year(at): YEARLY_DAYS - days_left(taken, at)})
    last = at
    while spent[year(last)] < YEARLY_DAYS:
        spent[year(last)] += 1
        last += DAY
    return (*taken, (at, last)) if last > at else taken


def ended(taken: tuple[Span, ...], at: int) -> tuple[Span, ...]:
    """The vacations with the last one ending at this moment; unchanged if it has already ended.

    A vacation that ends at its start is removed and has used no day.
    """
    if at >= end(taken):
        return taken
    *before, (start, _) = taken
    return (*before, (start, at)) if at > start else tuple(before)


def days_left(taken: tuple[Span, ...], at: int) -> int:
    """The number of days of the year of `at` that no vacation has used so far.

    Only the vacations of that year are examined, the latest first.
    """
    begins, ends = _new_year(at), year_after(at)
    this_year = takewhile(lambda span: span[1] > begins, reversed(taken))
    spent = sum(begins <= day < ends and day <= at for span in this_year for day in range(*span, DAY))
    return YEARLY_DAYS - spent


def year_after(at: int) -> int:
    """The start of the calendar year after that of a moment, UTC.

    >>> year_after(0)
    31536000000
    """
    return _new_year(at, 1)


def _new_year(at: int, later: int = 0) -> int:
    """The start of the calendar year of a moment, or of one `later` years later, UTC."""
    cycles = at // DAY // CALENDAR_DAYS
    begins = datetime(year(at) - 400 * cycles + later, 1, 1, tzinfo=UTC)
    return cycles * CALENDAR_DAYS * DAY + int(begins.timestamp()) * 1000


def year(at: int) -> int:
    """The calendar year of a moment, UTC.

    >>> year(1_798_761_599_999), year(1_798_761_600_000)
    (2026, 2027)
    """
    cycles, day = divmod(at // DAY, CALENDAR_DAYS)
    return 400 * cycles + datetime.fromtimestamp(day * DAY // 1000, UTC).year
