"""One webhook call on real sockets, and its log entry."""

import socket

import pytest

from harness.wire.outside import local_client, outside_server, raw_server
from service.application.channels.http.client import ANSWER_BYTES
from service.application.channels.http.hosts import Hosts
from service.application.channels.webhooks.caller import BAD_STATUS, Caller
from service.application.channels.webhooks.schedule import LONGEST_PAUSE_MS, Called

pytestmark = pytest.mark.slow


def called(port: int, seconds: float = 5.0) -> Called:
    """The result of a call to this machine."""
    caller = Caller(local_client(seconds=seconds), Hosts())
    found = caller.post(f"http://127.0.0.1:{port}/", b"{}", {})
    assert isinstance(found, Called)
    return found


def test_a_program_that_does_not_answer_in_time() -> None:
    """A silent program and one that answers byte by byte both time out."""

    def silent(connection: socket.socket) -> None:
        while connection.recv(1000):
            pass

    def dripping(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        while connection.send(b"x"):
            connection.settimeout(0.05)
            try:
                if not connection.recv(1000):
                    return
            except TimeoutError:
                pass

    for speak in (silent, dripping):
        with raw_server(speak) as port:
            found = called(port, seconds=0.3)
        assert (found.status, found.error) == (None, "call/too-slow")


def test_a_huge_answer_is_read_in_part() -> None:
    """Only the status counts."""
    with outside_server() as program:
        program.answer = lambda _: (200, {}, b"x" * (ANSWER_BYTES * 1000))
        assert called(program.port).error == ""


@pytest.mark.parametrize(
    ("sent", "ms"),
    [("7", 7_000), ("99999999", LONGEST_PAUSE_MS), ("Wed, 21 Oct 2026 07:28:00 GMT", 0), ("-1", 0), ("²", 0)],
)
def test_what_a_refusal_asks_for(sent: str, ms: int) -> None:
    """`Retry-After` is read in seconds; other values are ignored."""
    head = f"HTTP/1.1 503 Busy\r\nRetry-After: {sent}\r\nContent-Length: 0\r\n\r\n".encode()

    def refuse(connection: socket.socket) -> None:
        connection.recv(10_000)
        connection.sendall(head)

    with raw_server(refuse) as port:
        found = called(port)
    assert (found.status, found.error, found.pause) == (503, BAD_STATUS, ms)


def test_an_answer_that_is_no_http() -> None:
    """A response that is not HTTP is broken."""

    def speak(connection: socket.socket) -> None:
        connection.recv(10_000)
        connection.sendall(b"hello\r\n\r\n")

    with raw_server(speak) as port:
        assert called(port).error == "call/broken-answer"
