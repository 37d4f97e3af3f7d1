"""A server with the part of S3 that an archive needs: PUT with If-None-Match, and GET.

Tests with it show only that requests follow the S3 API, not that another server works.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class AskedOfS3:
    """A request: its method, its If-None-Match, and whether it was signed (AWS Signature Version 4)."""

    method: str
    condition: str | None
    signed: bool


@dataclass
class S3:
    """The objects by path, all requests so far, and the status of every response, if it is fixed."""

    environment: Mapping[str, str]
    content: dict[str, bytes] = field(default_factory=dict)
    asked: list[AskedOfS3] = field(default_factory=list)
    refusing: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


@contextmanager
def serving_s3() -> Iterator[S3]:
    """Run such a server on this machine."""
    server: S3

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with server.lock:
                there = self.path in server.content
                if not there and server.refusing is None:
                    server.content[self.path] = body
            self._answer(412 if there else 200, b"")

        def do_GET(self) -> None:
            found = server.content.get(self.path)
            self._answer(200 if found is not None else 404, found or b"")

        def _answer(self, status: int, body: bytes) -> None:
            signed = self.headers.get("Authorization", "").startswith("AWS4-HMAC-SHA256 ")
            server.asked.append(AskedOfS3(self.command, self.headers.get("If-None-Match"), signed))
            self.send_response(server.refusing or status)
            for name, value in {
                "Content-Length": str(len(body)),
                "ETag": '"1"',
                "Last-Modified": DATE,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        server = S3(
            {
                "AWS_ENDPOINT_URL": f"http://127.0.0.1:{listening.server_port}",
                "AWS_REGION": "test-1",
                "AWS_ACCESS_KEY_ID": "id",
                "AWS_SECRET_ACCESS_KEY": "secret",
            }
        )
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            listening.shutdown()
            thread.join()


DATE = "Thu, 01 Jan 2026 00:00:00 GMT"
