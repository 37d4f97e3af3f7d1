"""A kept connection that costs the client little: bytes out, a status and bytes back."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple, Self

from tests.support.service import HOST

SECONDS = 20.0


class Answer(NamedTuple):
    """One answer: its status and its body."""

    status: int
    body: bytes


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """The bytes of a request; `If_Match` stands for `If-Match`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    fields = {"Host": HOST, **named, "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


class Wire:
    """A connection to a port of this machine, from an address of it; for one thread.

    Whoever waits for longer than `seconds` gets a TimeoutError.
    """

    def __init__(self, port: int, source: str = "", seconds: float = SECONDS) -> None:
        self._socket = socket.create_connection((HOST, port), seconds, (source, 0) if source else None)
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
        """The answer to a request, which has a Content-Length."""
        self._socket.sendall(asked)
        status, length = self._head()
        return Answer(status, self._lines.read(length))

    def expect(self, status: int, asked: bytes) -> bytes:
        """The body of an answer that must have this status."""
        answer = self.ask(asked)
        if answer.status != status:
            raise ConnectionError(f"{answer.status}: {answer.body!r}")
        return answer.body

    def open_stream(self, asked: bytes) -> None:
        """Ask for a stream, and read the head of the answer."""
        self._socket.sendall(asked)
        status, _ = self._head()
        if status != 200:
            raise ConnectionError(f"the stream was refused: {status}")

    def lines(self) -> Iterator[bytes]:
        """The lines of a stream, as they come."""
        return self._lines

    def read_until(self, mark: bytes) -> None:
        """Read lines of a stream until one has this in it."""
        for line in self._lines:
            if mark in line:
                return
        raise ConnectionError(f"the stream ended before {mark!r}")

    def drain(self) -> None:
        """Drop what has come and was not read; from now on only a selector waits for more."""
        self._socket.settimeout(0)
        with suppress(BlockingIOError):
            while self._socket.recv(1 << 16):
                pass

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
