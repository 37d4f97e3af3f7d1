"""One line for each request, and the id by which everything that was said about it is found.

This is WSGI and not Flask's hooks, which cost twice as much.
"""

import random
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from time import perf_counter, time
from typing import TYPE_CHECKING, Any, Protocol

import structlog
from flask import Flask, g
from structlog.contextvars import bind_contextvars, clear_contextvars
from werkzeug.wsgi import ClosingIterator

from replays.encoding.identity import UUID
from service.http.log_queue import Note, at_once

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ID_HEADER = "X-Request-Id"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}", re.ASCII)
"""The ids of others that are taken over: what a log can hold and nobody would write a message in."""
STREAM = re.compile(rf"/(game|dynast)[a-z]+/({UUID})(?=[/.]|$)")
"""The part of a path that names a game or a dynasty."""
KINDS = {"game": "game", "dynast": "dynasty"}

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
OTHER = "other"
"""What stands for a method or a path that this service has not: such words come from the client."""
QUIET = frozenset(
    {"/healthz", "/readyz", "/metrics", "/static/<path:filename>", "/assets/<edition>/<path:name>"}
)
"""The routes that are asked all the time; of them only failures are told."""

log = structlog.get_logger(__name__)


class Served(Protocol):
    """Who wants to know what was answered, and how fast."""

    def served(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""


class RequestLog:
    """The application `app` with an id for every request, answered in `X-Request-Id`, and a line for each.

    `note` is given what tells of a request, to be done when it likes.
    """

    def __init__(self, app: "WSGIApplication", meter: Served, note: Callable[[Note], None]) -> None:
        self._app = app
        self._meter = meter
        self._note = note

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Let the application answer; when the answer is out, tell of it: nobody has to wait for that.

        Of one whose end is not known, a live stream, it is told when it begins.
        """
        begun = perf_counter()
        request_id = _id(environ.get("HTTP_X_REQUEST_ID", ""))
        about = {"request_id": request_id, **_stream(environ.get("PATH_INFO", ""))}
        clear_contextvars()
        bind_contextvars(**about)
        untold: list[Note] = []

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            what = {**about, **_who()}
            told = partial(self._tell, *_question(environ), int(status[:3]), perf_counter() - begun, what)
            if any(name == "Content-Length" for name, _ in headers):
                untold.append(told)
            else:
                told()
            return start_response(status, [*headers, (ID_HEADER, request_id)], *error)

        answer = self._app(environ, start)
        # Then this thread has no more to say about the request; of a stream that breaks the web server has.
        return ClosingIterator(answer, [*untold, clear_contextvars]) if untold else answer

    def _tell(self, method: str, route: str, status: int, seconds: float, what: Mapping[str, str]) -> None:
        """Count what was answered, and have it said soon; `what` more the line has."""
        self._meter.served(method, route, status, seconds)
        if status >= 500 or route not in QUIET:
            ms = round(seconds * 1000, 2)
            line = {"method": method, "route": route, "status": status, "ms": ms, **what}
            self._note(partial(_say, log.info if status < 500 else log.warning, time(), line))


def register(app: Flask, meter: Served, note: Callable[[Note], None] = at_once) -> None:
    """Tell of every request of the app; whatever else wraps the app comes before."""
    app.wsgi_app = RequestLog(app.wsgi_app, meter, note)  # type: ignore[method-assign]


def _say(say: Callable[..., object], at: float, line: Mapping[str, object]) -> None:
    """Write the line as of that moment, in seconds."""
    say("request", timestamp=_iso(at), **line)


def _id(given: str) -> str:
    """The client's id for the request where it has a good one, else a new one, which is no secret.

    The system's source of secrets would let other threads go first, at the beginning of every request.

    >>> _id("7d4f1c2a-0001")
    '7d4f1c2a-0001'
    """
    return given if WELL_FORMED.fullmatch(given) else f"{random.getrandbits(128):032x}"


def _question(environ: "WSGIEnvironment") -> tuple[str, str]:
    """Method and route: of the path only the rule, since a path may hold what opens a door."""
    method = environ["REQUEST_METHOD"]
    rule = environ["werkzeug.request"].url_rule
    return method if method in METHODS else OTHER, rule.rule if rule else OTHER


def _who() -> Mapping[str, str]:
    """The player who asked, where that is known."""
    holder = g.get("holder")
    return {"player": holder.player} if holder else {}


def _iso(seconds: float) -> str:
    """A moment in UTC as lines have it.

    >>> _iso(0.25)
    '1970-01-01T00:00:00.250000Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _stream(path: str) -> dict[str, str]:
    """The game or the dynasty that a path names, by its kind.

    >>> _stream("/api/v1/games/0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b/moves")
    {'game': '0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b'}
    """
    found = STREAM.search(path)
    return {KINDS[found[1]]: found[2]} if found else {}
