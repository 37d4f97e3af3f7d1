"""Clients that begin what they do not end hold nobody up for long: a real web server with few threads."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from service.impatience import REQUEST_SECONDS
from tests.support.http import Http
from tests.support.service import API, HOST, Service, ok, running_service
from tests.support.waiting import eventually

THREADS = 4
HALVES = {
    "nothing": b"",
    "half a head": b"GET /api/v1/games HTTP/1.1\r\nHost: somewhere\r\nX-Half",
    "half a body": b'POST /api/v1/players HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"name": "A',
}
PATIENCE = 4.0 * REQUEST_SECONDS


@pytest.fixture(scope="module")
def few() -> Iterator[Service]:
    """Give a service that does no more than `THREADS` things at once."""
    with running_service(KINGDOMINO_THREADS=str(THREADS)) as service:
        yield service


@pytest.mark.parametrize("sent", HALVES)
def test_what_is_begun_and_not_ended_is_given_up(few: Service, sent: str) -> None:
    """As many begin as there are threads; others are served all the same, and the connections end."""
    with ExitStack() as stack:
        slow = [
            stack.enter_context(socket.create_connection((HOST, few.port), PATIENCE)) for _ in range(THREADS)
        ]
        for each in slow:
            each.sendall(HALVES[sent])
        with Http(HOST, few.port) as http:
            assert eventually(lambda: http.get(f"{API}/games").status == 200, PATIENCE)
        for each in slow:
            assert all(not line.startswith(b"HTTP/1.1 2") for line in each.makefile("rb"))
    with Http(HOST, few.port) as http:
        ok(http.post(f"{API}/players", {"name": "Ann"}), 201)
