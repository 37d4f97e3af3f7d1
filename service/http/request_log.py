"""The request log: one log record for each request, and the request id that joins all records of a request.

This is WSGI middleware, because Flask's hooks cost twice as much.
"""

import logging
import random
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, cast

import structlog
from flask import Flask, g
from structlog.contextvars import bind_contextvars, clear_contextvars
from werkzeug.wsgi import ClosingIterator

from replays.encoding.identity import UUID
from replays.kinds import KINDS
from service.http.endpoints import quiet_routes

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ID_HEADER = "X-Request-Id"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}", re.ASCII)
"""The client's ids that are accepted: safe in a log, and too limited to carry a message."""
STREAM = re.compile(rf"/([a-z]+)/({UUID})(?=[/.]|$)")
"""The part of a path that may name a stream: its listing, and its id."""
NAMES: Mapping[str, str] = {kind.listing: kind.name for kind in KINDS}
"""The names of kinds by their listings."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
OTHER = "other"
"""Replaces a method or route that the service does not have, because the client chose that text."""

log = structlog.get_logger(__name__)


class Served(Protocol):
    """Receives the status and duration of each response, for the metrics."""

    def served(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a response; `seconds` is the time until its headers."""


class RequestLog:
    """Wraps the WSGI application `app`: gives each request an id, sent as `X-Request-Id`, and a log record.

    `handler` gets the log records, and may write them later. Of the `quiet` routes, which are requested all
    the time, only 5xx responses are logged.
    """

    def __init__(
        self,
        app: "WSGIApplication",
        metrics: Served,
        handler: logging.Handler,
        quiet: frozenset[str] = frozenset(),
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._quiet = quiet
        self._handler = handler

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Run the application and write the log record after the response was sent, so that no client waits.

        A response without `Content-Length`, a live stream, is logged when it begins.
        """
        begun = perf_counter()
        request_id = _id(environ.get("HTTP_X_REQUEST_ID", ""))
        about = {"request_id": request_id, **_stream(environ.get("PATH_INFO", ""))}
        clear_contextvars()
        bind_contextvars(**about)
        untold: list[Callable[[], None]] = []

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            what = {**about, **_who()}
            told = partial(self._tell, *_question(environ), int(status[:3]), perf_counter() - begun, what)
            if any(name == "Content-Length" for name, _ in headers):
                untold.append(told)
            else:
                told()
            return start_response(status, [*headers, (ID_HEADER, request_id)], *error)

        answer = self._app(environ, start)
        # After that, this thread logs nothing more about the request. The web server logs broken streams.
        return ClosingIterator(answer, [*untold, clear_contextvars]) if untold else answer

    def _tell(self, method: str, route: str, status: int, seconds: float, what: Mapping[str, str]) -> None:
        """Count the response and hand over its log record; `what` holds further fields of the record."""
        self._metrics.served(method, route, status, seconds)
        if status >= 500 or route not in self._quiet:
            ms = round(seconds * 1000, 2)
            line = {"method": method, "route": route, "status": status, "ms": ms, **what}
            level = logging.INFO if status < 500 else logging.WARNING
            self._handler.handle(logging.LogRecord(__name__, level, "", 0, line, (), None))


class RequestWriter(logging.Handler):
    """Writes the records of requests at once; their messages are the fields of the lines."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record with its own time."""
        say = log.info if record.levelno < logging.WARNING else log.warning
        try:
            say("request", timestamp=_iso(record.created), **cast("Mapping[str, object]", record.msg))
        except Exception:  # as when the log cannot be written; it must not stop the other records
            logging.getLogger(__name__).exception("a request could not be told of")


def register(app: Flask, metrics: Served, handler: logging.Handler | None = None) -> None:
    """Log every request of the app; register this after all routes and all other middleware."""
    handler = handler or RequestWriter()
    app.wsgi_app = RequestLog(app.wsgi_app, metrics, handler, quiet_routes(app))  # type: ignore[method-assign]


def _id(given: str) -> str:
    """The client's request id if it is well formed, else a new one, which is not secret.

    `secrets` would let other threads run first, at the start of every request.

    >>> _id("7d4f1c2a-0001")
    '7d4f1c2a-0001'
    """
    return given if WELL_FORMED.fullmatch(given) else f"{random.getrandbits(128):032x}"


def _question(environ: "WSGIEnvironment") -> tuple[str, str]:
    """The method and the route; not the path, because a path may contain a secret."""
    method = environ["REQUEST_METHOD"]
    rule = environ["werkzeug.request"].url_rule
    return method if method in METHODS else OTHER, rule.rule if rule else OTHER


def _who() -> Mapping[str, str]:
    """The authenticated player, if known."""
    holder = g.get("holder")
    return {"player": holder.player} if holder else {}


def _iso(seconds: float) -> str:
    """A timestamp in UTC, formatted for log records.

    >>> _iso(0.25)
    '1970-01-01T00:00:00.250000Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _stream(path: str) -> dict[str, str]:
    """The id of the stream in a path, by its kind.

    >>> _stream("/api/v1/games/0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b/moves")
    {'game': '0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b'}
    """
    return next(({NAMES[place[1]]: place[2]} for place in STREAM.finditer(path) if place[1] in NAMES), {})
