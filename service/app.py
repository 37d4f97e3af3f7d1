"""The web application: the API under `/api/v1`, the pages, and the two questions of a supervisor."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from replays.store import asking
from service import account_pages, api, assets, page_headers, pages, presence, problems, words
from service.services import EXTENSION, Services, open_services, services
from service.settings import Settings

MAX_BODY_BYTES = 128 * 1024
"""The largest request body: a note of 10,000 characters fits in, each written as two escapes of six bytes."""


def create_app(settings: Settings) -> Flask:
    """The application for these settings; nothing connects before the first request."""
    app = app_of(open_services(settings))
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    return app


def app_of(parts: Services) -> Flask:
    """The application made of these parts."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.extensions[EXTENSION] = parts
    problems.register(app)
    words.register(app)
    page_headers.register(app)
    assets.register(app)
    presence.register(app)
    api.register(app)
    pages.register(app)
    account_pages.register(app)
    app.add_url_rule("/healthz", view_func=healthz)
    app.add_url_rule("/readyz", view_func=readyz)
    return app


def healthz() -> dict[str, str]:
    """Whether the process answers."""
    return {"status": "ok"}


def readyz() -> dict[str, str]:
    """Whether the store answers as well; 503 `store/away` where it does not."""
    with asking():
        services().store.ping()
    return {"status": "ok"}
