"""gunicorn, told in code what it is to do: no configuration file, no command line, no environment."""

import gc
import logging
import os
import random
import socket
from types import FrameType
from typing import Any

import gunicorn.util
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.workers import gthread

from replays.runtime import parent_death
from replays.runtime.settings.settings import Settings
from service.app import create_app
from service.http.log_queue import LOG_QUEUE
from service.problem import MEDIA_TYPE, http_problem
from service.server import socket_timeouts
from service.services import EXTENSION

log = logging.getLogger(__name__)

# A stopping process waits so long for open requests; live streams it ends at once.
GRACE_SECONDS = 3
# A stopping process waits so long for a request that a client may already be sending: by itself gunicorn
# would wait two seconds.
gthread.STOP_KEEPALIVE_LINGER = 0.5
# The module makes its connections of this class, and leaves no other way to choose it.
gthread.TConn = socket_timeouts.Connection
gthread.DEFAULT_WORKER_DATA_TIMEOUT = socket_timeouts.SILENCE_SECONDS


def _write_problem(client: socket.socket, status: int, reason: str, detail: str) -> None:
    """Answer a request that gunicorn refuses before the application sees it, as all others are refused."""
    document = http_problem(status, detail).document()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
        f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(document)}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(client, head.encode() + document)


gunicorn.util.write_error = _write_problem  # it would be a page of its own, which says it in HTML

CITING = ("Invalid request", "Error handling request")
"""How messages of gunicorn begin that go on with the client's address or words."""


class StreamingWorker(gthread.ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's worker with threads, which would wait in vain for slow clients and for streams to end."""

    def handle(self, conn: socket_timeouts.Connection) -> Any:
        """Serve one request of a connection, in a thread of its own; whether more may come on it."""
        conn.sock.expect_request()
        goes_on = super().handle(conn)
        if goes_on is False:
            conn.linger()
        return goes_on

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM: stop, and from the main loop, not from within the signal, end the streams."""
        super().handle_exit(sig, frame)
        self.method_queue.defer(_end_streams, self)


class SharedLogs(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's log, which goes where everything else that this process says goes."""

    def setup(self, cfg: Any) -> None:
        """Set no handlers of its own."""
        self.cfg = cfg
        self._access_log_enabled = False
        self.error_log.propagate = True
        self.error_log.setLevel(cfg.loglevel.upper())
        self.error_log.addFilter(_without_what_was_sent)


class WebServer(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """One process of gunicorn threads that serves the app of these settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Hand gunicorn its settings."""
        host = f"[{self._settings.host}]" if ":" in self._settings.host else self._settings.host
        options = {
            "bind": f"{host}:{self._settings.port}",
            "worker_class": StreamingWorker,
            "workers": 1,
            "threads": self._settings.threads,
            "graceful_timeout": GRACE_SECONDS,
            "loglevel": "warning",
            "logger_class": SharedLogs,
            "control_socket_disable": True,
            "sendfile": False,  # it knows no time-out, and the files are small
            "post_fork": self._begin,
            "worker_exit": lambda _arbiter, worker: _end(worker),
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def _begin(self, arbiter: Any, _worker: Any) -> None:
        """What the process that serves does first, before it has threads."""
        if self._settings.pinned:
            _keep_to_one_processor()
        _end_with_parents(arbiter)

    def load(self) -> Any:
        """Make the app, in the process that serves it."""
        app = create_app(self._settings)
        _collect_seldom()
        return app


def serve_with_gunicorn(settings: Settings) -> None:
    """Serve until told to stop."""
    WebServer(settings).run()


def _collect_seldom() -> None:
    """Spare the collector of cycles what lives as long as the process, and most of its rounds.

    States are trees of many objects and make no cycles, but each thousand of them would start a round.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _without_what_was_sent(record: logging.LogRecord) -> bool:
    """Cut off what gunicorn cites of a request: a path or a header may hold a token."""
    beginning = next((start for start in CITING if str(record.msg).startswith(start)), None)
    if beginning:
        record.msg, record.args = beginning, ()
    return True


def _keep_to_one_processor() -> None:
    """Run on one of the processors that this process may run on, whichever (ADR 17); Linux only.

    A system that forbids it is told of, and served by all of them.
    """
    if not hasattr(os, "sched_setaffinity"):
        return
    allowed = sorted(os.sched_getaffinity(0))
    try:
        os.sched_setaffinity(0, {random.choice(allowed)})  # noqa: S311 - no secret
    except OSError as error:
        log.warning("the web process cannot be kept to one processor: %s", error)


def _end_with_parents(arbiter: Any) -> None:
    """Let gunicorn's worker process, too, end with the process above it and with the parent of all."""
    parent_death.watch_from(os.environ)
    parent_death.end_with(arbiter.pid)


def _end(worker: Any) -> None:
    """Let nothing be left: no stream open, no request untold."""
    _end_streams(worker)
    app = getattr(worker, "wsgi", None)
    if app is not None:
        app.extensions[LOG_QUEUE].flush()


def _end_streams(worker: Any) -> None:
    """Let the threads that live streams hold come back; does nothing before the app is there."""
    app = getattr(worker, "wsgi", None)
    if app is not None:
        app.extensions[EXTENSION].hub.close()
