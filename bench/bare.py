"""The limits over HTTP: views that do nothing but one store request, on the same web server.

`python -m bench.bare` serves them, with the settings of the service.
"""

import os

from flask import Flask, Response, request
from redis import Redis

from replays.encoding.identity import parse_game_id
from replays.runtime.parent_death import watch_from
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.streams import keys
from service.server.web_server import Serving, serve_wsgi

STREAM = "bench"
JSON = "application/json"


def bare_app(store: Redis) -> Flask:
    """The app with the bare views; `size` is the number of bytes in a response."""
    app = Flask("bare")

    @app.post("/append/<int:size>")
    def append(size: int) -> Response:
        """Run one XADD."""
        store.xadd(STREAM, {"e": request.get_data()})
        return Response(b"x" * size, 201, content_type=JSON)

    @app.get("/head/<game>/<int:size>")
    def head(game: str, size: int) -> Response:
        """Read a game's last entry with one XREVRANGE."""
        store.xrevrange(keys.stream(parse_game_id(game)), count=1)
        return Response(b"x" * size, content_type=JSON)

    @app.get("/whole/<game>/<int:size>")
    def whole(game: str, size: int) -> Response:
        """Read a whole game with one XRANGE."""
        store.xrange(keys.stream(parse_game_id(game)))
        return Response(b"x" * size, content_type=JSON)

    @app.get("/readyz")
    def readyz() -> dict[str, str]:
        """Report that the app is ready."""
        return {"status": "ok"}

    return app


def from_environ() -> Flask:
    """The app, with the store from the environment: the entry point for other web servers."""
    return bare_app(clients.writer(Settings.from_environ(os.environ).log_url()))


if __name__ == "__main__":
    watch_from(os.environ)
    serve_wsgi(from_environ(), Settings.from_environ(os.environ), Serving(lambda: None, lambda: None))
