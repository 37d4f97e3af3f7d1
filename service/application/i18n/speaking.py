"""Translation: functions that mark texts for `pybabel extract`, and languages that translate them.

A text is translated into the current language, which is English unless `speaking` sets another one. The code
that handles a request, or writes a message to a player, sets the language; no other code depends on it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from datetime import timedelta, tzinfo
from functools import lru_cache
from pathlib import Path
from typing import cast

from babel import Locale
from babel.lists import format_list
from babel.localedata import exists
from babel.support import NullTranslations, Translations
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from service.application.i18n.arguments import filled, filled_braces, filled_html, shown
from service.application.i18n.formatting.formats import Calendar, Formats, calendar_of

CATALOGUES = Path(__file__).parent / "translations"
MOST = 200
"""Every plural category of every language has a number up to this one."""


class Text:
    """A lazy text: `str` translates it into the language that is current then."""

    __slots__ = ("context", "english", "values")

    def __init__(self, english: str, context: str | None = None, /, **values: object) -> None:
        self.english = english
        self.context = context
        self.values = values

    def __str__(self) -> str:
        return present().gettext(self.english, self.context, **self.values)

    def said(self, **values: object) -> str:
        """The translated text with these values for the placeholders `%(name)s`."""
        return present().gettext(self.english, self.context, **values)

    def told(self, **values: object) -> str:
        """The translated text of a script with these values for the placeholders `{name}`."""
        return filled_braces(str(self), values, present().locale)


@dataclass(frozen=True, slots=True)
class Plural:
    """A text that depends on `{count}`: the English singular and plural, and the context, if any."""

    one: str
    many: str
    context: str | None = None

    def told(self, **values: object) -> str:
        """The translated text for the value `count`, with these values for the placeholders `{name}`."""
        return present().counted(self, cast("int", values["count"]), **values)


Word = Text | Plural


@dataclass(frozen=True, slots=True)
class Language:
    """One language: the texts of its catalogue, and English for texts that it lacks.

    `chosen` is the calendar that the reader wants in place of the language's.
    `format` has the language's formats of numbers, dates and distances in time; times are in UTC. `samples`
    has the smallest number of each plural category.
    """

    locale: Locale
    catalogue: NullTranslations
    chosen: Calendar | None = None
    format: Formats = field(init=False)
    samples: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "format", Formats(self.locale, self.calendar))
        category = self.locale.plural_form
        object.__setattr__(self, "samples", {category(number): number for number in range(MOST, -1, -1)})

    def text(self, english: str, context: str | None = None) -> str:
        """The translated text as it stands in the catalogue."""
        found = self.catalogue
        return found.ugettext(english) if context is None else str(found.upgettext(context, english))

    def form(self, word: Plural, count: int) -> str:
        """The translated text for this count, as it stands in the catalogue."""
        if word.context is None:
            return self.catalogue.ungettext(word.one, word.many, count)
        return str(self.catalogue.unpgettext(word.context, word.one, word.many, count))

    def gettext(self, english: str, context: str | None = None, /, **values: object) -> str:
        """The translated text, with these values for the placeholders `%(name)s`."""
        spoken = (
            self.catalogue.ugettext(english)
            if context is None
            else str(self.catalogue.upgettext(context, english))
        )
        return filled(spoken, values, self.locale) if values else spoken

    def counted(self, word: Word, count: int, /, **values: object) -> str:
        """The translation of a plural word for this count, with these values for placeholders `{name}`."""
        if not isinstance(word, Plural):
            raise TypeError(f"not a plural: {word!r}")
        return filled_braces(self.form(word, count), {**values, "count": count}, self.locale)

    @property
    def tag(self) -> str:
        """The language tag of BCP 47, such as `en`, `en-GB`, or `fa-u-ca-gregory` with a chosen calendar."""
        name = str(self.locale).replace("_", "-")
        return name if self.chosen is None else f"{name}-u-ca-{self.chosen}"

    def of_region(self, territory: str) -> "Language":
        """The same texts with the dates of a region such as `GB`; unchanged for an unknown region."""
        name = f"{self.locale.language}_{territory}"
        return _language(self.catalogue, name, self.chosen) if exists(name) else self

    def listed(self, texts: Iterable[str]) -> str:
        """Several texts as one, "a, b and c", each with its own direction; empty for none."""
        return format_list([shown(text, self.locale) for text in texts], locale=self.locale)

    def sequence(self, values: Iterable[object], sign: str = ", ") -> str:
        """Several values one after another, "4, 9, 17"; "; " divides those that have commas of their own."""
        return self.text(sign, "pattern").join(shown(value, self.locale) for value in values)

    @property
    def calendar(self) -> Calendar:
        """The calendar of dates."""
        return self.chosen or calendar_of(self.locale.language)

    def format_in(self, zone: tzinfo) -> Formats:
        """The same with times in this time zone."""
        return Formats(self.locale, self.calendar, zone)

    def with_calendar(self, calendar: Calendar | None) -> "Language":
        """The same language with dates of this calendar; None stands for the language's own."""
        calendar = None if calendar is calendar_of(self.locale.language) else calendar
        return _language(self.catalogue, str(self.locale), calendar)

    def away(self, distance: timedelta) -> str:
        """How far away a moment is, in whole units that have passed or are left: never more than are left."""
        return self.format.away(distance)

    def word(self, word: Word) -> str | dict[str, str]:
        """The translation; for a plural word one for each category of `Intl.PluralRules`."""
        if not isinstance(word, Plural):
            return self.gettext(word.english, word.context, **word.values)
        return {category: self.form(word, number) for category, number in self.samples.items()}


def open_language(locale: str, catalogues: Path = CATALOGUES) -> Language:
    """Load the language with this name, such as `pl`; without a compiled catalogue its texts are English."""
    parsed = Locale.parse(locale)
    return Language(parsed, Translations.load(catalogues, [parsed]))


@lru_cache(maxsize=256)
def _language(catalogue: NullTranslations, name: str, chosen: Calendar | None) -> Language:
    return Language(Locale.parse(name), catalogue, chosen)


_present = ContextVar("language", default=open_language("en"))  # noqa: B039 - the default is immutable


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Set the current language of this context for the block."""
    token = _present.set(language)
    try:
        yield
    finally:
        _present.reset(token)


def begin_speaking(language: Language) -> Token[Language]:
    """Set the current language until `end_speaking`, for what is no block; a request changes it so."""
    return _present.set(language)


end_speaking: Callable[[Token[Language]], None] = _present.reset
"""Restore the language that was current before."""

present: Callable[[], Language] = _present.get
"""The current language."""


def gettext(text: str, /, **values: object) -> str:
    """The text in the current language, with these values for the placeholders `%(name)s`."""
    return present().gettext(text, **values)


def pgettext(context: str, text: str, /, **values: object) -> str:
    """The same for a text that is short or has another meaning elsewhere; translators see the context."""
    return present().gettext(text, context, **values)


def ngettext(one: str, many: str, num: int, /, **values: object) -> str:
    """The text for this number, which stands for the placeholder `%(num)s`, with these values for others."""
    language = present()
    return filled(language.form(Plural(one, many), num), {"num": num, **values}, language.locale)


def lazy_gettext(text: str, /, **values: object) -> Text:
    """A text that is translated when it is used."""
    return Text(text, **values)


def lazy_pgettext(context: str, text: str, /, **values: object) -> Text:
    """The same for a text with a context."""
    return Text(text, context, **values)


def plural(one: str, many: str) -> Plural:
    """A text for scripts that depends on `{count}`; this function's name marks it for extraction."""
    return Plural(one, many)


def pplural(context: str, one: str, many: str) -> Plural:
    """The same for a text with a context."""
    return Plural(one, many, context)


def install(environment: Environment) -> None:
    """Add `_`, `gettext`, `ngettext`, `pgettext` and `npgettext` in the current language to templates.

    The filter `number` shows a number as the language writes it, and `digits` a text with its digits.

    Where the template escapes, values are escaped and sentences are not; `%%` always gives `%`.
    """

    @pass_context
    def text(context: Context, english: str, /, **values: object) -> str:
        return _in_template(context, present().catalogue.ugettext(english), values)

    @pass_context
    def counted(context: Context, one: str, many: str, num: int, /, **values: object) -> str:
        return _in_template(context, present().form(Plural(one, many), num), {"num": num, **values})

    @pass_context
    def in_context(context: Context, about: str, english: str, /, **values: object) -> str:
        return _in_template(context, present().text(english, about), values)

    @pass_context
    def counted_in_context(
        context: Context, about: str, one: str, many: str, num: int, /, **values: object
    ) -> str:
        return _in_template(context, present().form(Plural(one, many, about), num), {"num": num, **values})

    environment.filters |= {"number": _number, "digits": _digits}
    environment.globals |= {
        "_": text,
        "gettext": text,
        "ngettext": counted,
        "pgettext": in_context,
        "npgettext": counted_in_context,
    }


@pass_context  # otherwise a filter of a constant keeps the language in which its template was compiled
def _number(_: Context, value: float) -> str:
    return present().format.number(value)


@pass_context
def _digits(_: Context, value: object) -> str:
    return present().format.digits(str(value))


def _in_template(context: Context, text: str, values: Mapping[str, object]) -> str:
    escapes = context.eval_ctx.autoescape
    if "%" in text:
        return (filled_html if escapes else filled)(text, values, present().locale)
    return Markup(text) if escapes else text  # noqa: S704 - a sentence of ours
