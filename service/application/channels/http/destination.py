"""Checks if a URL may be called, and finds the addresses of its host.

The rule: `https` to public addresses at port 443 or from 1024 on; in the networks that the operator allows
(`KINGDOMINO_WEBHOOK_NETWORKS`) also `http`, at any port. If one address of a name is not allowed, none is
called.
"""

import re
import socket
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.parse import SplitResult, urlsplit

from service.application.channels.http.errors import NotAllowed, UnknownHost
from service.application.channels.http.networks import IPAddress, IPNetwork, is_public, is_within

LONGEST_URL = 2048
"""The maximum length of a URL in characters."""
RESOLVE_SECONDS = 5.0
PORTS = {"https": 443, "http": 80}
LOWEST_FREE_PORT = 1024
"""Of the lower ports only 443 is called at public addresses: other, simple protocols are served there."""

_CHARACTERS = re.compile(r"[!-~]+")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")

Resolve = Callable[[str], Collection[str]]
"""Resolves a host name to its IP addresses; raises OSError if there are none."""


@dataclass(frozen=True, slots=True)
class Destination:
    """The destination of a request; `path` includes the query; all `addresses` may be called."""

    is_encrypted: bool
    host: str
    port: int
    path: str
    addresses: tuple[IPAddress, ...]

    @property
    def authority(self) -> str:
        """The value of `Host`: the host, and the port if it is not the default of the scheme."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = PORTS["https" if self.is_encrypted else "http"]
        return host if self.port == usual else f"{host}:{self.port}"


def system_resolve(name: str) -> Collection[str]:
    """The addresses from the system's resolver, without duplicates."""
    found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[4][0]) for place in found))


@dataclass(frozen=True, slots=True)
class Destinations:
    """Finds the destinations of URLs; `allowed` are the networks that the operator opens to calls."""

    allowed: tuple[IPNetwork, ...] = ()
    resolve: Resolve = system_resolve

    def find(self, url: str, seconds: float = RESOLVE_SECONDS) -> Destination:
        """The present destination of a URL; raises `NotAllowed`, or `UnknownHost` if it has no address."""
        parts, host, port = _split(url)
        literal = _literal(host)
        addresses = (literal,) if literal else self._addresses(host, seconds)
        inside = all(is_within(address, self.allowed) for address in addresses)
        if not inside:
            self._check_public(parts.scheme, host, port, addresses)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Destination(parts.scheme == "https", host, port, path, addresses)

    def _check_public(self, scheme: str, host: str, port: int, addresses: Collection[IPAddress]) -> None:
        for address in addresses:
            if not is_public(address) and not is_within(address, self.allowed):
                raise NotAllowed(f"{host} has the address {address}, which is not public")
        if scheme != "https":
            raise NotAllowed("the URL must begin with https://")
        if port != PORTS["https"] and port < LOWEST_FREE_PORT:
            raise NotAllowed(f"the port must be 443, or {LOWEST_FREE_PORT} to 65535, not {port}")

    def _addresses(self, name: str, seconds: float) -> tuple[IPAddress, ...]:
        """The addresses of a name; it is resolved in a thread, because the resolver itself has no timeout."""
        answers: SimpleQueue[Collection[str]] = SimpleQueue()

        def ask() -> None:
            try:
                answers.put(self.resolve(name))
            except (OSError, UnicodeError):
                answers.put(())

        Thread(target=ask, name="resolver", daemon=True).start()
        try:
            found = answers.get(timeout=seconds)
        except Empty:
            found = ()
        if not found:
            raise UnknownHost(f"{name} has no address")
        return tuple(ip_address(text) for text in found)


def _split(url: str) -> tuple[SplitResult, str, int]:
    """The parts of a URL, its host in lower case, and its port; raises `NotAllowed` if it is not valid."""
    if len(url) > LONGEST_URL:
        raise NotAllowed(f"the URL has {len(url)} characters, and may have {LONGEST_URL}")
    if not _CHARACTERS.fullmatch(url) or "\\" in url:
        raise NotAllowed("the URL may only have visible ASCII characters; write others percent-encoded")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").removesuffix("."), parts.port
    except ValueError:
        raise NotAllowed("this is not a URL") from None
    if parts.scheme not in PORTS:
        raise NotAllowed("the URL must begin with https://")
    if "@" in parts.netloc or parts.fragment:
        raise NotAllowed("the URL may have no user, password or fragment")
    if not host or port == 0 or not _is_host(host, bracketed="[" in parts.netloc):
        raise NotAllowed(f"the URL has no usable host: {host!r}")
    return parts, host, port or PORTS[parts.scheme]


def _is_host(host: str, *, bracketed: bool) -> bool:
    """True for an IPv4 address of four decimal numbers, an IPv6 address in brackets, or a name.

    Other numbers, such as 2130706433 or 0x7f.1, are rejected, because many resolvers take them as addresses.
    """
    literal = _literal(host)
    if bracketed or literal:
        return bracketed == isinstance(literal, IPv6Address)
    labels = host.split(".")
    return len(host) <= 253 and all(map(_LABEL.fullmatch, labels)) and not _NUMBER.fullmatch(labels[-1])


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    """The host as an IP address; None for a name, or for an address with a zone."""
    try:
        return None if "%" in host else ip_address(host)
    except ValueError:
        return None
