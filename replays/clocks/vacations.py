"""Vacations of one seat: days that a player takes, and when they end by themselves.

Days are 24 h from the start of a vacation on, and each that begins is taken as a whole from the allowance of
the calendar year (UTC) in which it begins. Taken by the millisecond, 30 days could stop every hour of a year
that a long pause leaves, and no deadline would come.
"""

from collections import Counter
from datetime import UTC, datetime
from itertools import takewhile

from replays.clocks.week import DAY, Span

YEARLY_DAYS = 30
"""How many days of vacation each seat has in a calendar year."""

CALENDAR_DAYS = 146_097
"""The calendar repeats itself after 400 years."""


def end(taken: tuple[Span, ...]) -> int:
    """When the last vacation ends; 0 where there was none."""
    return taken[-1][1] if taken else 0


def began(taken: tuple[Span, ...], at: int) -> tuple[Span, ...]:
    """The vacations with one more, up to where the days are used up; the same without days."""
    if at < end(taken):
        return taken
    spent = Counter({year(at): YEARLY_DAYS - days_left(taken, at)})
    last = at
    while spent[year(last)] < YEARLY_DAYS:
        spent[year(last)] += 1
        last += DAY
    return (*taken, (at, last)) if last > at else taken


def ended(taken: tuple[Span, ...], at: int) -> tuple[Span, ...]:
    """The vacations, the last of which ends at this moment; unchanged where it has ended already.

    One that ends when it began was none, and has taken no day.
    """
    if at >= end(taken):
        return taken
    *before, (start, _) = taken
    return (*before, (start, at)) if at > start else tuple(before)


def days_left(taken: tuple[Span, ...], at: int) -> int:
    """How many days of the year of `at` no vacation has taken so far.

    Only the vacations of that year are looked at, the latest first.
    """
    begins, ends = _new_year(at), year_after(at)
    this_year = takewhile(lambda span: span[1] > begins, reversed(taken))
    spent = sum(begins <= day < ends and day <= at for span in this_year for day in range(*span, DAY))
    return YEARLY_DAYS - spent


def year_after(at: int) -> int:
    """When the calendar year after that of a moment begins, UTC.

    >>> year_after(0)
    31536000000
    """
    return _new_year(at, 1)


def _new_year(at: int, later: int = 0) -> int:
    """When the calendar year of a moment begins, or one so many years later, UTC."""
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
