"""The socket of one call: every step has what is left of one total time."""

import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Any, Self

import httpcore

from service.channels.http.destination import Destination
from service.channels.http.errors import NotConnected, TlsFailed, TooSlow

TRIES = 4
"""How many addresses of a name are tried."""


class Deadline:
    """A moment at which a call ends. `clock` gives seconds."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """The seconds that are left; raises `TooSlow` where there are none."""
        left = self._end - self._clock()
        if left <= 0:
            raise TooSlow
        return left


class PinnedBackend(httpcore.NetworkBackend):
    """Connects to the checked addresses of a destination, whatever its host's name leads to by now."""

    def __init__(self, destination: Destination, deadline: Deadline) -> None:
        self._destination = destination
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - the checked addresses are in its place
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the deadline is in its place
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        """A connection to the first address that answers."""
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
    """A connected socket whose reads and writes end at the deadline."""

    def __init__(self, connected: socket.socket, deadline: Deadline) -> None:
        self._socket = connected
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - see Deadline
        """At most so many bytes; none at the end."""
        try:
            self._socket.settimeout(self._deadline.left())
            return self._socket.recv(max_bytes)
        except TimeoutError:
            raise TooSlow from None
        except OSError:
            raise httpcore.ReadError from None

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - see Deadline
        """All of these bytes."""
        try:
            while buffer:
                self._socket.settimeout(self._deadline.left())
                buffer = buffer[self._socket.send(buffer) :]
        except TimeoutError:
            raise TooSlow from None
        except OSError:
            raise httpcore.WriteError from None  # httpcore still reads what the other side had to say

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 - see Deadline
    ) -> Self:
        """The same, encrypted; the certificate must be valid for the host of the URL."""
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
        """What httpcore asks of a stream; of these it gets the TLS object only."""
        if info == "ssl_object" and isinstance(self._socket, ssl.SSLSocket):
            return self._socket
        return None
