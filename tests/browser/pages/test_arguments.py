# ruff: noqa: RUF001 - letters of other languages are the subject
"""Values in sentences: Python and the scripts of a page show the same in every language."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from babel import Locale
from playwright.sync_api import Page

from harness.browser.contexts import Contexts
from service.application.i18n.arguments import filled_braces
from service.application.i18n.formatting.collation import order
from service.application.i18n.formatting.formats import Calendar
from service.application.i18n.speaking import Language, open_language
from tests.browser.support.auditing import opened

LANGUAGES = ("en", "tr", "fa", "ko", "ja", "hu", "pl", "es", "it")
NUMBERS = (0, 7, 999, 1000, 1234, 9999, 10_000, 12_345, -3, -1234, 1.5, -0.25, 1_234_567.891)
NAMES = (
    "Ann",
    "Bob 7",
    "(Cem)",
    "김Kim",
    "علی",
    "علی1",
    "\u0645\u06cc\u200c\u0631\u0648\u0645",
    "עמית (x)",
    "Ξένος",
    "かな",
    "{name}",
    "%(name)s",
    "<b>",
    "$&",
)
EDGES = (0x58F, 0x590, 0x8FF, 0x900, 0xFB1C, 0xFB1D, 0xFDFF, 0xFE00, 0xFE70, 0xFEFF, 0xFF00)
FAR_EDGES = (0x107FF, 0x10800, 0x10FFF, 0x11000, 0x1E7FF, 0x1E800, 0x1EFFF, 0x1F000)
SENTENCE = "{name}: {number}!"

SHOWN = """async ({ lang, dir, sentence, values }) => {
    Object.assign(document.documentElement, { lang, dir });
    const { filled } = await import(`/static/shared/words.js`);
    return values.map((each) => filled(sentence, each));
}"""


@pytest.fixture(scope="module")
def page(contexts: Contexts, base_url: str) -> Iterator[Page]:
    """Give a page of the service, from which its modules can be imported."""
    with opened(contexts, base_url) as page:
        yield page


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_and_scripts_show_the_same(page: Page, language: str) -> None:
    """Numbers by their digits and groups, and names of any direction, which change nothing around them."""
    locale = Locale.parse(language)
    names = [*NAMES, *map(chr, EDGES), *map(chr, FAR_EDGES)]
    values = [{"name": name, "number": number} for name in names for number in NUMBERS]
    page.reload()  # the modules read the language of the page once
    asked = {"lang": language, "dir": locale.text_direction, "sentence": SENTENCE, "values": values}
    assert page.evaluate(SHOWN, asked) == [filled_braces(SENTENCE, each, locale) for each in values]


DATES = """async ([lang, dir, times, durations]) => {
    Object.assign(document.documentElement, { lang, dir });
    const form = await import("/static/shared/formats.js");
    const made = (options) => {
        const written = new Intl.DateTimeFormat(lang, options);
        return times.map((time) => written.format(time));
    };
    const percent = new Intl.NumberFormat(lang, { style: "percent" });
    const away = new Intl.RelativeTimeFormat(lang);
    return [
        made({ dateStyle: "short" }), times.map(form.day), made({ dateStyle: "long" }),
        made({ timeStyle: "short" }), times.map(form.moment),
        [0, 3, -3, 1234, 12345].map(form.signed),
        [0, 0.456, 1].map((share) => percent.format(share)),
        [5, -5].map((days) => away.format(days, "day")),
        [[], [1], [1, 2], [1, 2, 3, 1234]].map(form.numbers),
        [form.digital(0, 5), form.digital(12, 0, 59)],
        [form.digits("07:00"), form.digits(1534)],
        [form.formula("4 = 2 \\u00d7 2")],
        durations.flatMap((seconds) => [form.duration(seconds), form.duration(seconds, "short")]),
    ];
}"""
DAYS = [datetime(1990, 1, 1, 3, 4, tzinfo=UTC) + timedelta(days=37 * n, minutes=61 * n) for n in range(400)]
NEW_YEARS = [datetime(year, 3, day, 12, tzinfo=UTC) for year in range(1980, 2120) for day in (19, 20, 21, 22)]
DURATIONS = [0, 1, 45, 60, 3_600, 7_500, 86_400, 90_000, 90_060, 1_209_661]
EZAFE = "\N{ARABIC HAMZA ABOVE}"
"""Stands after some months in the Persian of browsers; CLDR 49, and so Babel, no longer has it."""
SPOKEN = [
    *[open_language(name) for name in ("en", "en_GB", "tr", "fa", "fa_AF", "ko", "ja", "hu")],
    open_language("fa").with_calendar(Calendar.GREGORIAN),
]


@pytest.mark.parametrize("language", SPOKEN, ids=lambda language: language.tag)
def test_python_and_scripts_write_the_same_dates(page: Page, language: Language) -> None:
    """Dates by the calendar of the language or of the reader's choice, times, signs, shares and distances."""
    form, days = language.format, [*DAYS, *NEW_YEARS]
    python = [
        [form.date(day, "short") for day in days],
        [form.date(day, "medium") for day in days],
        [form.date(day, "long") for day in days],
        [form.time(day) for day in days],
        [form.moment(day) for day in days],
        [form.signed(number) for number in (0, 3, -3, 1234, 12345)],
        [form.percent(share) for share in (0, 0.456, 1)],
        [form.away(timedelta(days=number)) for number in (5, -5)],
        [form.numbers(numbers) for numbers in ((), (1,), (1, 2), (1, 2, 3, 1234))],
        [form.digital(0, 5), form.digital(12, 0, 59)],
        [form.digits("07:00"), form.digits("1534")],
        [form.formula("4 = 2 \N{MULTIPLICATION SIGN} 2")],
        [text for seconds in DURATIONS for text in (form.duration(seconds), form.duration(seconds, "short"))],
    ]
    times = [day.timestamp() * 1000 for day in days]
    page.reload()  # the module reads the language of the page once
    browser = page.evaluate(DATES, [language.tag, language.locale.text_direction, times, DURATIONS])
    for ours, theirs in zip(python, browser, strict=True):
        assert ours == [text.replace(EZAFE, "") for text in theirs]


INTL = """([lang, durations]) => durations.flatMap((seconds) => {
    const [days, hours] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
    const parts = { days, hours, minutes: Math.floor((seconds % 3600) / 60), seconds: seconds % 60 };
    return ["long", "short"].map((style) => new Intl.DurationFormat(lang, { style }).format(parts));
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_durations_are_those_of_intl(page: Page, language: str) -> None:
    """Of `Intl.DurationFormat`, which the browser of the tests has; no time has no text there."""
    form, some = open_language(language).format, [seconds for seconds in DURATIONS if seconds]
    ours = [text for seconds in some for text in (form.duration(seconds), form.duration(seconds, "short"))]
    assert ours == page.evaluate(INTL, [language, some])


NAMED = {
    "tr": "9 Cem Çağla Işık Izzet İpek ipek ılgaz Ömer Osman Şule Sedat Ğ Ufuk Ümit",
    "hu": "Csaba Cecil Czakó Gyula Gábor Gizella Zsolt Zoltán Ödön Olga Őze Ottó Szilvia Sára Lyla Dzs Dóra",
    "fa": "پریا بابک آرش احمد چنگیز جواد ژاله زهرا کاوه قاسم گیتی یاسر هادی وحید Ann Bob علی",
    "ko": "김 이 박 최 강 Kim 가나 하늘 3",
    "ja": "さくら かな ガンマ カンマ はると Ann アキラ あおい",
    "en": "Zoë Zoe ann Bob Élan Eve cem 2 Øre Łodz",
}


@pytest.mark.parametrize("language", NAMED)
def test_names_have_the_order_of_the_browser(page: Page, language: str) -> None:
    """Each alphabet has its own order, and its own letters come first."""
    names = NAMED[language].split()
    sort = "([language, names]) => names.sort(new Intl.Collator(language).compare)"
    assert sorted(names, key=order(language)) == page.evaluate(sort, [language, names])
