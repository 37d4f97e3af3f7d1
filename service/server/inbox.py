"""Holds what a connection has received until it is parsed, and stops reading the socket meanwhile."""

from asyncio import Transport
from collections import deque
from collections.abc import Callable

from uvicorn.protocols.http.flow_control import FlowControl

from service.server.intake import SLICE_STEPS, Share

SLICE_BYTES = 4 * 1024
"""The size of the slices that are parsed."""


class Inbox(FlowControl):
    """The flow control of a connection, and a `Reader` of the share of its address.

    `parse` parses a slice and returns its steps; an empty slice means that the client has closed its side.
    The socket is read only while nothing is held and the application takes more.
    """

    def __init__(self, transport: Transport, share: Share, parse: Callable[[bytes], int]) -> None:
        super().__init__(transport)
        self._share = share
        self._parse = parse
        self._held: deque[bytes] = deque()
        self._has_asked = False
        self.has_ended = False

    def put(self, data: bytes) -> None:
        """Hold what was received, and parse it when it is the turn of this connection."""
        self._held.extend(data[at : at + SLICE_BYTES] for at in range(0, len(data), SLICE_BYTES))
        self._ask()

    def end(self) -> None:
        """The client has closed its side, which is parsed like data."""
        self.has_ended = True
        self._held.append(b"")
        self._ask()

    def discard(self) -> None:
        """Forget what is held, and read on, whatever the application takes."""
        self._held.clear()
        self.read_paused = False
        if not self.has_ended:
            self._transport.resume_reading()

    def close(self) -> None:
        """The connection is lost: forget it, so that neither holds the other in memory."""
        self._held.clear()
        del self._parse

    def waits(self) -> bool:
        """True if something is held, and only the turn of the connection is missing."""
        return bool(self._held) and not self.read_paused and not self._transport.is_closing()

    def read(self) -> int:
        """Parse the next slice, if the application takes it; returns the steps that this took."""
        self._has_asked = False
        if not self.waits():
            return 0
        steps = SLICE_STEPS + self._parse(self._held.popleft())
        self._has_asked = self.waits()
        if not (self._held or self.read_paused or self.has_ended):
            self._transport.resume_reading()
        return steps

    def resume_reading(self) -> None:
        """The application takes more: first what is held, then what is still in the kernel."""
        if not self.read_paused:
            return
        self.read_paused = False
        if not self._held:
            self._transport.resume_reading()
        elif not self._has_asked:
            self._has_asked = True
            self._share.ask_later(self)  # uvicorn calls this in the middle of its own work

    def _ask(self) -> None:
        if self.waits() and not self._has_asked:
            self._has_asked = True
            self._share.ask(self)
        if self._held:
            self._transport.pause_reading()
