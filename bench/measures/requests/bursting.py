"""Clients that send at the same moment, compared with the bare views."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from random import Random
from time import perf_counter

from bench.measures.requests.moving import append
from bench.measures.requests.reading import bare_read
from bench.rows import Row, in_turn, p99
from bench.site import Site
from bench.tables import Table, new_table
from bench.wire import Wire, each_ready
from harness.games import seeded

CLIENTS = 16
"""The number of clients; each has its own address and table."""


def burst(site: Site, count: int) -> Iterator[Row]:
    """The 99th percentile over `count` bursts: one state per client, and one move per client."""
    port, bare = site.service.port, site.bare.port
    head = bare_read(site, "head", site.size(site.state))
    ours, limit = in_turn(
        lambda: [_bursts(port, 200, [[site.state] * CLIENTS] * count)],
        lambda: [_bursts(bare, 200, [[head] * CLIENTS] * count)],
    )
    yield Row.time("burst: states", f"ms, p99 of {CLIENTS} at once", ours * 1000, limit * 1000)
    asked = append(site)
    ours, limit = in_turn(
        lambda: [_bursts(port, 201, islice(_of_players(port), count))],
        lambda: [_bursts(bare, 201, [[asked] * CLIENTS] * count)],
    )
    yield Row.time("burst: moves", f"ms, p99 of {CLIENTS} at once", ours * 1000, limit * 1000)


def _of_players(port: int) -> Iterator[Sequence[bytes]]:
    """Bursts of one move per client; send each burst before requesting the next."""
    random = seeded(5)
    while True:
        tables = [new_table(port) for _ in range(CLIENTS)]
        while all(asked := [_next_move(port, table, random) for table in tables]):
            yield [each for each in asked if each]


def _next_move(port: int, table: Table, random: Random) -> bytes | None:
    with Wire(port) as wire:
        return table.next_move(wire, random)


def _bursts(port: int, status: int, bursts: Iterable[Sequence[bytes]]) -> float:
    """The 99th percentile of the seconds from a burst's first request to each response."""
    return p99([late for burst in bursts for late in _at_once(port, status, burst)])


def _at_once(port: int, status: int, asked: Sequence[bytes]) -> list[float]:
    """Connect all clients, then send their requests; gives the seconds until each response."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Wire(port)) for _ in asked]
        late, begun = [], perf_counter()
        for client, each in zip(clients, asked, strict=True):
            client.send(each)
        for client in each_ready(clients):
            client.receive(status)
            late.append(perf_counter() - begun)
        return late
