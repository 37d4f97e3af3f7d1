"""The time of the public log: leaves put in order, a proof, and a signed checkpoint at two sizes."""

import hashlib
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from redis import Redis

from harness.store.public_log import KeptLog
from harness.store.server import running_server
from replays.encoding.identity import GameId, derived_game_id
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from replays.transparency.leaves import HeadKind, HeadLeaf, digest_of
from replays.transparency.merkle import HASH_BYTES
from replays.transparency.tiles import WIDTH, subtree_root
from service.application.transparency.ledger import FENCE, LEAVES, PATTERN, PLACES, level_key
from service.application.transparency.packing import pack_leaf
from service.application.transparency.signing import CheckpointUse

SIZES = (10_000, 10_000_000)
AT_ONCE = 500
REPEATS = 50


def public_log_times() -> Iterator[str]:
    """Sentences with the figures, on a real server with its default durability."""
    with (
        running_server() as server,
        clients.writer(server.url) as store,
        clients.reader(server.url) as reader,
        tempfile.TemporaryDirectory() as folder,
    ):
        kept = _holder(StreamsEventLog(store, reader), store, Path(folder))
        for name, seconds in _recorded(kept):
            yield f"{SIZES[0]} leaves put in order, {name}: {SIZES[0] / seconds * 60:,.0f} a minute"
        used = sum(store.memory_usage(key) or 0 for key in store.keys(PATTERN))
        yield f"memory: {used / SIZES[0]:.0f} bytes a leaf"
        for size in SIZES:
            if size != SIZES[0]:
                _fill(store, size)
                kept = _holder(StreamsEventLog(store, reader), store, Path(folder) / str(size))
            yield f"{size:,} leaves: a checkpoint {_median(partial(_sign, kept))}"
            yield f"{size:,} leaves: a proof {_median(partial(_prove, kept))}"


def _holder(log: StreamsEventLog, store: Redis, folder: Path) -> KeptLog:
    kept = KeptLog(log, store, folder)
    kept.lease.hold()
    return kept


def _recorded(kept: KeptLog) -> Iterator[tuple[str, float]]:
    begun, cpu = time.perf_counter(), time.process_time()
    for start in range(0, SIZES[0], AT_ONCE):
        kept.sequencer.record(kept.lease.token, [_leaf(number) for number in range(start, start + AT_ONCE)])
    yield "in CPU time of this process", time.process_time() - cpu
    yield "by the clock", time.perf_counter() - begun


def _game(number: int) -> GameId:
    return derived_game_id("bench", str(number))


def _leaf(number: int) -> HeadLeaf:
    head = hashlib.sha256(b"%d" % number).hexdigest()
    return HeadLeaf(digest_of(_game(number)), head, HeadKind.END, 100)


def _fill(store: Redis, size: int) -> None:
    """Make a log of this size of which only the last leaves are there, with the hashes of all full tiles."""
    store.delete(*[key for key in store.keys(PATTERN) if key != FENCE.encode()])
    hashes = b"".join(hashlib.sha256(b"%d" % number).digest() for number in range(size // WIDTH))
    level = 1
    while hashes:
        store.set(level_key(level), hashes)
        step = WIDTH * HASH_BYTES
        whole = len(hashes) // step * step
        hashes = b"".join(subtree_root(hashes[start : start + step]) for start in range(0, whole, step))
        level += 1
    for number in range(size // WIDTH * WIDTH, size):
        leaf = _leaf(number)
        store.xadd(LEAVES, {"l": pack_leaf(leaf)}, id=f"{number + 1}-0")
        store.hset(PLACES, bytes.fromhex(leaf.game)[:16], f"e{number}")


def _sign(kept: KeptLog) -> None:
    kept.keeper.sign(kept.lease.token, CheckpointUse.SIGNED)


def _prove(kept: KeptLog) -> None:
    if kept.prover.prove(_game(kept.ledger.size() - 1)) is None:
        raise ValueError("the last leaf has no proof")


def _median(do: Callable[[], object]) -> str:
    """The medians of the times by the clock and of the CPU time of this process."""
    clock, cpu = [], []
    for _ in range(REPEATS):
        begun, begun_cpu = time.perf_counter(), time.process_time()
        do()
        clock.append(time.perf_counter() - begun)
        cpu.append(time.process_time() - begun_cpu)
    medians = [sorted(times)[REPEATS // 2] * 1000 for times in (clock, cpu)]
    return f"{medians[0]:.2f} ms by the clock, {medians[1]:.2f} ms of CPU here"
