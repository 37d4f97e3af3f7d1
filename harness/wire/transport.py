"""A connection without a socket: the server's end, in memory."""

import asyncio
from typing import Any


class Wire(asyncio.Transport):
    """The server's end of a connection from this address, which records what is written."""

    def __init__(self, address: str) -> None:
        super().__init__({"socket": self})
        self._address = address
        self.is_paused = self.is_closed = False
        self.written = b""

    def getpeername(self) -> tuple[str, int]:
        """The client's address, as a socket tells it."""
        return self._address, 4711

    def getsockname(self) -> tuple[str, int]:
        """The server's address, as a socket tells it."""
        return "192.0.2.9", 8000

    def setsockopt(self, *_: Any) -> None:
        """Set nothing."""

    def fileno(self) -> int:
        """None."""
        return -1

    def write(self, data: Any) -> None:
        """Record what the server writes."""
        self.written += data

    def write_eof(self) -> None:
        """Do nothing: the client reads what was written."""

    def is_closing(self) -> bool:
        """True once the server has closed it."""
        return self.is_closed

    def close(self) -> None:
        """Close it."""
        self.is_closed = True

    def abort(self) -> None:
        """Close it."""
        self.is_closed = True

    def pause_reading(self) -> None:
        """Give the server nothing more."""
        self.is_paused = True

    def resume_reading(self) -> None:
        """Give the server more."""
        self.is_paused = False
