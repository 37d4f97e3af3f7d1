"""Targets and hosts of requests, by RFC 9112, section 3.2."""

import pytest

from service.application.problem import Problem
from service.server.target import origin_form

LOCAL = (b"localhost:8000",)


@pytest.mark.parametrize(
    ("target", "version", "hosts", "path"),
    [
        (b"/rules?a=1", "1.1", LOCAL, b"/rules?a=1"),
        (b"//evil.example/x", "1.1", LOCAL, b"//evil.example/x"),
        (b"/", "1.0", (), b"/"),
        (b"/", "1.1", (b"[::1]:8000",), b"/"),
        (b"/", "1.1", (b"web_1.internal",), b"/"),
        (b"http://localhost:8000/rules?a=1", "1.1", LOCAL, b"/rules?a=1"),
        (b"HTTP://LocalHost:8000", "1.1", LOCAL, b"/"),
        (b"http://localhost:8000?a=1", "1.0", LOCAL, b"/?a=1"),
        (b"http://a.example:80/", "1.1", (b"a.example",), b"/"),
        (b"https://a.example/", "1.1", (b"a.example:443",), b"/"),
    ],
)
def test_one_host_is_served(target: bytes, version: str, hosts: tuple[bytes, ...], path: bytes) -> None:
    """A path, or a URL of the same host, is the path; HTTP/1.0 needs no host."""
    assert origin_form(target, version, [(b"host", host) for host in hosts]) == path


@pytest.mark.parametrize(
    ("version", "hosts"),
    [
        ("1.1", ()),
        ("1.1", LOCAL * 2),
        ("1.0", LOCAL * 2),
        ("1.1", (b"",)),
        ("1.1", (b":8000",)),
        ("1.1", (b"user@localhost",)),
        ("1.1", (b"localhost/evil",)),
        ("1.1", (b"localhost, evil.example",)),
        ("1.1", (b"localhost:80000000",)),
        ("1.1", (b"localhost:http",)),
        ("1.1", (b"http://localhost",)),
        ("1.1", (b"[::1",)),
        ("1.1", (b"b\xfccher.example",)),
    ],
)
def test_not_exactly_one_valid_host_is_refused(version: str, hosts: tuple[bytes, ...]) -> None:
    """None, two, an empty one, and what is no name or address with a port are 400 `request/host`."""
    with pytest.raises(Problem) as refused:
        origin_form(b"/", version, [(b"host", host) for host in hosts])
    assert (refused.value.status, refused.value.code) == (400, "request/host")


@pytest.mark.parametrize(
    ("target", "hosts"),
    [
        (b"http://evil.example/", LOCAL),
        (b"http://localhost/", LOCAL),
        (b"http://localhost:8000@evil.example/", LOCAL),
        (b"http://user@localhost:8000/", LOCAL),
        (b"http:///rules", LOCAL),
        (b"https://a.example:80/", (b"a.example",)),
    ],
)
def test_a_url_of_another_host_is_refused(target: bytes, hosts: tuple[bytes, ...]) -> None:
    """A URL with another name, port or user is 400 `request/host`."""
    with pytest.raises(Problem) as refused:
        origin_form(target, "1.1", [(b"host", host) for host in hosts])
    assert (refused.value.status, refused.value.code) == (400, "request/host")


def test_a_url_of_http_1_0_needs_the_host_too() -> None:
    """Without one, nothing could check the host of the URL."""
    with pytest.raises(Problem, match="same host"):
        origin_form(b"http://localhost/", "1.0", [])


@pytest.mark.parametrize(
    "target", [b"*", b"localhost:8000", b"ftp://localhost:8000/", b"http://localhost:8000/#a", b""]
)
def test_other_forms_of_targets_are_refused(target: bytes) -> None:
    """The forms of OPTIONS and CONNECT, other schemes and fragments are 400."""
    with pytest.raises(Problem) as refused:
        origin_form(target, "1.1", [(b"host", LOCAL[0])])
    assert (refused.value.status, refused.value.code) == (400, "request/malformed")


@pytest.mark.parametrize("version", ["0.9", "2.0"])
def test_other_versions_are_refused(version: str) -> None:
    """HTTP/0.9 has no headers, and HTTP/2 begins differently: 400."""
    with pytest.raises(Problem, match=f"HTTP/{version}"):
        origin_form(b"/", version, [(b"host", LOCAL[0])])
