"""Measures requests in calls of functions: a measure that is the same on every machine and at any load."""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Flask, request
from werkzeug.test import EnvironBuilder

from service.application.live.stream import LiveStream
from service.http.compression import TYPES
from service.http.endpoints import weight_of
from service.services import EXTENSION

CALLS = 3_000
"""The calls that one unit of weight pays for: twice those of a game's state, and those of a move."""
BYTES_OF_A_CALL = 20
"""Compressing so many bytes of a response takes as long as a call on average; the compressor is one call."""
ZIP = "application/zip"
ZIP_RATIO = 5
"""How much smaller an archive is than what it compresses."""


class Measured(NamedTuple):
    """A response, and what it cost: its status, headers and body, the calls it took, and its weight."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    calls: int
    weight: int

    @property
    def cost(self) -> float:
        """The cost in units of weight."""
        kind = self.headers.get("Content-Type", "").partition(";")[0]
        compressed = len(self.body) * (ZIP_RATIO if kind == ZIP else kind in TYPES)
        return (self.calls + compressed / BYTES_OF_A_CALL) / CALLS


def measure(app: Flask, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Measured:
    """Send the request to the application and read its response; only the head of a live stream is read.

    Calls of Python and C functions in this thread count, so waiting and other processes do not.
    """
    where, _, query = path.partition("?")
    sent: dict[str, Any] = {"json": body} if isinstance(body, dict | list) else {"data": body}
    builder = EnvironBuilder(
        path=where, query_string=query, method=method, headers=[*headers.items()], **sent
    )
    with app.request_context(builder.get_environ()):
        weight = weight_of(request)
    answer, calls = _counted(app, builder.get_environ())
    return Measured(*answer, calls, weight)


def _counted(app: Flask, environ: Any) -> tuple[tuple[int, Mapping[str, str], bytes], int]:
    """The status, headers and body of a response, and the calls that it took."""
    told: list[tuple[str, list[tuple[str, str]]]] = []
    calls = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        if event in {"call", "c_call"}:
            calls += 1

    def start(status: str, fields: list[tuple[str, str]], *_: Any) -> Any:
        told.append((status, fields))

    sys.setprofile(count)
    try:
        response = app.wsgi_app(environ, start)
        pieces = [] if isinstance(response, LiveStream) else list(response)
    finally:
        sys.setprofile(None)
    getattr(response, "close", lambda: None)()
    ((status, fields),) = told
    return (int(status[:3]), dict(fields), b"".join(pieces)), calls


def forget_responses(app: Flask) -> None:
    """Empty the caches of responses: a weight is for a response that is not cached."""
    parts = app.extensions[EXTENSION]
    for cache in (parts.recordings, parts.documents, parts.pictures, parts.fragments, parts.states._moves):
        cache._kept.clear()
        cache._bytes = 0
