"""Durable moves: the rate of moves one after the other, and their latency under load."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from time import perf_counter, sleep

from bench.rows import Row, in_turn, p99, seconds
from bench.site import Site
from bench.tables import Table, moves, new_table
from bench.wire import Wire, request, wires
from harness.games import seeded

LOAD = 300
"""The moves per second under load."""
CONNECTIONS = 16


def move(site: Site, count: int) -> Iterator[Row]:
    """Moves one after the other, against one XADD with a response of the same size.

    A player reads before each move, so the timed request follows a read of the same process on both sides: a
    process that only repeats one operation would have all of it in the processor's caches.
    """
    port = site.service.port
    ours, limit = in_turn(
        lambda: made(port, islice(moves(port), count)),
        lambda: made(site.bare.port, islice(_appends(site), count)),
    )
    yield Row.rate("move", "moves/s", 1 / ours, 1 / limit)


def latency(site: Site, count: int) -> Iterator[Row]:
    """The 99th percentile at `LOAD` moves per second, one per game, against the same load of XADDs."""
    tables, asked = [new_table(site.service.port) for _ in range(count)], append(site)
    ours, limit = in_turn(
        lambda: [_under_load(site.service.port, _next_moves(site, tables))],
        lambda: [_under_load(site.bare.port, [asked] * count)],
    )
    yield Row.time("latency", f"ms, p99 at {LOAD}/s", ours * 1000, limit * 1000)


def made(port: int, asked: Iterable[bytes]) -> list[float]:
    """The seconds from each request to its response."""
    return [seconds(partial(wire.expect, 201, each)) for wire, each in zip(wires(port), asked, strict=False)]


def append(site: Site) -> bytes:
    """A request for one XADD whose response has the size of a game's final state."""
    path = f"/append/{site.size(site.state)}"
    return request("POST", path, b'{"type":"place","domino":12,"x":1,"y":0,"direction":"east"}')


def _appends(site: Site) -> Iterator[bytes]:
    """Requests for one XADD, each sent after a read."""
    asked, read = append(site), request("GET", f"/head/{site.finished}/{site.size(site.state)}")
    with Wire(site.bare.port) as wire:
        while True:
            wire.expect(200, read)
            yield asked


def _next_moves(site: Site, tables: Sequence[Table]) -> list[bytes]:
    """A request for the next move in each of these games."""
    random = seeded(2)
    turns = zip(wires(site.service.port), tables, strict=False)
    return [asked for wire, table in turns if (asked := table.next_move(wire, random))]


def _under_load(port: int, asked: Sequence[bytes]) -> float:
    """The 99th percentile of the seconds from each request's due time to its response."""
    begun = perf_counter() + 0.1

    def send(first: int) -> list[float]:
        turns = range(first, len(asked), CONNECTIONS)
        return [_late(wire, asked[n], begun + n / LOAD) for wire, n in zip(wires(port), turns, strict=False)]

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        return p99([late for part in pool.map(send, range(CONNECTIONS)) for late in part])


def _late(wire: Wire, asked: bytes, due: float) -> float:
    sleep(max(0.0, due - perf_counter()))
    wire.expect(201, asked)
    return perf_counter() - due
