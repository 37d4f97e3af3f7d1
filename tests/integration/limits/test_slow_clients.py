"""Slow clients do not delay others for long: on a real web server with few threads."""

import os
import select
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from threading import Thread
from time import monotonic

import pytest

from harness.processes import descendants, free_port
from harness.programs.commands import program_of
from harness.programs.hasty import SECONDS
from harness.service import API, HOST, Service, environment, ok, processes
from harness.waiting import eventually
from harness.wire.http import Http

HASTY = "harness.programs.hasty"
THREADS = 4
HALVES = {
    "nothing": b"",
    "half a head": b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nX-Half",
    "half a body": b'POST /api/v1/players HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 100\r\n\r\n{"name": "A',
}
MANY = 40
MORE_THAN_FITS = 2**24
PATIENCE = 20.0


@pytest.fixture(scope="module")
def few(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Give the port of a web process with `THREADS` threads and a timeout of a second."""
    environ = environment(service.store_url, tmp_path_factory.mktemp("few"))
    port = free_port()
    with processes(
        {**environ, "KINGDOMINO_THREADS": str(THREADS)},
        port,
        ["web"],
        program_of(HASTY),
    ):
        yield port


@pytest.mark.long
@pytest.mark.parametrize("sent", HALVES)
def test_what_is_begun_and_not_ended_is_given_up(few: int, sent: str) -> None:
    """Ten times as many incomplete requests as threads delay nobody, and their connections are closed."""
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection((HOST, few), PATIENCE)) for _ in range(MANY)]
        for each in slow:
            each.sendall(HALVES[sent])
        with Http(HOST, few) as http:
            assert http.get(f"{API}/games").status == 200
        for each in slow:
            assert all(not line.startswith(b"HTTP/1.1 2") for line in each.makefile("rb"))
    with Http(HOST, few) as http:
        ok(http.post(f"{API}/players", {"name": "Ann"}), 201)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks for a process under /proc")
def test_what_came_before_the_deadline_is_read_after_it(few: int) -> None:
    """A process that stood still past the deadline of a request first reads what has come meanwhile."""
    [web] = (pid for pid, each in descendants(os.getpid()).items() if HASTY in each.command)
    body = b'{"name": "Ann"}'
    head = f"POST {API}/players HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection((HOST, few), PATIENCE) as late:
        late.sendall(head.encode())
        assert late.recv(100).startswith(b"HTTP/1.1 100 ")  # its deadline has begun
        os.kill(web, signal.SIGSTOP)
        try:
            late.sendall(body)
            stopped = monotonic()
            eventually(lambda: monotonic() > stopped + SECONDS)
        finally:
            os.kill(web, signal.SIGCONT)
        assert late.recv(100).startswith(b"HTTP/1.1 201 ")


@pytest.mark.long
def test_an_empty_line_keeps_no_connection(few: int) -> None:
    """An empty line is no request: its connection times out like an idle one."""
    with socket.create_connection((HOST, few), PATIENCE) as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = idle.makefile("rb")
        assert answer.readline().startswith(b"HTTP/1.1 200 ")
        idle.sendall(b"\r\n")
        assert answer.read().endswith(b"}\n")  # the connection ends


@pytest.mark.long
@pytest.mark.parametrize("path", [f"{API}/openapi.json", "/static/style.css"])
def test_answers_that_are_not_taken_are_given_up(few: int, path: str) -> None:
    """A connection is closed if its client sends many requests and reads no response, of files or others."""
    with Http(HOST, few) as http:
        number = MORE_THAN_FITS // len(http.get(path).body)
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-More: {'x' * 8000}\r\n\r\n".encode() * number
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection((HOST, few), PATIENCE)) for _ in range(THREADS)]
        for each in slow:
            Thread(target=send, args=(each, asked), daemon=True).start()
        with Http(HOST, few) as http:
            assert eventually(lambda: http.get(f"{API}/games").status == 200, PATIENCE)
        assert eventually(lambda: all(map(is_reset, slow)), PATIENCE)


@pytest.mark.long
def test_the_last_answer_of_a_connection_has_to_be_taken(few: int) -> None:
    """The last response must be read, too: neither the server nor the kernel holds a connection for it."""
    asked = b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((HOST, few))
        slow.sendall(2 * asked + asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert eventually(lambda: is_reset(slow), PATIENCE)


def is_reset(slow: socket.socket) -> bool:
    """True if the other side has closed the connection, which is visible without reading."""
    poll = select.poll()
    poll.register(slow, 0)
    return bool(poll.poll(0))


def send(slow: socket.socket, asked: bytes) -> None:
    """Send as much as the other side accepts."""
    with suppress(OSError):
        slow.sendall(asked)


@pytest.mark.long
def test_who_does_not_close_holds_nobody_up(service: Service) -> None:
    """A client that does not close its end of a closed connection delays nobody, even if there are many.

    They have the usual time to send: of a second, connecting them all could take too much.
    """
    place = service.host, service.port
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(place, PATIENCE)) for _ in range(MANY)]
        for each in slow:
            each.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        for each in slow:
            assert each.recv(12) == b"HTTP/1.1 200"
        with Http(*place, PATIENCE / 2) as http:
            assert http.get(f"{API}/games").status == 200
