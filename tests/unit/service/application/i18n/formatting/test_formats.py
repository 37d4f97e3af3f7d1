# ruff: noqa: RUF001 - Persian letters and digits are the subject
"""Dates, numbers and distances of a language; `tests/browser/pages/test_arguments.py` asks a browser."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from service.application.i18n.formatting.formats import Calendar
from service.application.i18n.formatting.solar_hijri import solar_hijri
from service.application.i18n.speaking import Language, open_language, present

MOMENT = datetime(2026, 11, 9, 22, 7, 8, tzinfo=UTC)
PERSIAN = open_language("fa")
GREGORIAN = PERSIAN.with_calendar(Calendar.GREGORIAN)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (open_language("en"), ("Nov 9, 2026", "Nov 9, 2026, 10:07 PM")),
        (PERSIAN, ("۱۸ آبان ۱۴۰۵", "۱۸ آبان ۱۴۰۵، ۲۲:۰۷")),
        (GREGORIAN, ("۹ نوامبر ۲۰۲۶", "۹ نوامبر ۲۰۲۶، ۲۲:۰۷")),
        (open_language("hu"), ("2026. nov. 9.", "2026. nov. 9. 22:07")),
    ],
    ids=lambda each: each.tag if isinstance(each, Language) else "",
)
def test_dates_are_of_the_language_and_calendar(language: Language, words: tuple[str, str]) -> None:
    """Persian has the Solar Hijri calendar, unless the reader wants the Gregorian one."""
    assert (language.format.date(MOMENT), language.format.moment(MOMENT)) == words


def test_a_day_is_that_of_the_time_zone() -> None:
    """In Tehran it is the next day already."""
    tehran = PERSIAN.format_in(ZoneInfo("Asia/Tehran"))
    assert tehran.date(MOMENT, "full") == "سه\u200cشنبه ۱۹ آبان ۱۴۰۵"
    assert tehran.time(MOMENT) == "۱:۳۷"


@pytest.mark.parametrize(
    ("day", "found"),
    [
        (date(1979, 2, 11), (1357, 11, 22)),
        (date(2025, 3, 20), (1403, 12, 30)),
        (date(2025, 3, 21), (1404, 1, 1)),
        (date(2026, 9, 22), (1405, 6, 31)),
    ],
)
def test_known_days_of_the_solar_hijri_calendar(day: date, found: tuple[int, int, int]) -> None:
    """The days of a revolution and of a leap year, and the last day of summer."""
    assert solar_hijri(day) == found


def test_the_tag_names_the_calendar_that_was_chosen() -> None:
    """So scripts, and parts of pages that are kept, have the reader's calendar."""
    assert [each.tag for each in (PERSIAN, GREGORIAN)] == ["fa", "fa-u-ca-gregory"]
    assert PERSIAN.with_calendar(Calendar.SOLAR_HIJRI).tag == "fa"
    assert GREGORIAN.of_region("AF").tag == "fa-AF-u-ca-gregory"


def test_a_list_of_numbers_runs_in_the_direction_of_the_language() -> None:
    """An isolate without letters runs from left to right, but for the mark between them (UAX 9, P2)."""
    assert PERSIAN.sequence([1, 2]) == "۱،\N{RIGHT-TO-LEFT MARK} ۲"


def test_numbers_have_the_digits_and_signs_of_the_language() -> None:
    """Also distances and shares; Hungarian groups from five digits on."""
    form = PERSIAN.format
    assert (form.number(1234), form.decimal(3.25, "0.0"), form.percent(0.45)) == ("۱٬۲۳۴", "۳٫۲", "۴۵٪")
    assert open_language("tr").format.percent(0.9487, decimals=1) == "%94,9"
    assert (form.signed(0), form.signed(3), present().format.signed(-3)) == ("۰", "\u200e+۳", "-3")
    assert PERSIAN.away(timedelta(days=3)) == "۳ روز دیگر"
    assert [open_language("hu").format.decimal(number, "#,##0") for number in (1234, 12_345)] == [
        "1234",
        "12\u00a0345",
    ]
