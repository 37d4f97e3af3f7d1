"""What is wrong with the members of a request, in the current language; marshmallow says it in English."""

import re
from collections.abc import Mapping
from typing import Any

from service.application.i18n.speaking import Text, present
from service.application.i18n.speaking import lazy_gettext as _l

_INVALID = _l("This value is not valid.")
_LENGTH = r"Length must be between (?P<min>\d+) and (?P<max>\d+)\."
_RANGE = r"Must be greater than or equal to (?P<min>-?\d+) and less than or equal to (?P<max>-?\d+)\."

SENTENCES: Mapping[str, Text] = {
    r"Missing data for required field\.": _l("This is missing."),
    r"Unknown field\.": _l("There is no member of this name."),
    r"It stands twice\.": _l("It stands twice."),
    r"Field may not be null\.": _l("It must not be null."),
    r"Not a (?:whole number|valid integer)\.": _l("It must be a whole number."),
    r"It must be true or false\.": _l("It must be true or false."),
    _LENGTH: _l("Its length must lie between %(min)s and %(max)s."),
    r"Shorter than minimum length (?P<min>\d+)\.": _l("Its length must be at least %(min)s."),
    r"Longer than maximum length (?P<max>\d+)\.": _l("Its length must be at most %(max)s."),
    _RANGE: _l("It must lie between %(min)s and %(max)s."),
    r"Must be greater than or equal to (?P<min>-?\d+)\.": _l("It must be at least %(min)s."),
    r"Must be less than or equal to (?P<max>-?\d+)\.": _l("It must be at most %(max)s."),
    r"Must be one of: (?P<choices>.*)\.": _l("It must be one of these: %(choices)s."),
}
"""Our sentence for each of marshmallow's, and for ours that are English only, as expressions of all of it."""
_COMPILED = [(re.compile(pattern), text) for pattern, text in SENTENCES.items()]


def error_words(error: str) -> str:
    """The error in the current language; one without a sentence of its own says that the value is wrong."""
    language = present()
    if language.locale.language == "en":
        return error
    translated = language.gettext(error)
    if translated != error:
        return translated
    for pattern, text in _COMPILED:
        found = pattern.fullmatch(error)
        if found:
            return text.said(**{name: _value(value) for name, value in found.groupdict().items()})
    return str(_INVALID) if error.isascii() else error


def errors_in_words(errors: Any) -> Any:
    """A tree of objects, lists and errors, with each error in the current language."""
    if isinstance(errors, Mapping):
        return {name: errors_in_words(inner) for name, inner in errors.items()}
    if isinstance(errors, list):
        return [errors_in_words(inner) for inner in errors]
    return error_words(str(errors))


def _value(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdigit() else text
