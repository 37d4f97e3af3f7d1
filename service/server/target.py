"""The target of a request and its host, by RFC 9112, section 3.2.

A request with two hosts has two meanings: a proxy or a cache may read one, and the application the other. So
a request must name exactly one. `service/http/hosts.py` checks later that it is a name of this service.
"""

import re
from collections.abc import Iterable

from service.application.problem import Problem, http_problem

VERSIONS = ("1.0", "1.1")
HOST = re.compile(rb"(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?")
"""A name or an address, perhaps with a port: no user, no path, no list."""
ABSOLUTE = re.compile(rb"(https?)://([^/?#]*)([^#]*)", re.IGNORECASE)
PORTS = {b"http": b":80", b"https": b":443"}


def origin_form(target: bytes, version: str, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The path and query of a request to the one host that it names; raises a `Problem` for any other.

    >>> origin_form(b"http://LOCALHOST:80?a=1", "1.1", [(b"host", b"localhost")])
    b'/?a=1'
    """
    if version not in VERSIONS:
        raise http_problem(400, f"this server speaks HTTP/1.1, not HTTP/{version}")
    host = _host(version, [value for name, value in headers if name == b"host"])
    if target.startswith(b"/"):
        return target
    absolute = ABSOLUTE.fullmatch(target)
    if absolute is None:
        raise http_problem(400, "the target of a request is a path such as /rules, or a URL of this server")
    scheme, authority, path = absolute.groups()
    port = PORTS[scheme.lower()]
    if authority.lower().removesuffix(port) != host.lower().removesuffix(port):
        raise _wrong_host("the URL and the Host header of a request must name the same host")
    return path if path.startswith(b"/") else b"/" + path


def _host(version: str, hosts: list[bytes]) -> bytes:
    """The host of a request; empty if it has none, as only HTTP/1.0 allows."""
    if not hosts and version == "1.0":
        return b""
    if len(hosts) != 1:
        raise _wrong_host(f"a request has one Host header, not {len(hosts)}")
    if not HOST.fullmatch(hosts[0]):
        raise _wrong_host("the Host header must be a name or an IP address, perhaps with a port")
    return hosts[0]


def _wrong_host(detail: str) -> Problem:
    return Problem(400, "request/host", detail)
