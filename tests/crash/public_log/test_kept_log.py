"""The keeper of the public log is killed, `kill -9`, at each step: one order, and no fork."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from redis import Redis

from harness.jobs.dying import POINTS, die_at, dies
from harness.store.public_log import KeptLog
from harness.store.records import STILL, first, games, later
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from replays.transparency.checkpoints import Checkpoint, parse_signed_checkpoint
from replays.transparency.leaves import HeadKind, HeadLeaf, digest_of
from replays.transparency.merkle import Frontier, check_consistency, consistency_proof, leaf_hash
from service.application.transparency.ledger import LEASE
from service.application.transparency.memory import SIGNED
from service.application.transparency.signing import CheckpointUse

STEPS: dict[str, Callable[[KeptLog, StreamsEventLog], tuple[object, str]]] = {
    "the record of leaves": lambda kept, _: (kept.ledger, "append"),
    "the removal of heads": lambda _, log: (log, "forget_heads"),
    "the memory of a checkpoint": lambda kept, _: (kept.memory, "keep"),
    "the store of a checkpoint": lambda kept, _: (kept.ledger, "keep"),
}
ENDED = replace(STILL, status_from="open", status_to="aborted")


@pytest.fixture
def log(store: Redis, store_url: str) -> StreamsEventLog:
    """The log of an empty store."""
    return StreamsEventLog(store, clients.reader(store_url))


def keep(url: str, folder: Path, now: int, step: str = "", point: str = "") -> None:
    """Keep the log for a round as a new process a minute after the last one, or die at this step of it."""
    with clients.writer(url) as store, clients.reader(url) as reader:
        log = StreamsEventLog(store, reader)
        kept = KeptLog(log, store, folder, f"{now}")
        kept.now = now
        if step:
            die_at(*STEPS[step](kept, log), point)
        kept.go_on()


def seen(store: Redis, folder: Path) -> list[Checkpoint]:
    """Every checkpoint that anybody could have seen by now, and the one that is remembered."""
    kept = KeptLog(StreamsEventLog(store, store), store, folder)
    notes = [kept.ledger.checkpoints().get(use.value) for use in CheckpointUse]
    if (folder / SIGNED).exists():
        notes.append((folder / SIGNED).read_bytes())
    return [parse_signed_checkpoint(note).checkpoint for note in notes if note]


@pytest.mark.smoke
def test_no_kill_makes_a_second_truth(
    log: StreamsEventLog, store: Redis, store_url: str, tmp_path: Path
) -> None:
    """After a kill before and after each step, every head is a leaf once, and all checkpoints agree."""
    now, shown, some = 1_700_000_000_000, list[Checkpoint](), games(2 * len(STEPS))
    for number, (step, point) in enumerate((step, point) for step in STEPS for point in POINTS):
        log.append(first(some[number]))
        if number:
            log.append(later(log, some[number - 1], index=ENDED, retire=True))
        now += 60_000
        assert dies(partial(keep, store_url, tmp_path, now, step, point)), (step, point)
        shown += seen(store, tmp_path)
        store.delete(LEASE)  # the lease of the dead process has ended
    keep(store_url, tmp_path, now + 60_000)
    shown += seen(store, tmp_path)
    kept = KeptLog(log, store, tmp_path)
    leaves = kept.ledger.leaves(0, kept.ledger.size())
    assert sorted(map(named, leaves)) == sorted(
        [(digest_of(game), HeadKind.OPEN.value) for game in some]
        + [(digest_of(game), HeadKind.END.value) for game in some[:-1]]
    )
    check_all(kept, shown)


def named(leaf: object) -> tuple[str, str]:
    """The game and the kind of a leaf."""
    assert isinstance(leaf, HeadLeaf)
    return leaf.game, leaf.kind.value


def check_all(kept: KeptLog, shown: list[Checkpoint]) -> None:
    """Check that the newest checkpoint has the root over the leaves, and continues all others."""
    size = kept.ledger.size()
    frontier = Frontier.of(0, kept.tree.nodes(0))
    frontier.extend(leaf_hash(leaf.entry()) for leaf in kept.ledger.leaves(0, size))
    newest = max(shown, key=lambda each: each.size)
    assert (newest.size, newest.root) == (size, frontier.root())
    nodes = kept.tree.nodes(size)
    for each in shown:
        proof = consistency_proof(each.size, size, nodes)
        check_consistency(each.size, each.root, size, newest.root, proof)
