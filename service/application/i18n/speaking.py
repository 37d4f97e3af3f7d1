"""Translation: functions that mark texts for `pybabel extract`, and languages that translate them.

A text is translated into the current language, which is English unless `speaking` sets another one. The code
that handles a request, or writes a message to a player, sets the language; no other code depends on it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

from babel import Locale
from babel.dates import TIMEDELTA_UNITS
from babel.support import Format, NullTranslations, Translations
from jinja2 import Environment

CATALOGUES = Path(__file__).parent / "translations"
MOST = 200
"""Every plural category of every language has a number up to this one."""


class Text:
    """A lazy text: `str` translates it into the language that is current then."""

    __slots__ = ("english", "values")

    def __init__(self, english: str, **values: object) -> None:
        self.english = english
        self.values = values

    def __str__(self) -> str:
        return present().gettext(self.english, **self.values)

    def said(self, **values: object) -> str:
        """The translated text with these values for the placeholders `%(name)s`."""
        return present().gettext(self.english, **values)


@dataclass(frozen=True, slots=True)
class Plural:
    """A text that depends on `{count}`: the English singular and plural."""

    one: str
    many: str


Word = Text | Plural


@dataclass(frozen=True, slots=True)
class Language:
    """One language: the texts of its catalogue, and English for texts that it lacks.

    `samples` has the smallest number of each plural category.
    """

    locale: Locale
    catalogue: NullTranslations
    samples: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        category = self.locale.plural_form
        object.__setattr__(self, "samples", {category(number): number for number in range(MOST, -1, -1)})

    def gettext(self, text: str, **values: object) -> str:
        """The translated text, with these values for the placeholders `%(name)s`."""
        spoken = self.catalogue.ugettext(text)
        return spoken % values if values else spoken

    def counted(self, word: Word, count: int, **values: object) -> str:
        """The translation of a plural word for this count, with these values for placeholders `{name}`."""
        if not isinstance(word, Plural):
            raise TypeError(f"not a plural: {word!r}")
        return self.catalogue.ungettext(word.one, word.many, count).format(count=count, **values)

    @property
    def format(self) -> Format:
        """The language's formats of numbers, dates and durations; times are in UTC."""
        return Format(self.locale, UTC)

    def away(self, distance: timedelta) -> str:
        """How far away a moment is, in whole units that have passed or are left: never more than are left."""
        seconds = abs(distance.total_seconds())
        size = next((size for _, size in TIMEDELTA_UNITS if seconds >= size), 1)
        whole = timedelta(seconds=seconds // size * size)
        ahead = distance > timedelta()
        return self.format.timedelta(whole if ahead else -whole, threshold=1, add_direction=True)

    def word(self, word: Word) -> str | dict[str, str]:
        """The translation; for a plural word one for each category of `Intl.PluralRules`."""
        if not isinstance(word, Plural):
            return self.gettext(word.english, **word.values)
        return {
            category: self.catalogue.ungettext(word.one, word.many, number)
            for category, number in self.samples.items()
        }


def open_language(locale: str, catalogues: Path = CATALOGUES) -> Language:
    """Load the language with this name, such as `pl`; without a compiled catalogue its texts are English."""
    parsed = Locale.parse(locale)
    return Language(parsed, Translations.load(catalogues, [parsed]))


_present = ContextVar("language", default=open_language("en"))  # noqa: B039 - the default is immutable


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Set the current language of this context for the block."""
    token = _present.set(language)
    try:
        yield
    finally:
        _present.reset(token)


present: Callable[[], Language] = _present.get
"""The current language."""


def gettext(text: str, **values: object) -> str:
    """The text in the current language, with these values for the placeholders `%(name)s`."""
    return present().gettext(text, **values)


def lazy_gettext(text: str, **values: object) -> Text:
    """A text that is translated when it is used."""
    return Text(text, **values)


def plural(one: str, many: str) -> Plural:
    """A text for scripts that depends on `{count}`; this function's name marks it for extraction."""
    return Plural(one, many)


def install(environment: Environment) -> None:
    """Add `_`, `gettext` and `ngettext` in the current language to templates; Jinja fills in the values."""

    def text(english: str) -> str:
        return present().catalogue.ugettext(english)

    def counted(one: str, many: str, count: int) -> str:
        return present().catalogue.ungettext(one, many, count)

    environment.add_extension("jinja2.ext.i18n")
    extended: Any = environment  # the extension's methods have no types
    extended.install_gettext_callables(text, counted, newstyle=True)
