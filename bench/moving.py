"""Durable moves: how many a second can be made one after the other, and how long they take under load."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from statistics import quantiles
from time import perf_counter, sleep

from bench.rows import Row, in_turn, seconds
from bench.site import Site, Table
from bench.wire import Wire, request
from tests.support.games import seeded
from tests.support.service import API

LOAD = 300
"""Moves a second under load."""
CONNECTIONS = 16


def move(site: Site, count: int) -> Row:
    """Moves one after the other, against one XADD that answers as many bytes.

    A player reads before each move, so what is timed follows a read of the same process on both sides: a
    process that does the same thing over and over has all of it in the processor's caches.
    """
    ours, limit = in_turn(
        lambda: _made(site.service.port, islice(moves(site), count)),
        lambda: _made(site.bare_port, islice(appends(site), count)),
    )
    return Row.rate("move", "moves/s", 1 / ours, 1 / limit)


def latency(site: Site, count: int) -> Row:
    """The 99th percentile at `LOAD` moves a second in as many games, against the same load of XADDs."""
    tables = [site.new_table() for _ in range(count)]
    append = _append(_size(site))
    ours, limit = in_turn(
        lambda: [_p99(site.service.port, _next_moves(site, tables))],
        lambda: [_p99(site.bare_port, [append] * count)],
    )
    return Row.time("latency", f"ms, p99 at {LOAD}/s", ours * 1000, limit * 1000)


def moves(site: Site) -> Iterator[bytes]:
    """Requests that make moves, each to be sent before the next is asked for; game after game."""
    random = seeded(1)
    while True:
        table = site.new_table()
        with Wire(site.service.port) as wire:
            while asked := table.next_move(wire, random):
                yield asked


def appends(site: Site) -> Iterator[bytes]:
    """Requests for one XADD, each after a read."""
    size = _size(site)
    append, read = _append(size), request("GET", f"/head/{site.finished}/{size}")
    with Wire(site.bare_port) as wire:
        while True:
            wire.expect(200, read)
            yield append


def _next_moves(site: Site, tables: Sequence[Table]) -> list[bytes]:
    """A request for one move in each of these games."""
    random = seeded(2)
    with Wire(site.service.port) as wire:
        return [asked for table in tables if (asked := table.next_move(wire, random))]


def _append(size: int) -> bytes:
    """A request for one XADD that is answered with so many bytes."""
    return request("POST", f"/append/{size}", b'{"type":"place","domino":12,"x":1,"y":0,"direction":"east"}')


def _size(site: Site) -> int:
    """The bytes of the state of a game at its end, which a move there is answered with."""
    with Wire(site.service.port) as wire:
        return len(wire.ask(request("GET", f"{API}/games/{site.finished}")).body)


def _made(port: int, asked: Iterable[bytes]) -> list[float]:
    """The seconds that each of these took, from the request to the answer."""
    with Wire(port) as wire:
        return [seconds(partial(wire.expect, 201, each)) for each in asked]


def _p99(port: int, asked: Sequence[bytes]) -> float:
    """The 99th percentile of the seconds from when each was due."""
    begun = perf_counter() + 0.1

    def send(first: int) -> list[float]:
        with Wire(port) as wire:
            return [_late(wire, asked[n], begun + n / LOAD) for n in range(first, len(asked), CONNECTIONS)]

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        times = [late for part in pool.map(send, range(CONNECTIONS)) for late in part]
    return quantiles(times, n=100)[98]


def _late(wire: Wire, asked: bytes, due: float) -> float:
    sleep(max(0.0, due - perf_counter()))
    wire.expect(201, asked)
    return perf_counter() - due
