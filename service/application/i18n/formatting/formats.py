"""Numbers, dates and times as a language writes them, alike in Python and in scripts (`shared/formats.js`).

Babel knows the Gregorian calendar only, and writes Latin digits; both are mended here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from babel import Locale
from babel.dates import TIMEDELTA_UNITS, format_date, format_time, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent, get_plus_sign_symbol
from babel.units import format_unit

from service.application.i18n.arguments import MIRRORED, digits, is_grouped, number
from service.application.i18n.formatting.solar_hijri import solar_hijri
from service.application.i18n.shortening import POP_ISOLATE

LEFT_TO_RIGHT_ISOLATE = "\u2066"
Form = Literal["short", "medium", "long", "full"]


class Calendar(StrEnum):
    """A calendar, with its name in BCP 47."""

    GREGORIAN = "gregory"
    SOLAR_HIJRI = "persian"


MONTHS = (
    *("فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور"),
    *("مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"),
)
AFGHAN_MONTHS = ("حمل", "ثور", "جوزا", "سرطان", "اسد", "سنبله", "میزان", "عقرب", "قوس", "جدی", "دلو", "حوت")
"""The months of the Solar Hijri calendar in Persian, in Iran and in Afghanistan (CLDR)."""
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
"""Stands before "AM" in CLDR; browsers write a space."""
UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
"""The units of durations, in seconds."""
JOINED: Mapping[str, str] = {"fa": "{day}، {time}"}
"""Date and time as browsers join them, where Babel has other signs between them."""


def calendar_of(language: str) -> Calendar:
    """The calendar of a language, unless the reader has chosen another one."""
    return Calendar.SOLAR_HIJRI if language == "fa" else Calendar.GREGORIAN


@dataclass(frozen=True, slots=True)
class Formats:
    """The formats of one language, calendar and time zone."""

    locale: Locale
    calendar: Calendar
    zone: tzinfo = UTC

    def number(self, value: float) -> str:
        """A number, with at most three decimals."""
        return number(value, self.locale)

    def numbers(self, values: Iterable[int]) -> str:
        """Several numbers, "1, 2, 3", with what the language puts between the first of a list."""
        return _between(self.locale).join(map(self.number, values))

    def digital(self, first: int, *rest: int) -> str:
        """Parts of a time of which all but the first have two digits: "3:07"."""
        return digits(":".join([str(first), *(f"{part:02}" for part in rest)]), self.locale)

    def digits(self, text: str) -> str:
        """A text, such as an hour or a rating, with the digits of the language."""
        return digits(text, self.locale)

    def formula(self, text: str) -> str:
        """A calculation such as `4 * 2 = 8`, which runs from left to right in every language."""
        return f"{LEFT_TO_RIGHT_ISOLATE}{text}{POP_ISOLATE}" if self.locale.language in MIRRORED else text

    def signed(self, value: float) -> str:
        """A number with its sign, also `+`; 0 has none."""
        plus = get_plus_sign_symbol(self.locale, numbering_system="default") if value > 0 else ""
        return plus + number(value, self.locale)

    def decimal(self, value: float, pattern: str) -> str:
        """A number by a pattern of CLDR, such as `0.0`."""
        text = format_decimal(
            value,
            pattern,
            self.locale,
            group_separator=is_grouped(value, self.locale),
            numbering_system="default",
        )
        return digits(text, self.locale)

    def percent(self, share: float, decimals: int = 0) -> str:
        """A share from 0 to 1 as a percentage with this many decimals."""
        digit = "0." + decimals * "0" if decimals else "0"
        pattern = self.locale.percent_formats[None].pattern.replace("#,##0", digit)
        text = format_percent(share, pattern, self.locale, numbering_system="default")
        signs = self.locale.number_symbols[self.locale.default_numbering_system]
        return digits(text, self.locale).replace("%", signs["percentSign"])

    def date(self, moment: date, form: Form = "medium") -> str:
        """The day, of a moment in this time zone."""
        day = moment.astimezone(self.zone).date() if isinstance(moment, datetime) else moment
        return _date(self.locale, self.calendar, day, form)

    def time(self, moment: datetime, form: Form = "short") -> str:
        """The time of day in this time zone."""
        text = format_time(moment, form, self.zone, self.locale)
        return digits(text.replace(NARROW_SPACE, " "), self.locale)

    def moment(self, moment: datetime) -> str:
        """Date and time in this time zone, without seconds."""
        joined = JOINED.get(self.locale.language)
        day, time = self.date(moment), self.time(moment)
        if joined:
            return joined.format(day=day, time=time)
        return str(self.locale.datetime_formats["medium"]).replace("{0}", time).replace("{1}", day)

    def duration(self, seconds: int, form: Literal["long", "short"] = "long") -> str:
        """A duration in whole units: "1 day, 3 hours", in short "1 day, 3 hr"; "0 seconds" for none.

        It is the text of `Intl.DurationFormat`, except for that of no time, which is empty there.
        """
        parts, rest = [], seconds
        for unit, size in UNITS:
            count, rest = divmod(rest, size)
            if count or (unit == "second" and not seconds):
                parts.append(format_unit(count, f"duration-{unit}", form, locale=self.locale))
        return digits(_together(parts, self.locale, "unit" if form == "long" else "unit-short"), self.locale)

    def away(self, distance: timedelta) -> str:
        """How far away a moment is, in whole units that have passed or are left: never more than are left."""
        seconds = abs(distance.total_seconds())
        size = next((size for _, size in TIMEDELTA_UNITS if seconds >= size), 1)
        whole = timedelta(seconds=seconds // size * size)
        signed = whole if distance > timedelta() else -whole
        return digits(
            format_timedelta(signed, threshold=1, add_direction=True, locale=self.locale), self.locale
        )


@lru_cache(maxsize=256)
def _between(locale: Locale) -> str:
    return format_list(["1", "2", "3"], locale=locale).partition("1")[2].partition("2")[0]


def _together(parts: Sequence[str], locale: Locale, style: str) -> str:
    """Parts in the list style of CLDR; Babel lacks patterns there that are those of any list."""
    known = locale.list_patterns
    own = [known[name] for name in (style, "unit", "unit-short") if name in known]
    patterns = {**known["standard"], **(own[0] if own else {})}
    if len(parts) < 3:
        return patterns["2"].format(*parts) if len(parts) == 2 else parts[0]
    text = patterns["start"].format(*parts[:2])
    for part in parts[2:-1]:
        text = patterns["middle"].format(text, part)
    return str(patterns["end"].format(text, parts[-1]))


@lru_cache(maxsize=4_096)
def _date(locale: Locale, calendar: Calendar, day: date, form: Form) -> str:
    if calendar is Calendar.SOLAR_HIJRI and locale.language == "fa":
        return digits(_solar_hijri(locale, day, form), locale)
    return digits(format_date(day, form, locale), locale)


def _solar_hijri(locale: Locale, day: date, form: Form) -> str:
    year, month, number_of_day = solar_hijri(day)
    if form == "short":
        return f"{year}/{month}/{number_of_day}"
    months = AFGHAN_MONTHS if locale.territory == "AF" else MONTHS
    text = f"{number_of_day} {months[month - 1]} {year}"
    return f"{format_date(day, 'EEEE', locale)} {text}" if form == "full" else text
