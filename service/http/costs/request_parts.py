"""Limits on the number of parts of a request: parameters, fields, cookies, and values of a JSON body.

Each part costs time to parse, to check, and to list as an error. A limit in bytes alone would allow thousands
of parts, so these limits hold before any schema sees the request. They are far above what operations read.
"""

from collections.abc import Iterable
from typing import Any

from flask import request

from service.application.problem import Problem
from service.http import cookies

MOST_PARAMETERS = 150
"""Parameters of a query: a live stream has up to 32 games, 32 talks and a key for each."""
MOST_FIELDS = 200
"""Fields of a form; the form of the notice preferences has some 60."""
MOST_MEMBERS = 50
"""Members of a JSON object."""
MOST_VALUES = 2_000
"""Values in a JSON body, those inside others included; a pairing by hand of 1,000 players has up to 1,510."""
DEEPEST = 50
"""Levels of a JSON body; the notice preferences have 5."""
MOST_FORM_BYTES = 16 * 1024
"""The body of a form: an e-mail address and two passwords of maximum length, each byte as `%XX`."""
URLENCODED = "application/x-www-form-urlencoded"
API = "/api/"
"""The paths whose bodies are JSON or text; all other bodies are forms."""


def check_parts() -> None:
    """Raise 422 `request/invalid` or 431 `request/headers` if the request has too many parts."""
    if (number := _pieces(request.query_string)) > MOST_PARAMETERS:
        raise _too_many("the query", number, MOST_PARAMETERS, "parameters")
    if (number := cookies.number_sent()) > cookies.MOST:
        raise Problem(
            431, "request/headers", f"the request has {number} cookies; at most {cookies.MOST} are allowed"
        )
    if not request.path.startswith(API):
        _check_form()


def check_value(text: bytes, value: Any) -> None:
    """Raise 422 `request/invalid` if this JSON text, whose value this is, has too many parts or levels.

    A value is visited only if the text has so many commas and brackets that it may exceed a limit.
    """
    if text.count(b",") + text.count(b"[") + text.count(b"{") > min(MOST_MEMBERS, DEEPEST):
        _check_levels(value)


def _check_levels(value: Any) -> None:
    level, number = [value], 0
    for _ in range(DEEPEST):
        number += len(level)
        level = [part for each in level for part in _parts(each)]
        if number + len(level) > MOST_VALUES:
            raise _too_many("the body", f"over {MOST_VALUES}", MOST_VALUES, "values")
        if not level:
            return
    raise Problem(422, "request/invalid", f"the body is nested more than {DEEPEST} levels deep")


def _parts(value: Any) -> Iterable[Any]:
    """The values directly in this one, at most one over the limit."""
    if isinstance(value, dict):
        if len(value) > MOST_MEMBERS:
            raise _too_many("an object of the body", len(value), MOST_MEMBERS, "members")
        return value.values()
    return value[: MOST_VALUES + 1] if isinstance(value, list) else ()


def _check_form() -> None:
    request.max_content_length = MOST_FORM_BYTES
    if request.mimetype == URLENCODED and (number := _pieces(request.get_data())) > MOST_FIELDS:
        raise _too_many("the form", number, MOST_FIELDS, "fields")


def _pieces(encoded: bytes) -> int:
    """The number of parameters or fields; at least 1."""
    return encoded.count(b"&") + 1


def _too_many(what: str, number: int | str, most: int, parts: str) -> Problem:
    return Problem(422, "request/invalid", f"{what} has {number} {parts}; at most {most} are allowed")
