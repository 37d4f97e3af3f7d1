"""The client address of a request, by which limits count."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from flask import request

IPV6_NETWORK = 64
"""The prefix length of one customer's IPv6 network (RFC 6177)."""


def address() -> str:
    """The client's IPv4 address or IPv6 network; behind trusted proxies the address that they report."""
    return network(request.remote_addr or "")


@lru_cache(maxsize=4096)
def network(text: str) -> str:
    """The address, or its network for IPv6; text that is not an address is returned unchanged.

    >>> network("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    >>> network("::ffff:192.0.2.1")
    '192.0.2.1'
    """
    try:
        found = ip_address(text)
    except ValueError:
        return text or "unknown"
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found.packed, IPV6_NETWORK), strict=False))
