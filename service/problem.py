"""An error that is an answer: RFC 9457's problem, with a stable `code`. It knows no web framework.

The title is the HTTP status's own, the detail a sentence for a person; programs go by `code`.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson

from service.quotas.throttle import TooOften

MEDIA_TYPE = "application/problem+json"
RETRY = {"Retry-After": "1"}


class Problem(Exception):  # noqa: N818 - RFC 9457's word
    """An answer that is an error: HTTP status, stable code, sentence, more members, headers."""

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
        self.detail = detail
        self.more = more or {}
        self.headers = headers or {}

    def document(self) -> bytes:
        """The problem document."""
        body = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            **self.more,
        }
        # The places of errors in a list are numbers.
        return orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS)


def wrong_cursor() -> Problem:
    """422 `request/invalid` for a cursor that the list did not give."""
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
    """What is wrong by HTTP itself, whatever was asked for; the code goes by the status."""
    return Problem(status, _HTTP_CODES.get(status, f"http/{status}"), detail, headers=headers)


def unknown_game(more: Mapping[str, Any] | None = None) -> Problem:
    """404: there is no such game, or none that the asker may see."""
    return Problem(404, "game/unknown", "there is no game with this id", more)


def unknown_dynasty() -> Problem:
    """404: there is no such dynasty."""
    return Problem(404, "dynasty/unknown", "there is no dynasty with this id")


def unauthorized(code: str, detail: str) -> Problem:
    """401: it takes a token, or another one."""
    return Problem(401, code, detail, headers={"WWW-Authenticate": "Bearer"})


def unknown_token() -> Problem:
    """401: the token is nobody's, or nobody's any more."""
    return unauthorized("auth/unknown-token", "nobody has this token")


def unknown_study() -> Problem:
    """404: there is no such study."""
    return Problem(404, "study/unknown", "there is no study with this id")


def too_often(error: TooOften) -> Problem:
    """429: it was tried too often, and may be tried again after so many seconds."""
    return Problem(
        429,
        "limit/reached",
        f"too many attempts: try again in {error.seconds} seconds",
        headers={"Retry-After": str(error.seconds)},
    )
