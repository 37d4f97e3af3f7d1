"""One POST to an outside address, on real sockets."""

import socket
import ssl
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from harness.processes import free_port
from harness.wire.certificates import certified
from harness.wire.outside import LOOPBACK, OutsideServer, local_client, outside_server, raw_server
from service.application.channels.http.client import ANSWER_BYTES, Client
from service.application.channels.http.destination import Destinations
from service.application.channels.http.errors import (
    BrokenAnswer,
    NotAllowed,
    NotConnected,
    TlsFailed,
    TooSlow,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def outside() -> Iterator[OutsideServer]:
    """Give a server on this machine."""
    with outside_server() as server:
        yield server


def leading(*answers: str) -> Callable[[str], Collection[str]]:
    """A resolver that returns these results one after the other."""
    rest = iter(answers)
    return lambda _: next(rest).split()


def client(resolve: Callable[[str], Collection[str]] | None = None, **more: Any) -> Client:
    """A client that may call this machine."""
    resolve = resolve or leading()
    return local_client(destinations=Destinations(LOOPBACK, resolve), **more)


def test_what_is_sent_and_what_comes_back(outside: OutsideServer) -> None:
    """The Host header has the host and port of the URL."""
    outside.answer = lambda _: (202, {"Retry-After": "7", "X-Answer": "yes"}, b"taken")
    answer = client(leading("127.0.0.1")).post(
        f"http://hooks.test:{outside.port}/a?b=c", b"\x00body", {"TTL": "60"}
    )
    assert (answer.status, answer.body, answer.headers["retry-after"]) == (202, b"taken", "7")
    [came] = outside.received
    assert (came.path, came.body, came.headers["ttl"]) == ("/a?b=c", b"\x00body", "60")
    assert came.headers["host"] == f"hooks.test:{outside.port}"


def test_a_name_that_leads_elsewhere_after_the_check(outside: OutsideServer) -> None:
    """DNS rebinding: the name is resolved once, and the connection goes to the checked address."""
    resolver = leading("127.0.0.1", "10.0.0.1")
    assert client(resolver).post(f"http://hooks.test:{outside.port}/", b"", {}).status == 201
    with pytest.raises(NotAllowed):
        client(resolver).post(f"http://hooks.test:{outside.port}/", b"", {})
    assert len(outside.received) == 1


def test_the_next_address_where_one_does_not_answer(outside: OutsideServer) -> None:
    """If a name has several addresses, the next one is tried."""
    answer = client(leading("127.0.0.9 127.0.0.1")).post(f"http://hooks.test:{outside.port}/", b"", {})
    assert answer.status == 201


def test_redirects_are_answers(outside: OutsideServer) -> None:
    """Redirects are returned, not followed."""
    outside.answer = lambda _: (307, {"Location": f"{outside.url}/other"}, b"")
    assert client().post(f"{outside.url}/", b"x", {}).status == 307
    assert [each.path for each in outside.received] == ["/"]


def test_proxies_of_the_environment_are_not_used(
    outside: OutsideServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy would resolve the name itself."""
    with outside_server() as proxy:
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert client().post(f"{outside.url}/", b"", {}).status == 201
        assert not proxy.received


def test_a_refused_connection_has_its_own_code() -> None:
    """A refused connection has its own code, other than that of a slow response."""
    with pytest.raises(NotConnected) as failed:
        client().post(f"http://127.0.0.1:{free_port()}/", b"", {})
    assert failed.value.code == "call/not-connected"


def test_a_huge_answer_is_read_in_part(outside: OutsideServer) -> None:
    """The rest of a huge response is not read."""
    outside.answer = lambda _: (200, {}, b"a" * 5_000_000)
    assert client().post(f"{outside.url}/", b"", {}).body == b"a" * ANSWER_BYTES


def dripping(connection: socket.socket) -> None:
    """Answer one byte at a time, without an end."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
    while True:
        connection.sendall(b"a")


def test_the_time_is_that_of_the_whole_call() -> None:
    """Even if each byte is fast, the total time limits the call."""
    ticks = count()
    with raw_server(dripping) as port, pytest.raises(TooSlow):
        client(seconds=15.0, clock=lambda: next(ticks) / 10).post(f"http://127.0.0.1:{port}/", b"", {})


def read_all(connection: socket.socket) -> None:
    """Read everything and send nothing, until the other side closes."""
    while connection.recv(65536):
        pass


def test_a_silent_side_is_given_up() -> None:
    """A server that accepts the request and sends nothing is given up after the timeout."""
    with raw_server(read_all) as port, pytest.raises(TooSlow):
        client(seconds=0.2).post(f"http://127.0.0.1:{port}/", b"", {})


@pytest.mark.parametrize(
    "said", [b"", b"HTTP/1.1 2", b"SSH-2.0-x\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"]
)
def test_answers_that_are_none(said: bytes) -> None:
    """Another protocol and a truncated response are both broken."""

    def speak(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(said)

    with raw_server(speak) as port, pytest.raises(BrokenAnswer):
        client().post(f"http://127.0.0.1:{port}/", b"", {})


@contextmanager
def encrypted(folder: Path, host: str, seen: list[str | None]) -> Iterator[tuple[int, ssl.SSLContext]]:
    """A TLS server for this host: gives its port and a trusting context; appends the SNI to `seen`."""
    file = certified(folder, x509.DNSName(host))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    server.sni_callback = lambda _, name, __: seen.append(name)

    def speak(connection: socket.socket) -> None:
        with server.wrap_socket(connection, server_side=True) as stream:
            stream.recv(65536)
            stream.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")

    trusting = ssl.create_default_context(cafile=file)
    with raw_server(speak) as port:
        yield port, trusting


def test_certificate_and_sni_are_those_of_the_url(tmp_path: Path) -> None:
    """The connection goes to an IP address, but TLS verifies the URL's host."""
    seen: list[str | None] = []
    with encrypted(tmp_path, "hooks.test", seen) as (port, tls):
        resolver = leading("127.0.0.1", "127.0.0.1")
        assert client(resolver, tls=tls).post(f"https://hooks.test:{port}/", b"", {}).status == 201
        with pytest.raises(TlsFailed):
            client(resolver, tls=tls).post(f"https://other.test:{port}/", b"", {})
    assert seen == ["hooks.test", "other.test"]


def test_a_certificate_that_nobody_vouches_for(tmp_path: Path) -> None:
    """Only authorities known to the system or certifi are trusted."""
    with encrypted(tmp_path, "hooks.test", []) as (port, _), pytest.raises(TlsFailed):
        client(leading("127.0.0.1")).post(f"https://hooks.test:{port}/", b"", {})
