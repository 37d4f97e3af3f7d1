"""A web server that gives scripted responses and records its requests."""

import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """A response of the server; without a status it closes the connection instead."""

    status: int | None = 200
    body: Any = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> bytes:
        """Return the bytes of the body: bytes unchanged, anything else as JSON."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass(frozen=True)
class Asked:
    """A received request, and the client's address and port."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    connection: tuple[str, int]


HANG_UP = Answer(status=None)


@dataclass
class FakeService:
    """The server's URL, and all requests so far."""

    url: str
    asked: list[Asked]


@contextmanager
def answering(answers: Iterable[Answer]) -> Iterator[FakeService]:
    """Run a server on this machine that gives these responses, one to each request."""
    script = iter(answers)
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length)) if length else None
            asked.append(Asked(self.command, self.path, dict(self.headers), body, self.client_address))
            given = next(script)
            if given.status is None:
                self.close_connection = True
                return
            self.send_response(given.status)
            for name, value in {"Content-Length": str(len(given.content)), **given.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(given.content)

        do_GET = do_POST = answer  # noqa: N815 - http.server's names

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield FakeService(f"http://127.0.0.1:{server.server_port}", asked)
        finally:
            server.shutdown()
            thread.join()
