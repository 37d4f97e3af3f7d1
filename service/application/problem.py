"""Problems: error responses by RFC 9457 with a stable `code`, independent of the web framework.

The title is the phrase of the HTTP status, the detail a sentence for people, both in English; other languages
have those of `i18n/problems.py`. Programs rely on `code`.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson

MOST_ERRORS = 20
"""Errors that a problem document lists; `more_errors` is the number of the others."""
LONGEST_DETAIL = 500
"""Characters of a detail, which may repeat a part of the request."""
LONGEST_ERROR = 200
"""Characters of a member's name or an error in a list; both may repeat a part of the request."""
MEDIA_TYPE = "application/problem+json"
RETRY = {"Retry-After": "1"}


class Problem(Exception):  # noqa: N818 - RFC 9457's word
    """An error response: HTTP status, stable code, detail, more members, headers."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, detail)
        self.status = status
        self.code = code
        self.detail = _cut(detail, LONGEST_DETAIL)
        self.more = more or {}
        self.headers = headers or {}

    def document(self, words: Mapping[str, Any] | None = None) -> bytes:
        """The problem document; with `words`, the members that people read are in another language."""
        body = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            **_listed(self.more),
            **_listed(words or {}),
        }
        # Some members have integer keys: the positions of errors in a list.
        return orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS)


def _listed(more: Mapping[str, Any]) -> Mapping[str, Any]:
    """The members with at most `MOST_ERRORS` of their `errors`, and the number of those left out."""
    if "errors" not in more:
        return more
    listed, left_out = _first_errors(more["errors"], MOST_ERRORS)
    return {**more, "errors": listed} | ({"more_errors": left_out} if left_out else {})


def _first_errors(errors: Any, most: int) -> tuple[Any, int]:
    """The first errors of this tree of objects, lists and sentences, and the number of those left out."""
    if not isinstance(errors, dict | list):
        return _cut(str(errors), LONGEST_ERROR), 0
    kept: dict[Any, Any] = {}
    left_out = 0
    for name, inner in errors.items() if isinstance(errors, dict) else enumerate(errors):
        number = _number(inner)
        if most > 0:
            kept[_cut(name, LONGEST_ERROR) if isinstance(name, str) else name], over = _first_errors(
                inner, most
            )
            left_out += over
        else:
            left_out += number
        most -= number
    return (kept if isinstance(errors, dict) else [*kept.values()]), left_out


def _number(errors: Any) -> int:
    """The number of sentences in this tree."""
    if isinstance(errors, dict):
        errors = [*errors.values()]
    return sum(map(_number, errors)) if isinstance(errors, list) else 1


def _cut(text: str, most: int) -> str:
    """The text, with an ellipsis in place of what is over `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def wrong_cursor() -> Problem:
    """422 `request/invalid`: the cursor was not issued by this list."""
    return Problem(422, "request/invalid", "the cursor is not from this list")


_HTTP_CODES = {
    400: "request/malformed",
    404: "request/unknown-path",
    405: "request/method",
    408: "request/too-slow",
    413: "request/too-large",
    414: "request/too-long",
    415: "request/media-type",
    421: "request/host",
    429: "limit/reached",
    431: "request/headers",
}


def http_problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Problem:
    """A problem of HTTP itself, independent of the resource; the status determines the code."""
    return Problem(status, _HTTP_CODES.get(status, f"http/{status}"), detail, headers=headers)


def unknown_game(more: Mapping[str, Any] | None = None) -> Problem:
    """404: there is no such game, or the viewer may not see it."""
    return Problem(404, "game/unknown", "there is no game with this id", more)


def unknown_series(kind: str) -> Problem:
    """404: there is no such series of this kind."""
    return Problem(404, f"{kind}/unknown", f"there is no {kind} with this id")


def unauthorized(code: str, detail: str) -> Problem:
    """401: the request needs a token, or a different one."""
    return Problem(401, code, detail, headers={"WWW-Authenticate": "Bearer"})


def unknown_token() -> Problem:
    """401: the token belongs to no account, or no longer does."""
    return unauthorized("auth/unknown-token", "nobody has this token")


def unknown_study() -> Problem:
    """404: there is no such study."""
    return Problem(404, "study/unknown", "there is no study with this id")
