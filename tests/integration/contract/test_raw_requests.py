"""Requests as bytes, which no HTTP client would send: on the real web server."""

import http.client
import socket

import pytest

from harness.service import Service
from harness.wire.hostile_requests import HOSTILE
from harness.wire.http import Answer

PATH = "GET /healthz HTTP/1.1\r\n"


def answer(service: Service, sent: str | bytes) -> Answer:
    """The only response to these bytes, after which the server closes the connection."""
    with socket.create_connection((service.host, service.port), timeout=20) as raw:
        raw.sendall(sent if isinstance(sent, bytes) else sent.encode("latin-1"))
        response = http.client.HTTPResponse(raw)
        response.begin()
        told = {name.lower(): value for name, value in response.getheaders()}
        found = Answer(response.status, told, response.read())
        assert raw.recv(1) == b""
        return found


@pytest.mark.parametrize(
    "sent",
    [
        PATH,
        PATH + "Host: localhost\r\nHost: localhost\r\n",
        PATH + "Host: localhost\r\nHost: evil.example\r\n",
        PATH + "Host:\r\n",
        PATH + "Host: user@localhost\r\n",
        PATH + "Host: localhost/evil\r\n",
        PATH + "Host: localhost, evil.example\r\n",
        "GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n",
        "GET http://localhost/healthz HTTP/1.1\r\nHost: evil.example\r\n",
        "GET http://localhost@evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n",
        "GET http://localhost/healthz HTTP/1.0\r\n",
        "GET /healthz HTTP/1.0\r\nHost: localhost\r\nHost: evil.example\r\n",
    ],
)
def test_a_request_has_one_host(service: Service, sent: str) -> None:
    """None, two, an invalid one, and a URL of another host are 400 `request/host`."""
    refused = answer(service, sent + "\r\n")
    assert (refused.status, refused.code) == (400, "request/host")


@pytest.mark.parametrize(
    "sent",
    [
        "GET /healthz\r\n\r\n",
        "GET /healthz HTTP/0.9\r\n\r\n",
        "GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET ftp://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: local\r\n host\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n",
    ],
)
def test_other_versions_and_targets_are_refused(service: Service, sent: str) -> None:
    """HTTP/0.9, HTTP/2, other forms of targets, and folded headers are 400."""
    refused = answer(service, sent)
    assert (refused.status, refused.code) == (400, "request/malformed")


@pytest.mark.parametrize(
    "sent",
    [
        "GET http://LOCALHOST:80/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /healthz HTTP/1.0\r\n\r\n",
    ],
)
def test_a_url_of_the_same_host_and_http_1_0_are_served(service: Service, sent: str) -> None:
    """A server accepts the absolute form (RFC 9112, 3.2.2), and HTTP/1.0 without a host."""
    assert answer(service, sent).status == 200


def test_a_url_does_not_pass_a_foreign_host(service: Service) -> None:
    """A URL and a Host header that name the same foreign host are 421, as without the URL."""
    sent = "GET http://evil.example/rules HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert answer(service, sent).status == 421


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("chunks", (400, "request/framing")),
        ("extensions", (400, "request/framing")),
        ("trailers", (431, "request/headers")),
    ],
)
def test_who_sends_on_after_a_refusal_receives_it(
    service: Service, name: str, refusal: tuple[int, str]
) -> None:
    """A body of mostly framing is refused before its end, and the client that sends it all reads why."""
    refused = answer(service, b"".join(HOSTILE[name].writes()))
    assert (refused.status, refused.code) == refusal


def test_pipelined_requests_are_all_answered(service: Service) -> None:
    """Also if they come in one piece that takes several slices."""
    with socket.create_connection((service.host, service.port), timeout=20) as raw:
        raw.sendall(b"".join(HOSTILE["fields"].writes()))
        received = b"".join(iter(lambda: raw.recv(2**16), b""))
    assert received.count(b"HTTP/1.1 200 OK\r\n") == 10
