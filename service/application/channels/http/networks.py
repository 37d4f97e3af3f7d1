"""The IP addresses that may be called: public ones, and those in networks that the operator allows.

Sources: the IANA special-purpose address registries (RFC 6890) and multicast (RFC 5771). This module has its
own lists because `ipaddress.is_global` differs between releases of Python, and counts NAT64 as global.
"""

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

IPAddress = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network

_CLOSED_4 = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this host and network
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared address space of carriers
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local, and the metadata services of clouds
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
_GLOBAL_6 = IPv6Network("2000::/3")
_CLOSED_6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocol assignments, among them Teredo, which embeds an IPv4 address
        "2001:db8::/32",
        "2002::/16",  # 6to4, which embeds an IPv4 address
        "3fff::/20",
    )
)
_HOLD_IPV4 = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
"""IPv4-mapped addresses and NAT64 (RFC 6052): the last 32 bits are the IPv4 address that is reached."""


def reached(address: IPAddress) -> IPAddress:
    """The address that a connection to this one reaches.

    >>> reached(IPv6Address("64:ff9b::7f00:1"))
    IPv4Address('127.0.0.1')
    """
    if isinstance(address, IPv6Address) and any(address in network for network in _HOLD_IPV4):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_public(address: IPAddress) -> bool:
    """True if the address belongs to the public Internet.

    >>> [is_public(IPv4Address(text)) for text in ("93.184.216.34", "192.168.0.1")]
    [True, False]
    """
    address = reached(address)
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _CLOSED_4)
    return address in _GLOBAL_6 and not any(address in network for network in _CLOSED_6)


def is_within(address: IPAddress, networks: Collection[IPNetwork]) -> bool:
    """True if the address lies in one of these networks."""
    return any(reached(address) in network for network in networks)
