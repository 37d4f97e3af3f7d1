"""Calls to outside hosts within the limits of `hosts.py`, so that a slow host delays no others."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from ipaddress import IPv6Address
from time import monotonic
from urllib.parse import urlsplit

from service.application.channels.http.client import Client, HttpResponse
from service.application.channels.http.errors import CallFailed, HostAway, NotAllowed
from service.application.channels.http.hosts import Away, Busy, CallPermit, Hosts
from service.application.channels.http.networks import IPAddress

SUBNET_BITS = 64
"""The low bits of an IPv6 address that are ignored: whoever has one address has the whole /64 network."""


class LimitedClient:
    """A client for all threads of a process, with the limits and circuit breakers of their hosts.

    `clock` returns monotonic seconds.
    """

    def __init__(self, client: Client, hosts: Hosts, clock: Callable[[], float] = monotonic) -> None:
        self._client = client
        self._hosts = hosts
        self._clock = clock

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> HttpResponse | Busy:
        """Make the call, or return `Busy` without a call if too many threads call the host.

        Raises `CallFailed`; `HostAway` means that no call was made because the circuit breaker is open.
        """
        host = (urlsplit(url).hostname or "").removesuffix(".")
        with self._hosts.turn(host) as turn:
            if isinstance(turn, Busy):
                return turn
            if isinstance(turn, Away):
                raise HostAway
            began = self._clock()
            answer = self._send(turn, url, body, headers)
            if not isinstance(answer, Busy):
                self._hosts.answered(host, self._clock() - began)
            return answer

    def _send(
        self, turn: CallPermit, url: str, body: bytes, headers: Mapping[str, str]
    ) -> HttpResponse | Busy:
        try:
            destination = self._client.destinations.find(url)
            busy = turn.and_addresses(dict.fromkeys(_lines(destination.addresses)))
            return busy or self._client.send(destination, body, headers)
        except NotAllowed:
            raise
        except CallFailed:
            self._hosts.failed(turn.host)
            raise


def _lines(addresses: Iterable[IPAddress]) -> Iterator[str]:
    """The key under which each address is counted: an IPv4 address itself, an IPv6 address's /64 network."""
    for address in addresses:
        is_long = isinstance(address, IPv6Address)
        yield str(IPv6Address(int(address) >> SUBNET_BITS << SUBNET_BITS) if is_long else address)
