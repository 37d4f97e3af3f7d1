"""A persistent connection with little cost for the client: it sends bytes, and reads a status and a body."""

import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address
from itertools import count
from selectors import EVENT_READ, DefaultSelector
from types import TracebackType
from typing import NamedTuple, Self

import orjson

from harness.service import HOST

SECONDS = 20.0
FIRST = IPv4Address("127.1.0.1")
"""The first client address: on Linux, all of 127.0.0.0/8 is this machine, so each client gets its own."""
PER_ADDRESS = 50
"""The number of requests per address: far below its limits, whatever their weight."""

_numbers = count()


class Answer(NamedTuple):
    """A response: its status and its body."""

    status: int
    body: bytes


class LimitReached(Exception):  # noqa: N818 - a response
    """A limit refused a request, so the measurement does not show what a client below its limits gets."""


class Unavailable(Exception):  # noqa: N818 - a response
    """503: the process has no room, or the store is unavailable."""


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """The bytes of a request; `If_Match` stands for `If-Match`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    fields = {"Host": HOST, **named, "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def asking(path: str, token: str, **headers: str) -> bytes:
    """The bytes of a GET request by the account with this token; `Accept_Language` stands for the header."""
    return request("GET", path, b"", Authorization=f"Bearer {token}", **headers)


def new_address() -> str:
    """An address of this machine that no client has used before."""
    return str(FIRST + next(_numbers))


class Wire:
    """A connection to a port of this machine, by default from a new address; not thread-safe.

    Waiting longer than `seconds` raises TimeoutError. Methods raise `LimitReached` for a 429, and
    ConnectionError for any other status than the expected one.
    """

    def __init__(self, port: int, source: str | None = None, seconds: float = SECONDS) -> None:
        self._socket = socket.create_connection((HOST, port), seconds, (source or new_address(), 0))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()
        self._socket.close()

    def fileno(self) -> int:
        """The socket's file descriptor, for a selector."""
        return self._socket.fileno()

    def ask(self, asked: bytes) -> Answer:
        """The response to a request, with any status but 429; it must have a Content-Length."""
        self.send(asked)
        return self._answer()

    def expect(self, status: int, asked: bytes) -> bytes:
        """The body of the response to a request; the response must have this status."""
        self.send(asked)
        return self.receive(status)

    def send(self, asked: bytes) -> None:
        """Send a request."""
        self._socket.sendall(asked)

    def receive(self, status: int) -> bytes:
        """The body of the response to the request sent; the response must have this status."""
        answer = self._answer()
        if answer.status != status:
            raise ConnectionError(f"{answer.status}: {answer.body!r}")
        return answer.body

    def open_stream(self, asked: bytes) -> None:
        """Request a stream and read the response's headers; raises `Unavailable` if there is no room."""
        self.send(asked)
        status, length = self._head()
        if status == 503:
            raise Unavailable(_detail(self._lines.read(length)))
        if status != 200:
            raise _refused(status, self._lines.read(length))

    def lines(self) -> Iterator[bytes]:
        """The lines of a stream, as they arrive."""
        return self._lines

    def read_until(self, mark: bytes) -> None:
        """Read lines of a stream until one contains `mark`."""
        for line in self._lines:
            if mark in line:
                return
        raise ConnectionError(f"the stream ended before {mark!r}")

    def drain(self) -> int:
        """Drop and count the bytes received; afterwards only a selector waits for more."""
        self._socket.settimeout(0)
        dropped = 0
        with suppress(BlockingIOError):
            while came := self._socket.recv(1 << 16):
                dropped += len(came)
        return dropped

    def _answer(self) -> Answer:
        status, length = self._head()
        answer = Answer(status, self._lines.read(length))
        if status == 429:
            raise _refused(*answer)
        return answer

    def _head(self) -> tuple[int, int]:
        first = self._lines.readline()
        if not first:
            raise ConnectionError("the connection was closed without an answer")
        status, length = int(first.split()[1]), 0
        while (line := self._lines.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, length


def each_ready(waiting: Iterable[Wire]) -> Iterator[Wire]:
    """Yield each connection once it has received something; TimeoutError after `SECONDS` of silence."""
    with DefaultSelector() as selector:
        for wire in waiting:
            selector.register(wire, EVENT_READ, wire)
        while selector.get_map():
            ready = selector.select(SECONDS)
            if not ready:
                raise TimeoutError(f"{len(selector.get_map())} connections were silent for {SECONDS} s")
            for key, _ in ready:
                selector.unregister(key.fileobj)
                yield key.data


def wires(port: int) -> Iterator[Wire]:
    """The connection for each next request; a new one from another address after `PER_ADDRESS` requests."""
    while True:
        with Wire(port) as wire:
            for _ in range(PER_ADDRESS):
                yield wire


def _refused(status: int, body: bytes) -> Exception:
    if status == 429:
        return LimitReached(f"the benchmark ran into a limit: {_detail(body)}")
    return ConnectionError(f"{status}: {body!r}")


def _detail(body: bytes) -> str:
    return str(orjson.loads(body)["detail"])
