"""The Solar Hijri calendar of Iran and Afghanistan, as browsers compute it (`Intl`, calendar `persian`).

In 33 years 8 are leap years. This agrees with the official calendar, which follows the equinox in Tehran,
from 1799 to 2123.
"""

from datetime import date
from typing import NamedTuple

_BEFORE = date(622, 3, 21).toordinal()
"""The day before the first one by this rule, as an ordinal of the Gregorian calendar."""
_DAYS = (0, 31, 62, 93, 124, 155, 186, 216, 246, 276, 306, 336)
"""The days of a year before each month."""


class SolarHijri(NamedTuple):
    """A day: year, month from 1 to 12, and day of the month."""

    year: int
    month: int
    day: int


def solar_hijri(day: date) -> SolarHijri:
    """The day in the Solar Hijri calendar.

    >>> solar_hijri(date(2026, 3, 21)), solar_hijri(date(2025, 3, 20))
    (SolarHijri(year=1405, month=1, day=1), SolarHijri(year=1403, month=12, day=30))
    """
    passed = day.toordinal() - _BEFORE
    year = 1 + (33 * passed + 3) // 12_053
    rest = passed - (365 * (year - 1) + (8 * year + 21) // 33)
    month = next(number for number in range(12, 0, -1) if rest >= _DAYS[number - 1])
    return SolarHijri(year, month, rest - _DAYS[month - 1] + 1)
