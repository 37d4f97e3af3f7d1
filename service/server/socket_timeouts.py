"""Connections that do not wait for ever: nobody holds a thread by half a request, or by an answer not taken.

gunicorn reads a request and writes its answer in a thread of few, for as long as the client takes. Here the
kernel ends each wait, and what comes too slowly counts as a lost connection.
"""

import errno
import socket
import struct
from contextlib import suppress
from time import monotonic
from typing import Any

from gunicorn.util import close, close_graceful
from gunicorn.workers import gthread

SILENCE_SECONDS = 1.0
"""How long a thread waits for the first byte on a new connection; then the main loop does, without one."""
REQUEST_SECONDS = 8
"""How long a client may pause in a request or in taking an answer; after it no more of a request is read."""
LINGER_SECONDS = 1.0
"""How long a client may take to close a connection that we have ended."""


class TimedSocket(socket.socket):
    """A connection on which every wait is over after `REQUEST_SECONDS`, and so is a request in drops."""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        with suppress(OSError):  # macOS, of a connection that is lost already: the first read says so
            for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
                self.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", REQUEST_SECONDS, 0))
        self.expect_request()

    def expect_request(self) -> None:
        """From now on a request has to come."""
        self._due = monotonic() + REQUEST_SECONDS

    def recv(self, size: int, flags: int = 0) -> bytes:
        """Read; raises ConnectionResetError when the client took too long."""
        if flags:  # a look at what is there, which waits for nothing
            return super().recv(size, flags)
        if monotonic() > self._due:
            raise _lost()
        try:
            return super().recv(size)
        except BlockingIOError:
            raise _lost() from None

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Write; raises ConnectionResetError when the client took nothing for too long."""
        try:
            super().sendall(data, flags)
        except BlockingIOError:
            raise _lost() from None

    def send(self, data: Any, flags: int = 0) -> int:
        """Write some of it; raises as `sendall` does."""
        try:
            return super().send(data, flags)
        except BlockingIOError:
            raise _lost() from None


class Connection(gthread.TConn):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's connection on such a socket.

    gunicorn's main loop waits for the client to close its end, too, and all others wait with it; those that
    sent a request meanwhile are taken for idle. Here the thread that served the client waits.
    """

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, TimedSocket(sock), client, server)

    def linger(self) -> None:
        """Say that this is the end, and close when the client has said so too, or after a while."""
        self.sock.expect_request()
        close_graceful(self.sock, LINGER_SECONDS)

    def close(self, graceful: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - gunicorn's signature
        """Close at once: who had to wait has done so."""
        close(self.sock)


def _lost() -> ConnectionResetError:
    return ConnectionResetError(errno.ECONNRESET, "the client took too long")
