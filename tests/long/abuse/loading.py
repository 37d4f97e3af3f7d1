"""Attacks that take processor time or threads. Each runs in its own process and counts responses."""

import http.client
import select
import socket
from collections import Counter, deque
from threading import Event
from time import monotonic

from harness.wire.http import Answer
from replays.runtime.open_files import raise_limit
from tests.long.abuse.client import API, Client, Tally, Target, barrage, get

SLOW, SLOW_ADDRESSES = 2000, 8


def nothing(target: Target) -> Counter[str]:
    """No attack, for comparison: the innocent player on a quiet service."""
    return barrage(target, [_pause], connections=1)


def costly(target: Target) -> Counter[str]:
    """The most expensive requests, on 16 connections: replays, bundles, variations, studies, metrics."""
    origins = target.finds["origins"]
    with target.client() as client:
        _, token = client.register("Student")
        study = client.made(
            client.ask(
                "POST", f"{API}/studies", target.finds["text"].encode(), {"Content-Type": "text/plain"}, token
            )
        )["id"]
    return barrage(
        target,
        [
            get(f"{API}/games/{origins}/replay"),
            get(f"/games/{origins}/replay"),
            get(f"{API}/games/{origins}/audit"),
            get(f"{API}/studies/{study}/replay"),
            get(f"/studies/{study}"),
            *map(get, target.finds["variations"]),
            get("/metrics"),
        ],
    )


def flood(target: Target) -> Counter[str]:
    """Cheap requests, as fast as the service responds."""
    return barrage(target, [get(f"{API}/games"), get("/"), get(f"{API}/games/{target.finds['origins']}")])


def streams(target: Target) -> Counter[str]:
    """400 requests for live streams, whose connections are held open."""
    tally, held = Tally(), []
    for _ in range(400):
        connection = http.client.HTTPConnection("127.0.0.1", target.port, source_address=(target.address, 0))
        connection.request(
            "GET", f"{API}/games/{target.finds['base']}/events", headers={"Accept": "text/event-stream"}
        )
        response = connection.getresponse()
        tally.note(str(response.status))
        held.append(connection)
    rest = barrage(target, [_pause], connections=1)
    for connection in held:
        connection.close()
    return tally.counts + rest


def slow(target: Target) -> Counter[str]:
    """2,000 connections from 8 addresses that send half a request or do not read the responses."""
    raise_limit()
    sent = (
        b"GET / HTTP/1.1\r\nHost: local",
        b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
        f"GET {API}/games/{target.finds['base']}/replay HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 50,
    )
    tally, poll, held = Tally(), select.poll(), dict[int, tuple[int, socket.socket]]()
    vacant, end = deque(range(SLOW)), monotonic() + target.seconds
    while monotonic() < end:
        while vacant:
            number = vacant.popleft()
            at = f"127.0.9.{1 + number % SLOW_ADDRESSES}"
            connection = socket.create_connection(("127.0.0.1", target.port), source_address=(at, 0))
            connection.sendall(sent[number % len(sent)])
            held[connection.fileno()] = number, connection
            poll.register(connection, select.POLLRDHUP)
            tally.note("connected")
        for ended, _ in poll.poll(100):
            poll.unregister(ended)
            number, connection = held.pop(ended)
            connection.close()
            vacant.append(number)
            tally.note("ended by the service")
    return tally.counts


def _pause(client: Client, _: int) -> Answer:
    """One cheap request each second."""
    Event().wait(1)
    return client.ask("GET", "/healthz")
