"""The web application: the API under `/api/v1`, the pages, and the endpoints for supervisors."""

from collections.abc import Callable, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment
from flask.typing import ResponseReturnValue

from replays.runtime.settings.settings import Settings
from replays.store.memory import MemorySampler
from service import api, pages
from service.http import (
    circuit_breaker,
    compression,
    cookies,
    hosts,
    languages,
    page_headers,
    problems,
    rate_limits,
    request_log,
    suspensions,
)
from service.http.costs.request_parts import check_parts
from service.http.endpoints import BACKGROUND, DeclaringFlask
from service.http.json_answers import JsonAnswers
from service.http.log_queue import LOG_QUEUE, LogQueue
from service.ops import metrics, readiness, store_reserve
from service.ops.backlog import open_backlog
from service.ops.process_metrics import ProcessMetrics
from service.services import EXTENSION, Services, open_services, this_machine

MAX_BODY_BYTES = 128 * 1024
"""The largest request body: room for a note of 10,000 characters, each as two JSON escapes of six bytes."""


class Templates(Environment):
    """The environment of templates, none of which has globals of its own.

    Jinja would give each a `ChainMap` with an empty one of its own, through which every page and every import
    asks for each global in Python.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of all templates; those that a template is loaded with come before them."""
        return super().make_globals(d) if d else self.globals


class App(DeclaringFlask):
    """A Flask app without coroutine views, so it skips the check for them in each request.

    After all hooks, when admission has counted a request, it refuses one with too many parts, and speaks the
    language of the account.
    """

    json_provider_class = JsonAnswers
    jinja_environment = Templates

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged."""
        return func

    def dispatch_request(self) -> ResponseReturnValue:
        """Call the view of the request."""
        check_parts()
        languages.speak_as_account()
        return super().dispatch_request()


def create_app(settings: Settings) -> Flask:
    """Create the application for these settings; it connects to the store at the first request."""
    own_metrics, log_queue = ProcessMetrics(), LogQueue(request_log.RequestWriter())
    parts = open_services(settings, this_machine(settings, own_metrics, own_metrics.watching))
    app = app_of(parts)
    backlog = open_backlog(settings, parts.tables.log, parts.store)
    memory = MemorySampler(parts.store)
    readiness.register(app, readiness.Readiness(parts.store, backlog, memory, unsafe=settings.unsafe_store))
    if settings.metrics:
        metrics.register(app, own_metrics, backlog)
    request_log.register(app, own_metrics, log_queue)
    app.extensions[LOG_QUEUE] = log_queue
    circuit_breaker.register(app, parts.store, parts.hub.outages)
    if settings.limits:
        rate_limits.register(app, parts.store)
    suspensions.register(app)
    hosts.register(app, settings.hosts | {settings.host}, settings.public_url)
    store_reserve.register(app, memory)
    return app


def app_of(parts: Services) -> Flask:
    """Create the application from these parts."""
    app = App(__name__, static_folder=None)  # `assets` serves it
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.extensions[EXTENSION] = parts
    compression.register(app)  # registered first, so its hook runs last
    problems.register(app)
    languages.register(app)
    page_headers.register(app)
    cookies.register(app)
    api.register(app)
    pages.register(app)
    app.add_url_rule("/healthz", view_func=healthz, without_store=True, **BACKGROUND)
    return app


def healthz() -> dict[str, str]:
    """Respond with 200: the process is alive."""
    return {"status": "ok"}
