"""One POST to an outside URL: to a checked IP address, within a total time, without redirects and proxies."""

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic

import httpcore

from service.application.channels.http.destination import RESOLVE_SECONDS, Destination, Destinations
from service.application.channels.http.errors import BrokenAnswer, TooSlow
from service.application.channels.http.stream import CallDeadline, PinnedBackend

SECONDS = 15.0
"""The total time of a call, from name resolution to the end of the response."""
ANSWER_BYTES = 4096
"""The maximum number of bytes read of a response body; the client does not wait for the rest."""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """The response; `headers` by names in lower case, of equal ones the last; `body` as far as read."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Client:
    """Makes calls, each on its own connection. Thread-safe.

    A TLS connection uses SNI for the host of the URL, and requires a certificate that is valid for that host.
    """

    destinations: Destinations
    seconds: float = SECONDS
    clock: Callable[[], float] = monotonic
    tls: ssl.SSLContext = field(default_factory=httpcore.default_ssl_context)

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> HttpResponse:
        """Send the body and read the response. Raises `CallFailed`; `errors.py` has its subclasses."""
        deadline = CallDeadline(self.seconds, self.clock)
        destination = self.destinations.find(url, min(RESOLVE_SECONDS, self.seconds))
        return self.send(destination, body, headers, deadline)

    def send(
        self, to: Destination, body: bytes, headers: Mapping[str, str], deadline: CallDeadline | None = None
    ) -> HttpResponse:
        """Like `post`, to a destination that has just been found."""
        deadline = deadline or CallDeadline(self.seconds, self.clock)
        scheme = b"https" if to.is_encrypted else b"http"
        origin = httpcore.Origin(scheme, to.host.encode(), to.port)
        url = httpcore.URL(scheme=scheme, host=origin.host, port=to.port, target=to.path.encode())
        request = httpcore.Request("POST", url, headers=_fields(to, headers, len(body)), content=body)
        with httpcore.HTTPConnection(
            origin, self.tls, network_backend=PinnedBackend(to, deadline)
        ) as connection:
            return _answer(connection, request)


def _fields(to: Destination, headers: Mapping[str, str], length: int) -> list[tuple[bytes, bytes]]:
    own = {
        "Host": to.authority,
        "User-Agent": "Kingdomino",
        "Content-Length": str(length),
        "Connection": "close",
    }
    return [(name.encode("ascii"), value.encode("ascii")) for name, value in {**own, **headers}.items()]


def _answer(connection: httpcore.HTTPConnection, request: httpcore.Request) -> HttpResponse:
    try:
        response = connection.handle_request(request)
        body = b""
        for part in response.iter_stream():
            body += part
            if len(body) >= ANSWER_BYTES:
                break
    except httpcore.TimeoutException:
        raise TooSlow from None
    except (httpcore.ProtocolError, httpcore.NetworkError):
        raise BrokenAnswer from None
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
    return HttpResponse(response.status, headers, body[:ANSWER_BYTES])
