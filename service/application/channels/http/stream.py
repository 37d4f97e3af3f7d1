"""The socket of one call; one deadline holds for all its steps together."""

import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Any, Self

import httpcore

from service.application.channels.http.destination import Destination
from service.application.channels.http.errors import NotConnected, TlsFailed, TooSlow

TRIES = 4
"""The maximum number of addresses of a name that are tried."""


class CallDeadline:
    """The moment by which a call must end, `seconds` from now. `clock` returns seconds."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """The remaining seconds; raises `TooSlow` if there are none."""
        left = self._end - self._clock()
        if left <= 0:
            raise TooSlow
        return left


class PinnedBackend(httpcore.NetworkBackend):
    """Connects to the checked addresses of a destination, and does not resolve the name of its host again."""

    def __init__(self, destination: Destination, deadline: CallDeadline) -> None:
        self._destination = destination
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - replaced by the checked addresses
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - replaced by the deadline
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        """A connection to the first address that accepts one; each gets its share of the remaining time."""
        addresses = self._destination.addresses[:TRIES]
        for at, address in enumerate(addresses):
            share = self._deadline.left() / (len(addresses) - at)
            try:
                connected = socket.create_connection((str(address), port), share)
            except OSError:
                continue
            return DeadlineStream(connected, self._deadline)
        self._deadline.left()
        raise NotConnected


class DeadlineStream(httpcore.NetworkStream):
    """A connected socket whose reads and writes raise `TooSlow` at the deadline."""

    def __init__(self, connected: socket.socket, deadline: CallDeadline) -> None:
        self._socket = connected
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - see Deadline
        """Read at most `max_bytes`; b"" at the end of the stream."""
        try:
            self._socket.settimeout(self._deadline.left())
            return self._socket.recv(max_bytes)
        except TimeoutError:
            raise TooSlow from None
        except OSError:
            raise httpcore.ReadError from None

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - see Deadline
        """Write all of these bytes."""
        try:
            while buffer:
                self._socket.settimeout(self._deadline.left())
                buffer = buffer[self._socket.send(buffer) :]
        except TimeoutError:
            raise TooSlow from None
        except OSError:
            raise httpcore.WriteError from None  # httpcore then still reads the response

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 - see Deadline
    ) -> Self:
        """The same connection with TLS; the certificate must be valid for the host of the URL."""
        try:
            self._socket.settimeout(self._deadline.left())
            connected = ssl_context.wrap_socket(self._socket, server_hostname=server_hostname)
        except TimeoutError:
            self.close()
            raise TooSlow from None
        except OSError as error:
            self.close()
            raise TlsFailed(getattr(error, "verify_message", "")) from None
        return type(self)(connected, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """The TLS object for `ssl_object`; None for everything else that httpcore may request."""
        if info == "ssl_object" and isinstance(self._socket, ssl.SSLSocket):
            return self._socket
        return None
