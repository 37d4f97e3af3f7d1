"""The limits over HTTP: views that do nothing but ask the store once, on the same web server.

`python -m bench.bare` serves them, with the settings of the service.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from flask import Flask, Response, request
from redis import Redis

from replays.encoding.identity import parse_game_id
from replays.runtime.parent_death import ParentPipe, watch_from
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.streams import keys
from service.ops.probe import is_ready
from service.server.child import Child, program
from service.server.web_server import serve_wsgi
from tests.support.processes import free_port
from tests.support.service import HOST, READY_SECONDS
from tests.support.waiting import eventually

STREAM = "bench"
JSON = "application/json"


def bare_app(store: Redis) -> Flask:
    """The views; `size` is how many bytes each answers."""
    app = Flask("bare")

    @app.post("/append/<int:size>")
    def append(size: int) -> Response:
        """One XADD."""
        store.xadd(STREAM, {"e": request.get_data()})
        return Response(b"x" * size, 201, content_type=JSON)

    @app.get("/head/<game>/<int:size>")
    def head(game: str, size: int) -> Response:
        """One XRANGE of a game's last entry."""
        store.xrevrange(keys.stream(parse_game_id(game)), count=1)
        return Response(b"x" * size, content_type=JSON)

    @app.get("/whole/<game>/<int:size>")
    def whole(game: str, size: int) -> Response:
        """One XRANGE of a whole game."""
        store.xrange(keys.stream(parse_game_id(game)))
        return Response(b"x" * size, content_type=JSON)

    @app.get("/readyz")
    def readyz() -> dict[str, str]:
        """Whether it serves."""
        return {"status": "ok"}

    return app


@contextmanager
def running_bare(environ: Mapping[str, str]) -> Iterator[int]:
    """Serve the views with these settings; gives the port."""
    port, pipe = free_port(), ParentPipe()
    whole = {**os.environ, **environ, "PORT": str(port), "HOST": HOST}
    child = Child("bare", program([sys.executable, "-m", "bench.bare"], whole, pipe))
    try:
        child.start_when_due()
        eventually(lambda: is_ready(HOST, port), READY_SECONDS)
        yield port
    finally:
        child.kill()
        pipe.close()


if __name__ == "__main__":
    watch_from(os.environ)
    settings = Settings.from_environ(os.environ)
    serve_wsgi(bare_app(clients.writer(settings.log_url())), settings, end_streams=lambda: None)
