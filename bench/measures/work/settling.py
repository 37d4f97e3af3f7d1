"""The time from the last move of a game to its score, against two writes with blocking reads."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from threading import Thread
from time import perf_counter
from typing import Any

import orjson
from redis import Redis

from bench.rows import Row, in_turn
from bench.site import Site
from bench.tables import Table, new_table
from bench.wire import Wire, request
from harness.games import seeded
from replays.store import clients

THERE, BACK = "bench:there", "bench:back"
BLOCK_MS = 4_000


def score(site: Site, count: int) -> Iterator[Row]:
    """The time until a watcher sees the score, by way of feed, relay, job, worker, feed and stream."""
    random = seeded(3)
    with _echo(site.service.store_url) as store:
        ours, limit = in_turn(
            lambda: [_settled(site, random) for _ in range(count)],
            lambda: [_echoed(store) for _ in range(count)],
        )
    yield Row.time("score", "ms", ours, limit)


def _settled(site: Site, random: Random) -> float:
    """The milliseconds from the last move of a new game to its score."""
    table = new_table(site.service.port)
    with ExitStack() as stack:
        wire = stack.enter_context(Wire(site.service.port))
        last = _last_move(table, wire, random)
        stream = stack.enter_context(Wire(site.service.port))
        stream.open_stream(request("GET", f"{table.path}/events", Accept="text/event-stream"))
        begun = perf_counter()
        wire.expect(201, last)
        stream.read_until(b"GameScored")
        return (perf_counter() - begun) * 1000


def _last_move(table: Table, wire: Wire, random: Random) -> bytes:
    """Play to the last domino; gives the request that places or discards it."""
    while asked := table.next_move(wire, random):
        state = orjson.loads(wire.expect(201, asked))
        if not state["deck_left"] and not state["next_line"] and len(state["line"]) == 1:
            break
    last = table.next_move(wire, random)
    assert last is not None, "a game whose last domino is on the line has ended"  # noqa: S101 - cannot be
    return last


def _echoed(store: Redis) -> float:
    """The milliseconds from an append to the reply of the thread that read it."""
    begun = perf_counter()
    store.xadd(THERE, {"e": b""})
    store.blpop(BACK)
    return (perf_counter() - begun) * 1000


@contextmanager
def _echo(url: str) -> Iterator[Redis]:
    """A thread that replies to every append, until an entry ends it."""
    with clients.reader(url) as asking, clients.writer(url) as hearing:
        thread = Thread(target=_answer, args=(hearing, asking.xadd(THERE, {"e": b""})), daemon=True)
        thread.start()
        yield asking
        asking.xadd(THERE, {"end": b""})
        thread.join()


def _answer(store: Redis, seen: bytes) -> None:
    ended = False
    while not ended:
        news: Any = store.xread({THERE: seen}, count=1, block=BLOCK_MS)
        for _, [(seen, fields)] in news:  # noqa: B007, PLR1704 - the next read starts after this entry
            ended = b"end" in fields
            store.rpush(BACK, b"")
