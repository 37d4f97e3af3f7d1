"""Connections that do not wait for ever: nobody holds a thread by half a request, or by an answer not taken.

gunicorn reads a request and writes its answer in a thread of few, for as long as the client takes. Here the
kernel ends each wait, and what comes too slowly counts as a lost connection.
"""

import errno
import socket
import struct
from time import monotonic
from typing import Any

from gunicorn.workers import gthread

SILENCE_SECONDS = 1.0
"""How long a thread waits for the first byte on a new connection; then the main loop does, without one."""
REQUEST_SECONDS = 8
"""How long a request may take to come, and how long a client may pause in it or in taking an answer."""


class Impatient(socket.socket):
    """A connection on which every wait is over after `REQUEST_SECONDS`, and so is a request in drops."""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
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


class Connection(gthread.TConn):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's connection on such a socket."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, Impatient(sock), client, server)


def _lost() -> ConnectionResetError:
    return ConnectionResetError(errno.ECONNRESET, "the client took too long")
