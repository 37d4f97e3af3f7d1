"""Canonical JSON: every value has exactly one text, so that it can be hashed and compared as bytes.

RFC 8785, restricted to what the log needs: no floats, integers within 2^53, and keys within the Basic
Multilingual Plane, where sorting by code point is the sorting by UTF-16 code unit that the RFC asks for.
"""

import re
from collections.abc import Iterable
from typing import Any

import orjson

from replays.encoding.members import repeated_name

MAX_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader represents exactly (RFC 7493, 2.2)."""

MAX_DEPTH = 32
"""The maximum nesting depth of arrays and objects."""

LONGEST = 2**20
"""The maximum size in bytes of JSON from outside: parsed values take many times the size of their text."""


class NotCanonical(ValueError):  # noqa: N818 - the name says what the value is
    """A value without a canonical text, or a text that is not the canonical one.

    `path` is the place: `$` is the whole value, `$.data[2]` the third item under the key `data`.
    """

    code = "canonical/refused"

    def __init__(self, reason: str, path: str = "") -> None:
        """Create the error from its reason and its path below the checked value."""
        super().__init__(f"${path}: {reason}")
        self.reason = reason
        self.path = f"${path}"

    def under(self, step: str) -> "NotCanonical":
        """Return the same error with a path from one level up."""
        return NotCanonical(self.reason, step + self.path[1:])


def canonical(value: object) -> bytes:
    """Return the one canonical JSON text of `value`, in UTF-8, or raise NotCanonical.

    Allowed are None, bool, int within +-(2^53-1), str without lone surrogates, list or tuple (both
    become arrays), and dict with str keys; exactly these types, not their subclasses.

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'
    """
    _check([("", value)], "{}", MAX_DEPTH)
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def parse_canonical(text: bytes) -> Any:
    """Return the value of a canonical text, or raise NotCanonical for every other text.

    Duplicate keys, white space, other escapes, floats, `-0` and NaN all fail the same way: encoding
    the value again does not give the same bytes. The function runs no Python code per value, so that a long
    text from outside is not expensive.
    """
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise NotCanonical(f"not JSON: {error}") from error
    right = _rewritten_if_plain(value, text) or canonical(value)
    if right != text:
        raise NotCanonical(f"JSON, but not in canonical form: {_difference(text, right)}")
    return value


def rewritten(value: object) -> bytes:
    """Return the canonical text of a value, or of a part of one, that `parse_canonical` has returned."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


_KEY, _INDEX = ".{}", "[{}]"
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"')
_KEYS = re.compile(rb'("(?:[^"\\]|\\.)*"):|"(?:[^"\\]|\\.)*"')
_FLOAT = re.compile(rb"\.|[0-9][eE]")
_BEYOND_THE_PLANE = re.compile(rb"[\xf0-\xf4]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_BRACES = bytes.maketrans(b"{}", b"[]")


def _rewritten_if_plain(value: object, text: bytes) -> bytes | None:
    """Return the value's text if the JSON text has nothing without a canonical form, else None."""
    bare = _STRINGS.sub(b"", text)
    brackets = bare.count(b"[") + bare.count(b"{")
    if _FLOAT.search(bare) or (brackets > MAX_DEPTH and _is_too_deep(bare)):
        return None
    if _BEYOND_THE_PLANE.search(text) and _BEYOND_THE_PLANE.search(b"".join(_KEYS.findall(text))):
        return None
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
    except orjson.JSONEncodeError:  # an integer beyond 2^53-1
        return None


def _is_too_deep(bare: bytes) -> bool:
    """True if the brackets of a text, without its strings, are nested deeper than `MAX_DEPTH`."""
    brackets = bare.translate(_BRACES, _NO_BRACKETS)
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"")  # the innermost pairs
    return bool(brackets)


def _difference(text: bytes, right: bytes) -> str:
    """A phrase for the first difference of JSON from its canonical text: a duplicate key, or a position."""
    twice = repeated_name(text)
    if twice:
        return f"the key {twice!r} stands twice in an object"
    pairs = enumerate(zip(text, right, strict=False))
    place = next((i for i, (a, b) in pairs if a != b), min(len(text), len(right)))
    there, instead = (part[place : place + 12].decode(errors="replace") for part in (text, right))
    return f"at byte {place} there is {there!r}, expected {instead!r}"


def _check(members: Iterable[tuple[Any, Any]], step: str, depth: int) -> None:
    """Refuse a member without a canonical text; `step` is the form of a member's step in the path."""
    if depth < 0:
        raise NotCanonical(f"nested deeper than {MAX_DEPTH}")
    for place, value in members:
        if step is _KEY and not (type(place) is str and place.isascii()):
            _check_key(place)
        kind = type(value)
        if (kind is str and value.isascii()) or (kind is int and abs(value) <= MAX_INTEGER) or value is None:
            continue
        try:
            if kind is dict:
                _check(value.items(), _KEY, depth - 1)
            elif kind is list or kind is tuple:
                _check(enumerate(value), _INDEX, depth - 1)
            else:
                _check_other(value, kind)
        except NotCanonical as error:
            raise error.under(step.format(place)) from error


def _check_other(value: Any, kind: type) -> None:
    if kind is str:
        _check_text(value)
    elif kind is int:
        raise NotCanonical("integer beyond 2^53-1")
    elif kind is not bool:
        raise NotCanonical(f"{kind.__name__} has no canonical form")


def _check_key(key: Any) -> None:
    if type(key) is not str:
        raise NotCanonical(f"key {key!r} is not text")
    _check_text(key)
    if max(key) > "\uffff":
        raise NotCanonical(f"key {key!r} is not within the Basic Multilingual Plane")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotCanonical("lone surrogate") from error
