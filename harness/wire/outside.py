"""A server for outgoing requests: it stores each one, and gives the responses that a test defines."""

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from ssl import SSLContext
from typing import Any

from httpcore import default_ssl_context

from service.application.channels.http.client import Client
from service.application.channels.http.destination import Destinations

LOOPBACK = (ip_network("127.0.0.0/8"),)


@dataclass(frozen=True, slots=True)
class Received:
    """A received request; `headers` are by lower-case name."""

    path: str
    headers: Mapping[str, str]
    body: bytes


Reply = tuple[int, Mapping[str, str], bytes]


@dataclass(slots=True)
class OutsideServer:
    """A server on this machine; `answer` returns status, headers and body for a request."""

    port: int
    received: list[Received] = field(default_factory=list)
    answer: Callable[[Received], Reply] = lambda _: (201, {}, b"")

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def outside_server(port: int = 0) -> Iterator[OutsideServer]:
    """Run a server, at any free port if none is given."""
    outside = OutsideServer(port)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            headers = {name.lower(): value for name, value in self.headers.items()}
            came = Received(self.path, headers, self.rfile.read(length))
            outside.received.append(came)
            self._reply(*outside.answer(came))

        def _reply(self, status: int, fields: Mapping[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **fields}.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(ConnectionError):  # a client may stop reading early
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    outside.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield outside
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def raw_server(speak: Callable[[socket.socket], None]) -> Iterator[int]:
    """Run a server that passes each connection to `speak`, which need not speak HTTP; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=_speak, args=(speak, connection), daemon=True).start()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield int(listening.getsockname()[1])
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


def _speak(speak: Callable[[socket.socket], None], connection: socket.socket) -> None:
    with connection:
        try:
            speak(connection)
        except OSError:
            return  # the client has gone, as expected


def local_client(**more: Any) -> Client:
    """A client that may call this machine; `more` are fields of `Client`."""
    return Client(**{"destinations": Destinations(LOOPBACK), "tls": _tls(), **more})


@cache
def _tls() -> SSLContext:
    """The certificates of this machine, which take a tenth of a second to read."""
    return default_ssl_context()
