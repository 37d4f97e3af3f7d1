"""The time from a move to the last of a thousand watchers, against sockets that receive as many bytes."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from time import perf_counter, sleep
from urllib.parse import urlencode

from bench.fanout import STREAM
from bench.measures.live.streaming import connections, held
from bench.rows import Row, in_turn, p99, seconds
from bench.site import Site
from bench.tables import new_table
from bench.turns import rounds
from bench.wire import Wire, each_ready
from harness.games import seeded
from harness.service import API

GAMES = 4
"""The number of games; each stream receives the events of all."""
MOVES = 20
"""The number of moves in a row before their messages are read, so that few bytes queue on a connection."""
QUIET_SECONDS = 1.0


def watchers(site: Site, count: int) -> Iterator[Row]:
    """Streams of one process, against a process that only forwards; and moves in a row beside the streams."""
    port, store = site.service.port, site.service.store
    tables, random = [new_table(port) for _ in range(GAMES)], seeded(4)
    turns = cycle(tables)

    def move() -> float:
        with Wire(port) as wire:
            asked = next(turns).next_move(wire, random)
            assert asked is not None, "these games are longer than what is measured"  # noqa: S101
            return seconds(partial(wire.expect, 201, asked))

    calm = [move() for _ in rounds() for _ in range(MOVES)]
    path = f"{API}/events?{urlencode([('game', table.game) for table in tables])}"
    with held(port, path, count) as streams, connections(site.service.store_url, len(streams)) as loop:
        _quiet(streams)
        _until_all(streams, move)
        message = b"x" * _quiet(streams)
        ours, limit = in_turn(
            lambda: [_until_all(streams, move)],
            lambda: [_until_all(loop.wires, lambda: store.xadd(STREAM, {"e": message}))],
        )
        beside: list[float] = []
        for _ in rounds():
            beside += [move() for _ in range(MOVES)]
            _quiet(streams)
    yield Row.time("watchers", f"ms to {len(streams)}", ours, limit)
    yield Row.time("watchers: move", "ms, p99 beside them", p99(beside) * 1000, p99(calm) * 1000)


def _quiet(streams: Sequence[Wire]) -> int:
    """Wait until nothing more arrives, and drop what arrived; gives the bytes on the last connection."""
    sleep(QUIET_SECONDS)
    *_, dropped = (stream.drain() for stream in streams)
    return dropped


def _until_all(waiting: Sequence[Wire], happen: Callable[[], object]) -> float:
    """The milliseconds from just before the event until each connection has received something."""
    for wire in waiting:
        wire.drain()
    begun = perf_counter()
    happen()
    deque(each_ready(waiting), maxlen=0)
    return (perf_counter() - begun) * 1000
