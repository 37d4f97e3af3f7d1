"""The web application: the API under `/api/v1`, the pages, and what a supervisor asks."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service import (
    account_pages,
    api,
    assets,
    bulkhead,
    cookies,
    forms,
    hosts,
    limits,
    metrics,
    page_headers,
    pages,
    presence,
    problems,
    readiness,
    request_log,
    reserve,
    silence,
    words,
)
from service.backlog import open_backlog
from service.scribe import SCRIBE, Scribe
from service.services import EXTENSION, Services, open_services
from service.settings import Settings
from service.store_memory import MemorySampler

MAX_BODY_BYTES = 128 * 1024
"""The largest request body: a note of 10,000 characters fits in, each written as two escapes of six bytes."""


class App(Flask):
    """A Flask whose views are all ordinary functions, so that no request looks whether one is not."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func


def create_app(settings: Settings) -> Flask:
    """The application for these settings; nothing connects before the first request."""
    meters, scribe = metrics.Meters(), Scribe()
    parts = open_services(settings, meters)
    app = app_of(parts)
    backlog = open_backlog(settings, parts.tables.log, parts.store)
    memory = MemorySampler(parts.store)
    readiness.register(app, readiness.Readiness(parts.store, backlog, memory, unsafe=settings.unsafe_store))
    if settings.metrics:
        metrics.register(app, meters, backlog)
    request_log.register(app, meters, scribe.note)
    app.extensions[SCRIBE] = scribe
    silence.register(app, parts.store)
    if settings.limits:
        bulkhead.register(app)
        limits.register(app, parts.store)
    hosts.register(app, settings.hosts | {settings.host}, settings.public_url)
    reserve.register(app, memory)
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    return app


def app_of(parts: Services) -> Flask:
    """The application made of these parts."""
    app = App(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = forms.MOST_BYTES
    app.config["MAX_FORM_PARTS"] = forms.MOST_PARTS
    app.extensions[EXTENSION] = parts
    problems.register(app)
    words.register(app)
    page_headers.register(app)
    cookies.register(app)
    assets.register(app)
    presence.register(app)
    api.register(app)
    pages.register(app)
    account_pages.register(app)
    app.add_url_rule("/healthz", view_func=healthz)
    return app


def healthz() -> dict[str, str]:
    """Whether the process answers."""
    return {"status": "ok"}
