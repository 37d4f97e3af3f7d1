"""Texts in a language: marks that `pybabel extract` finds, and the languages that speak what is marked.

A text is spoken in the language of the present work, which is English unless `speaking` says otherwise. What
serves a request, or writes to somebody, chooses it there; nothing else has to know.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from typing import Any

from babel import Locale
from babel.support import Format, NullTranslations, Translations
from jinja2 import Environment

CATALOGUES = Path(__file__).parents[1] / "translations"
MOST = 200
"""Up to here every plural category of any language has come."""


class Text:
    """A text that is spoken when it is needed, by `str`."""

    __slots__ = ("english", "values")

    def __init__(self, english: str, **values: object) -> None:
        self.english = english
        self.values = values

    def __str__(self) -> str:
        return present().text(self)


@dataclass(frozen=True, slots=True)
class Plural:
    """A text that depends on `{count}`: for one, and for many, as English has them."""

    one: str
    many: str


Word = Text | Plural


@dataclass(frozen=True, slots=True)
class Language:
    """One language: what its catalogue has, and else English.

    `samples` has the smallest number of each plural category.
    """

    locale: Locale
    catalogue: NullTranslations
    samples: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        category = self.locale.plural_form
        object.__setattr__(self, "samples", {category(number): number for number in range(MOST, -1, -1)})

    def gettext(self, text: str, **values: object) -> str:
        """The text, with these values in the places `%(name)s`."""
        spoken = self.catalogue.ugettext(text)
        return spoken % values if values else spoken

    def text(self, text: Text) -> str:
        """The same of a text that waited to be spoken."""
        return self.gettext(text.english, **text.values)

    def counted(self, word: Word, count: int, **values: object) -> str:
        """The text of a plural word for this count, with these values in the places `{name}`."""
        if not isinstance(word, Plural):
            raise TypeError(f"not a plural: {word!r}")
        return self.catalogue.ungettext(word.one, word.many, count).format(count=count, **values)

    @property
    def format(self) -> Format:
        """How it writes numbers, days and lengths of time; moments are in UTC."""
        return Format(self.locale, UTC)

    def word(self, word: Word) -> str | dict[str, str]:
        """The text; of a plural one for each category of `Intl.PluralRules`."""
        if not isinstance(word, Plural):
            return self.text(word)
        return {
            category: self.catalogue.ungettext(word.one, word.many, number)
            for category, number in self.samples.items()
        }


def open_language(locale: str, catalogues: Path = CATALOGUES) -> Language:
    """The language with this name, such as `pl`, by its compiled catalogue; without one it speaks English."""
    parsed = Locale.parse(locale)
    return Language(parsed, Translations.load(catalogues, [parsed]))


_present = ContextVar("language", default=open_language("en"))  # noqa: B039 - it never changes


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak this language meanwhile, in this thread."""
    token = _present.set(language)
    try:
        yield
    finally:
        _present.reset(token)


def present() -> Language:
    """The language that is spoken now."""
    return _present.get()


def gettext(text: str, **values: object) -> str:
    """The text in the present language, with these values in the places `%(name)s`."""
    return present().gettext(text, **values)


def lazy_gettext(text: str, **values: object) -> Text:
    """A text that waits to be spoken."""
    return Text(text, **values)


def plural(one: str, many: str) -> Plural:
    """A text for scripts that depends on `{count}`; its name marks it for extraction."""
    return Plural(one, many)


def install(environment: Environment) -> None:
    """Give templates `_`, `gettext` and `ngettext` in the present language; Jinja fills in the values."""

    def text(english: str) -> str:
        return present().catalogue.ugettext(english)

    def counted(one: str, many: str, count: int) -> str:
        return present().catalogue.ungettext(one, many, count)

    environment.add_extension("jinja2.ext.i18n")
    extended: Any = environment  # with what the extension adds, which has no types
    extended.install_gettext_callables(text, counted, newstyle=True)
