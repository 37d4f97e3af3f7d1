"""JSON texts from outside whose objects have each member once.

Of a member that stands twice, one reader takes the first and another the last (RFC 8259, 4). So such a text
says one thing to whoever checks it and another to whoever acts on it, and is refused.
"""

import json
import re
from contextlib import suppress
from itertools import chain
from typing import Any

import orjson

MOST_OBJECTS = 2_000
"""The number of objects that are searched for the name of a repeated member; it is for the message only."""
_STRINGS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


class RepeatedMember(ValueError):  # noqa: N818 - the name says what the text has
    """An object of a JSON text has a member twice; `name` is empty in a text too large to search."""

    def __init__(self, name: str) -> None:
        """Create the error for the member of this name."""
        member = f"the member {name!r}" if name else "a member"
        super().__init__(f"{member} stands twice in an object")
        self.name = name


def parse_json(text: bytes) -> Any:
    """Return the value of a JSON text, or raise `RepeatedMember` or `orjson.JSONDecodeError`, ValueErrors.

    >>> parse_json(b'{"players":2,"rated":true}')
    {'players': 2, 'rated': True}
    """
    value = orjson.loads(text)
    check_members(text, value)
    return value


def check_members(text: bytes, value: object) -> None:
    """Raise `RepeatedMember` unless this JSON text, whose value this is, has each member once.

    Of a repeated member the value has only one, so it has fewer members than the text has colons outside of
    strings. Counting these is cheap; only a text that is refused is parsed again.
    """
    colons = text.count(b":")
    if isinstance(value, dict) and colons == len(value):
        return
    members = _members(value)
    if colons != members and _STRINGS.sub(b"", text).count(b":") != members:
        raise RepeatedMember(repeated_name(text))


def repeated_name(text: bytes) -> str:
    """Return the name of a member that stands twice in an object of this JSON text; empty if none is found.

    Python's parser gives up at nesting that orjson takes.
    """
    search = _RepeatSearch()
    with suppress(_Over, RecursionError):
        json.loads(text, object_pairs_hook=search.look, parse_int=str, parse_float=str)
    return search.name


def _members(value: object) -> int:
    """The number of members of all objects in a value."""
    found, level = 0, [value]
    while level:
        objects = [each for each in level if type(each) is dict]
        lists = [each for each in level if type(each) is list]
        found += sum(map(len, objects))
        level = list(chain(*(each.values() for each in objects), *lists))
    return found


class _Over(Exception):  # noqa: N818 - ends the search
    """The name is found, or the text has too many objects."""


class _RepeatSearch:
    """Looks at the objects of a text, the inner ones first."""

    def __init__(self) -> None:
        self.name = ""
        self._left = MOST_OBJECTS

    def look(self, pairs: list[tuple[str, object]]) -> None:
        """Look for a name that stands twice among the members of an object."""
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                self.name = name
                raise _Over
            seen.add(name)
        self._left -= 1
        if not self._left:
            raise _Over
