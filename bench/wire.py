"""A kept connection that costs the client little: bytes out, a status and bytes back."""

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
"""All of 127.0.0.0/8 is this machine, on Linux: clients have addresses of their own from here on."""
PER_ADDRESS = 50
"""So many requests of one address stay far below its limits, whatever they weigh."""

_numbers = count()


class Answer(NamedTuple):
    """One answer: its status and its body."""

    status: int
    body: bytes


class LimitReached(Exception):  # noqa: N818 - what was answered
    """A request was refused by a limit, so what is measured is not what a client below its limits gets."""


class Unavailable(Exception):  # noqa: N818 - what was answered
    """503: the process has no room, or its store is away."""


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """The bytes of a request; `If_Match` stands for `If-Match`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    fields = {"Host": HOST, **named, "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def asking(path: str, token: str) -> bytes:
    """The bytes of a GET by the account with this token."""
    return request("GET", path, Authorization=f"Bearer {token}")


def new_address() -> str:
    """An address of this machine that no client had before."""
    return str(FIRST + next(_numbers))


class Wire:
    """A connection to a port of this machine, from a new address where none is given; for one thread.

    Whoever waits for longer than `seconds` gets a TimeoutError. Methods raise `LimitReached` at a 429 and
    ConnectionError at another answer than the one that is expected.
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
        """The socket's, for a selector."""
        return self._socket.fileno()

    def ask(self, asked: bytes) -> Answer:
        """The answer to a request, which has a Content-Length; any but a 429."""
        self.send(asked)
        return self._answer()

    def expect(self, status: int, asked: bytes) -> bytes:
        """The body of the answer to a request, which must have this status."""
        self.send(asked)
        return self.receive(status)

    def send(self, asked: bytes) -> None:
        """Send a request."""
        self._socket.sendall(asked)

    def receive(self, status: int) -> bytes:
        """The body of the answer to what was sent, which must have this status."""
        answer = self._answer()
        if answer.status != status:
            raise ConnectionError(f"{answer.status}: {answer.body!r}")
        return answer.body

    def open_stream(self, asked: bytes) -> None:
        """Ask for a stream, and read the head of the answer; raises `Unavailable` where there is no room."""
        self.send(asked)
        status, length = self._head()
        if status == 503:
            raise Unavailable(_detail(self._lines.read(length)))
        if status != 200:
            raise _refused(status, self._lines.read(length))

    def lines(self) -> Iterator[bytes]:
        """The lines of a stream, as they come."""
        return self._lines

    def read_until(self, mark: bytes) -> None:
        """Read lines of a stream until one has this in it."""
        for line in self._lines:
            if mark in line:
                return
        raise ConnectionError(f"the stream ended before {mark!r}")

    def drain(self) -> int:
        """Drop what has come and count its bytes; from now on only a selector waits for more."""
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
    """Each of these once, as soon as something came on it; raises TimeoutError after `SECONDS` of silence."""
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
    """The connection for each next request: a new one, from another address, after `PER_ADDRESS` of them."""
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
