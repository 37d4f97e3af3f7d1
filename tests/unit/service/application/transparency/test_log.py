"""The public log on a fake store: order, checkpoints, proofs, and what it refuses to sign."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from harness.store.fake_log import FakeEventLog
from harness.store.public_log import KEY, MINUTE_MS, ORIGIN, KeptLog
from harness.store.records import OPEN, STILL, first, following, games, later
from replays.encoding.identity import GameId
from replays.log.event_log import Append
from replays.streams import keys
from replays.transparency.leaves import HeadKind, HeadLeaf, KeyKind, KeyLeaf, digest_of, parse_leaf
from replays.transparency.merkle import Frontier, check_consistency, consistency_proof, leaf_hash
from replays.transparency.tiles import WIDTH, LogTile, parse_entry_bundle
from service.application.transparency.ledger import LEAVES, LogFenced
from service.application.transparency.memory import COPIED, SIGNED, LogForked
from service.application.transparency.origins import log_signer
from service.application.transparency.packing import pack_leaf
from service.application.transparency.signing import CheckpointUse, stored_checkpoint

PUBLIC_KEY = "ab" * 32


@pytest.fixture
def log() -> FakeEventLog:
    """A log on a fake server."""
    return FakeEventLog()


@pytest.fixture
def kept(log: FakeEventLog, tmp_path: Path) -> KeptLog:
    """A process that keeps the public log of that log."""
    return KeptLog(log, log.store, tmp_path)


def play(log: FakeEventLog, game: GameId) -> None:
    """Append a game that opens, starts, goes on and ends."""
    for append in story(log, game):
        log.append(append())


def story(log: FakeEventLog, game: GameId) -> tuple[Callable[[], Append], ...]:
    """The appends of a game, each decided on the head at its time."""
    return (
        lambda: first(game),
        lambda: later(log, game, index=replace(STILL, status_from="open", status_to="active")),
        lambda: later(log, game, index=replace(STILL, status_from="active", status_to="active")),
        lambda: later(log, game, index=replace(STILL, status_from="active", status_to="scored"), retire=True),
    )


def leaves_of(kept: KeptLog) -> list[HeadLeaf | KeyLeaf]:
    """All leaves in their order, read from the entry bundles that the log serves."""
    size = kept.ledger.size()
    found: list[HeadLeaf | KeyLeaf] = []
    for start in range(0, size, WIDTH):
        width = min(WIDTH, size - start)
        entries = parse_entry_bundle(kept.tree.read(LogTile(None, start // WIDTH, width)), width)
        found += map(parse_leaf, entries)
    return found


def root_of(kept: KeptLog) -> bytes:
    """The root over the recorded order, computed from the leaves alone."""
    frontier = Frontier.of(0, kept.tree.nodes(0))
    frontier.extend(leaf_hash(leaf.entry()) for leaf in leaves_of(kept))
    return frontier.root()


def test_a_game_has_a_leaf_when_it_opens_starts_and_ends(log: FakeEventLog, kept: KeptLog) -> None:
    """The leaves have the heads of these moments, and neither id nor player."""
    (game,) = games(1)
    play(log, game)
    kept.go_on()
    events = log.read(game)
    assert leaves_of(kept) == [
        HeadLeaf(digest_of(game), events[version - 1].hash, kind, version)
        for kind, version in ((HeadKind.OPEN, 1), (HeadKind.START, 2), (HeadKind.END, 4))
    ]
    assert sum(log.store.xlen(keys.heads(number)) for number in range(16)) == 0


def test_an_opening_that_starts_at_once_has_both_leaves(log: FakeEventLog, kept: KeptLog) -> None:
    """A game of a dynasty opens and starts with one append: event 1 is its opening, the last its start."""
    (game,) = games(1)
    log.append(first(game, 3, index=replace(OPEN, status_to="active")))
    kept.go_on()
    assert [(leaf.kind, leaf.version) for leaf in leaves_of(kept) if isinstance(leaf, HeadLeaf)] == [
        (HeadKind.OPEN, 1),
        (HeadKind.START, 3),
    ]


def test_an_opening_is_signed_at_once(log: FakeEventLog, kept: KeptLog) -> None:
    """A table's opening can be proved after one round; nobody waits for the next minute."""
    one, other = games(2)
    log.append(first(one))
    kept.go_on()
    kept.now += 1000
    log.append(first(other))
    kept.go_on()
    proof = kept.prover.prove(other, HeadKind.OPEN)
    assert proof is not None
    proof.check([kept.signer.key])
    assert parse_leaf(proof.entry) == HeadLeaf(digest_of(other), log.read(other)[0].hash, HeadKind.OPEN, 1)
    assert proof.signed.checkpoint.size == 2
    assert [each.checkpoint.size for each in kept.published] == [1]


def test_a_checkpoint_is_published_each_minute(log: FakeEventLog, kept: KeptLog) -> None:
    """A start and an end are proved at once, and published with the next checkpoint after a minute."""
    (game,) = games(1)
    play(log, game)
    kept.go_on()
    kept.go_on()
    assert [each.checkpoint.size for each in kept.published] == [3]
    kept.publish()
    assert len(kept.published) == 1, "without new leaves there is no new checkpoint"
    log.append(first(games(2)[1]))
    kept.now -= 30_000
    kept.go_on()
    log.append(later(log, games(2)[1], index=replace(STILL, status_to="aborted"), retire=True))
    kept.go_on()
    proof = kept.prover.prove(games(2)[1])
    assert proof is not None
    assert proof.signed.checkpoint.size == 5


def test_a_late_cosignature_brings_no_older_checkpoint_back(log: FakeEventLog, kept: KeptLog) -> None:
    """A witness may answer after the next checkpoint is out: the log still serves that one."""
    one, other = games(2)
    log.append(first(one))
    kept.go_on()
    log.append(first(other))
    newest = kept.publish()
    kept.keeper.keep(kept.lease.token, kept.published[0], CheckpointUse.PUBLISHED, CheckpointUse.COSIGNED)
    stored = kept.ledger.checkpoints()
    assert stored_checkpoint(stored, CheckpointUse.PUBLISHED) == newest
    assert stored_checkpoint(stored, CheckpointUse.COSIGNED) == kept.published[0]


def test_the_last_leaf_is_proved_by_default(log: FakeEventLog, kept: KeptLog) -> None:
    """The proof without a kind is that of the end; a game without leaves has none."""
    one, other = games(2)
    play(log, one)
    kept.go_on()
    proof = kept.prover.prove(one)
    assert proof is not None
    assert parse_leaf(proof.entry) == leaves_of(kept)[-1]
    assert kept.prover.prove(other) is None


def test_evidence_needs_the_leaf_and_a_signature(log: FakeEventLog, kept: KeptLog) -> None:
    """A size counts if a signed checkpoint has it, and the leaf is before it."""
    one, other = games(2)
    log.append(first(one))
    log.append(first(other))
    assert not kept.prover.is_in(one, HeadKind.OPEN, 1)
    kept.go_on()
    first_leaf = digest_of(one) == leaves_of(kept)[0].game  # type: ignore[union-attr]
    early, late = (one, other) if first_leaf else (other, one)
    assert kept.prover.is_in(early, HeadKind.OPEN, 1)
    assert not kept.prover.is_in(late, HeadKind.OPEN, 1)
    assert kept.prover.is_in(late, HeadKind.OPEN, 2)
    assert not kept.prover.is_in(late, HeadKind.OPEN, 3)


def test_the_root_follows_from_the_leaves(log: FakeEventLog, kept: KeptLog) -> None:
    """Over several full tiles the signed root is that of the leaves, and later checkpoints continue it."""
    log.append(first(games(1)[0]))
    kept.go_on()
    signed = []
    for batch in range(3):
        for number in range(0, 300, 50):
            names = (hashlib.sha256(b"%d %d" % (batch, number + n)).hexdigest() for n in range(50))
            leaves = [HeadLeaf(name, name, HeadKind.END, 9) for name in names]
            assert kept.sequencer.record(kept.lease.token, leaves) == leaves
        log.append(first(games(batch + 2)[-1]))
        signed.append(kept.publish().checkpoint)
    assert [each.size for each in signed] == [302, 603, 904]
    assert signed[-1].root == root_of(kept)
    for old, new in pairwise(signed):
        proof = consistency_proof(old.size, new.size, kept.tree.nodes(new.size))
        check_consistency(old.size, old.root, new.size, new.root, proof)


def test_heads_that_come_twice_are_recorded_once(log: FakeEventLog, kept: KeptLog) -> None:
    """A process that died before it removed the heads changes nothing when they come again."""
    (game,) = games(1)
    log.append(first(game))
    log.forget_heads = lambda heads: None  # type: ignore[method-assign]  # noqa: ARG005 - the interface's
    kept.go_on()
    kept.go_on()
    assert kept.ledger.size() == 1


def test_a_holder_that_lost_its_lease_records_nothing(log: FakeEventLog, tmp_path: Path) -> None:
    """After another process took over, the token of the first one is refused, and it goes on later."""
    one, other = games(2)
    old, new = (KeptLog(log, log.store, tmp_path, name) for name in ("old", "new"))
    log.append(first(one))
    old.go_on()
    token = old.lease.token
    old.lease.release()
    new.go_on()
    log.append(first(other))
    with pytest.raises(LogFenced):
        old.sequencer.take(token, 1)
    assert old.ledger.size() == 1
    new.go_on()
    assert old.ledger.size() == 2


def test_keys_and_revocations_are_leaves(log: FakeEventLog, kept: KeptLog) -> None:
    """A key is recorded at a take-over or when it is registered; a revocation too, each once."""
    kept.keys.register(PUBLIC_KEY, 5)
    kept.go_on()
    kept.keys.register("cd" * 32, 6)
    assert kept.keys.revoke(PUBLIC_KEY, 7)
    assert not kept.keys.revoke("ef" * 32, 7)
    kept.go_on()
    kept.go_on()
    assert leaves_of(kept) == [
        KeyLeaf(KeyKind.KEY, PUBLIC_KEY, 5),
        KeyLeaf(KeyKind.KEY, "cd" * 32, 6),
        KeyLeaf(KeyKind.REVOCATION, PUBLIC_KEY, 7),
    ]


def test_a_store_that_lost_leaves_is_not_signed(log: FakeEventLog, kept: KeptLog, tmp_path: Path) -> None:
    """After a restore of the store alone, the data folder shows that more was signed."""
    one, other = games(2)
    log.append(first(one))
    kept.go_on()
    before = {name: log.store.dump(name) for name in log.store.keys("{log}:*")}
    log.append(first(other))
    kept.go_on()
    log.store.delete(*log.store.keys("{log}:*"))
    for name, content in before.items():
        assert content is not None
        log.store.restore(name, 0, content)
    restored = KeptLog(log, log.store, tmp_path, "one")
    log.append(first(GameId("00000000-0000-4000-8000-0000000000f7")))
    log.append(later(log, one, index=replace(STILL, status_to="active")))
    with pytest.raises(LogForked, match="not those that were signed"):
        restored.go_on()
    assert (tmp_path / SIGNED).read_bytes().split(b"\n")[1] == b"2"


def test_a_restored_backup_is_not_signed(log: FakeEventLog, kept: KeptLog, tmp_path: Path) -> None:
    """A copy made by the backup says so, until the log has another name: that one goes on."""
    one, other = games(2)
    log.append(first(one))
    kept.go_on()
    (tmp_path / COPIED).touch()
    log.append(first(other))
    with pytest.raises(LogForked, match="restored backup"):
        kept.go_on()
    assert kept.ledger.size() == 2, "leaves are recorded all the same"
    assert kept.prover.prove(other) is None
    kept.lease.release()
    renamed = KeptLog(log, log.store, tmp_path, "two", origin="kingdomino.example.org/log/2")
    renamed.go_on()
    renamed.publish()
    assert not (tmp_path / COPIED).exists()
    proof = renamed.prover.prove(other)
    assert proof is not None
    proof.check([renamed.signer.key])


def test_a_rewritten_leaf_is_not_signed(log: FakeEventLog, kept: KeptLog, tmp_path: Path) -> None:
    """A process that finds a recorded leaf changed has the last signed root in the way."""
    one, other = games(2)
    log.append(first(one))
    kept.go_on()
    (leaf,) = kept.ledger.leaves(0, 1)
    assert isinstance(leaf, HeadLeaf)
    log.store.delete(LEAVES)
    log.store.xadd(LEAVES, {"l": pack_leaf(replace(leaf, head="ef" * 32))}, id="1-0")
    log.append(first(other))
    kept.lease.release()
    with pytest.raises(LogForked, match="not those that were signed"):
        KeptLog(log, log.store, tmp_path, "two").go_on()
    stored = stored_checkpoint(kept.ledger.checkpoints(), CheckpointUse.SIGNED)
    assert stored is not None
    assert stored.checkpoint.size == 1


def test_a_foreign_entry_stops_nothing(log: FakeEventLog, kept: KeptLog) -> None:
    """What somebody else wrote among the waiting heads is removed."""
    log.store.xadd(keys.heads(3), {"g": "nobody", "m": "open x y"})
    log.append(first(games(1)[0]))
    kept.go_on()
    assert kept.ledger.size() == 1
    assert log.store.xlen(keys.heads(3)) == 0


def test_each_origin_has_its_key() -> None:
    """The key of the checkpoints follows from the server's key and the name of the log."""
    assert log_signer(KEY, ORIGIN).key == log_signer(KEY, ORIGIN).key
    assert log_signer(KEY, ORIGIN).key.public != log_signer(KEY, "other/log").key.public
    assert log_signer(KEY, ORIGIN).key.name == ORIGIN


def test_moves_leave_no_heads(log: FakeEventLog) -> None:
    """An append that changes no status is no milestone, so a move costs nothing here."""
    (game,) = games(1)
    log.append(first(game))
    head = log.head(game)
    assert head is not None
    append = Append(game, head, following(head), replace(STILL, status_from="active", status_to="active"))
    assert append.milestones == ()
    assert MINUTE_MS == 60_000
