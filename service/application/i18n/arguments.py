"""Values in sentences, shown alike by Python and by scripts (`static/shared/words.js`).

A number has the digits and groups of the language. A text, such as a name, is an isolate where its letters
or the sentence run from right to left, so that it changes nothing around it. What a template has marked as
HTML stays as it is. Sentences of Python have placeholders `%(name)s`, those of scripts `{name}`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from babel import Locale
from babel.numbers import format_decimal, get_minus_sign_symbol
from markupsafe import Markup, escape

from service.application.i18n.shortening import RIGHT_TO_LEFT, isolated

OF_PYTHON = re.compile(r"%\((\w+)\)[sd]|%%")
OF_SCRIPTS = re.compile(r"\{(\w+)\}")

GROUPED_FROM = {"es": 10_000, "hu": 10_000, "it": 10_000, "pl": 10_000}
"""The first number whose digits are grouped, where it is not 1,000 (CLDR); Babel groups all of them."""
UNGROUPED = 1_000
"""No language groups the digits of a number below this one."""
DIGITS = {"arab": "٠١٢٣٤٥٦٧٨٩", "arabext": "۰۱۲۳۴۵۶۷۸۹"}
"""The digits of languages that have their own, by numbering system; Babel writes Latin ones instead."""

MIRRORED = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
"""The languages that are usually written from right to left."""

Values = Mapping[str, object]


def shown(value: object, locale: Locale) -> str:
    """A value as a sentence in this language shows it; raises TypeError for a boolean, which has no words.

    >>> [shown(12345, Locale(language)) for language in ("en", "tr", "fa")]
    ['12,345', '12.345', '۱۲٬۳۴۵']
    """
    if isinstance(value, Markup):
        return value
    if isinstance(value, bool):
        raise TypeError(f"a sentence shows no boolean: {value!r}")
    if isinstance(value, int | float):
        return number(value, locale)
    text, is_mirrored = str(value), locale.language in MIRRORED
    return isolated(text, always=is_mirrored) if is_mirrored or RIGHT_TO_LEFT.search(text) else text


def is_grouped(value: float, locale: Locale) -> bool:
    """True if the language groups the digits of this number."""
    return abs(value) >= GROUPED_FROM.get(locale.language, UNGROUPED)


def number(value: float, locale: Locale) -> str:
    """A number in the language's digits, with at most three decimals."""
    if isinstance(value, int) and 0 <= value < UNGROUPED:
        return digits(str(value), locale)
    grouped = is_grouped(value, locale)
    text = format_decimal(abs(value), locale=locale, group_separator=grouped, numbering_system="default")
    minus = get_minus_sign_symbol(locale, numbering_system="default") if value < 0 else ""
    return minus + digits(text, locale)


def digits(text: str, locale: Locale) -> str:
    """The text with the language's own digits in place of Latin ones."""
    if locale.language not in MIRRORED:  # none of the others has digits of its own here
        return text
    own = _own_digits(locale)
    return text.translate(own) if own else text


@lru_cache(maxsize=256)
def _own_digits(locale: Locale) -> dict[int, int] | None:
    own = DIGITS.get(locale.default_numbering_system)
    return str.maketrans("0123456789", own) if own else None


def filled(text: str, values: Values, locale: Locale) -> str:
    """The text with values for its placeholders `%(name)s`, and `%` for `%%`; KeyError if one lacks."""
    parts = OF_PYTHON.split(text)
    for at in range(1, len(parts), 2):
        parts[at] = "%" if parts[at] is None else shown(values[parts[at]], locale)
    return "".join(parts)


def filled_html(text: str, values: Values, locale: Locale) -> Markup:
    """The same for HTML: the values are escaped, the text is not."""
    parts = OF_PYTHON.split(text)
    for at in range(1, len(parts), 2):
        parts[at] = "%" if parts[at] is None else escape(shown(values[parts[at]], locale))
    return Markup("".join(parts))  # noqa: S704 - a sentence of ours


def filled_braces(text: str, values: Values, locale: Locale) -> str:
    """The text with values for its placeholders `{name}`; KeyError if one lacks."""
    parts = OF_SCRIPTS.split(text)
    for at in range(1, len(parts), 2):
        parts[at] = shown(values[parts[at]], locale)
    return "".join(parts)
