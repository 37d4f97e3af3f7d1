"""What words are made with: marks that `pybabel extract` finds, and texts in the language of the request."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from babel import Locale
from flask_babel import get_locale, gettext, lazy_gettext, ngettext

__all__ = ["Plural", "Word", "gettext", "lazy_gettext", "ngettext", "plural", "spoken", "spoken_count"]

MOST = 200
"""Up to here every plural category of any language has come."""


@dataclass(frozen=True, slots=True)
class Plural:
    """A text that depends on `{count}`: for one, and for many, as English has them."""

    one: str
    many: str


Word = object
"""A lazy text, or a `Plural`."""


def plural(one: str, many: str) -> Plural:
    """A text for scripts that depends on `{count}`; its name marks it for extraction."""
    return Plural(one, many)


def spoken_count(word: Word, count: int) -> str:
    """The text of a plural word for this count."""
    if not isinstance(word, Plural):
        raise TypeError(f"not a plural: {word!r}")
    return str(ngettext(word.one, word.many, count)).format(count=count)


def spoken(word: Word) -> str | dict[str, str]:
    """The text in the language of the request; of a plural one for each category of `Intl.PluralRules`."""
    if not isinstance(word, Plural):
        return str(word)
    numbers = _samples(str(get_locale()))
    return {category: ngettext(word.one, word.many, number) for category, number in numbers.items()}


@cache
def _samples(locale: str) -> Mapping[str, int]:
    """For each plural category of the language the smallest number that has it."""
    category = Locale.parse(locale).plural_form
    return {category(number): number for number in range(MOST, -1, -1)}
