"""The web server: uvicorn, configured in code, around the WSGI application."""

import gc
import logging
import os
import random
import socket
from collections.abc import Callable
from logging.handlers import QueueListener
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import uvicorn

from replays.bootstrap import now_ms
from replays.runtime import open_files
from replays.runtime.settings.settings import Settings
from replays.store.pulse import Pulse
from service.app import MAX_BODY_BYTES, create_app
from service.http.endpoints import cheap_paths
from service.http.log_queue import LOG_QUEUE
from service.server.bulkhead import Bulkheads
from service.server.listening import configured
from service.server.wsgi_adapter import WsgiAdapter
from service.services import EXTENSION, Services

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

log = logging.getLogger(__name__)


class Serving(NamedTuple):
    """What is called when the server has begun to accept connections, and before it closes them.

    Requests for `cheap_paths`, by the beginnings of the paths, have turns of their own.
    """

    begun: Callable[[], None]
    ending: Callable[[], None]
    cheap_paths: tuple[str, ...] = ()


class WebServer(uvicorn.Server):
    """A uvicorn server that ends live streams before it waits for its connections to close."""

    def __init__(self, config: uvicorn.Config, serving: Serving) -> None:
        super().__init__(config)
        self._serving = serving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        if self.started:
            self._serving.begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: accept no connections, end live streams, and finish open requests."""
        self._serving.ending()
        await super().shutdown(sockets)


def serve(settings: Settings) -> None:
    """Serve the application for these settings until told to stop."""
    app = create_app(settings)
    parts: Services = app.extensions[EXTENSION]
    pulse = Pulse(parts.signs, now_ms)
    lines: QueueListener = app.extensions[LOG_QUEUE].listener
    lines.start()
    parts.hub.run("access changes", parts.access_changes.follow)
    _collect_seldom()
    try:
        serve_wsgi(app, settings, Serving(pulse.start, parts.hub.close, cheap_paths(app)))
    finally:
        pulse.stop()
        parts.rasterizer.close()
        lines.stop()


def serve_wsgi(app: "WSGIApplication", settings: Settings, serving: Serving) -> None:
    """Serve a WSGI application until told to stop."""
    if settings.pinned:
        _keep_to_one_processor()
    bulkheads = Bulkheads(serving.cheap_paths) if settings.limits else None
    adapter = WsgiAdapter(app, settings.threads, MAX_BODY_BYTES, settings.proxies, bulkheads)
    config = configured(
        adapter,
        settings.host,
        settings.port,
        files=open_files.limit(),
        knows_clients=settings.limits and not settings.proxies,
    )
    try:
        WebServer(config, serving).run()
    finally:
        adapter.close()


def _collect_seldom() -> None:
    """Freeze long-lived objects out of garbage collection (`gc.freeze`), and collect less often.

    States are trees of many objects without cycles, but every thousand of them would start a collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _keep_to_one_processor() -> None:
    """Pin this process to one randomly chosen processor of those it may use (ADR 17); Linux only.

    If the system forbids it, a warning is logged and the process uses all of them.
    """
    if not hasattr(os, "sched_setaffinity"):
        return
    chosen = random.choice(sorted(os.sched_getaffinity(0)))  # noqa: S311 - no secret
    try:
        for thread in Path("/proc/self/task").iterdir():
            os.sched_setaffinity(int(thread.name), {chosen})
    except OSError as error:
        log.warning("the web process cannot be kept to one processor: %s", error)
