"""Cosignatures are collected from whoever answers, and full tiles become files in the archive."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from harness.store.fake_log import FakeEventLog
from harness.store.public_log import KeptLog
from harness.store.records import first, games
from replays.archive.folder import Folder
from replays.transparency.cosignatures import Cosigner
from replays.transparency.leaves import HeadKind, HeadLeaf
from replays.transparency.policies import KnownWitness, TrustPolicy, mine_and_one_of
from replays.transparency.tiles import LogTile, parse_entry_bundle
from replays.transparency.witnessing import SubmissionRefused
from service.application.transparency.filing import LogFiles
from service.application.transparency.memory import LogForked
from service.application.transparency.trust import is_cosigned, policy_of
from service.application.transparency.witnesses import Answer, Post, Witnesses
from service.witness.folder import WitnessFolder
from service.witness.witness import Witness

NAMES = ("mine", "ann", "ben")


@dataclass(frozen=True, slots=True)
class Response:
    """What a witness answers."""

    status: int
    body: bytes


@dataclass(slots=True)
class Net:
    """The witnesses by their addresses; those that are not there do not answer."""

    there: dict[str, Witness] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def post(self, url: str, body: bytes) -> Answer:
        """The answer of the witness at this address."""
        host = url.removeprefix("https://").removesuffix("/add-checkpoint")
        self.asked.append(host)
        if host not in self.there:
            raise TimeoutError(f"{host} is away")
        try:
            return Response(200, self.there[host].add_checkpoint(body).encode())
        except SubmissionRefused as refused:
            return Response(refused.status, f"{refused.size}\n".encode())


@pytest.fixture
def log() -> FakeEventLog:
    """A log on a fake server."""
    return FakeEventLog()


@pytest.fixture
def kept(log: FakeEventLog, tmp_path: Path) -> KeptLog:
    """The process that keeps the log, which has a table."""
    log.append(first(games(1)[0]))
    kept = KeptLog(log, log.store, tmp_path)
    kept.go_on()
    return kept


@pytest.fixture
def net(kept: KeptLog, tmp_path: Path) -> Iterator[Net]:
    """Three witnesses that know the log."""
    net, folders = Net(), [WitnessFolder(tmp_path / name) for name in NAMES]
    for number, (name, folder) in enumerate(zip(NAMES, folders, strict=True)):
        net.there[name] = Witness(folder, Cosigner(name, bytes([number]) * 32), [kept.signer.key])
    yield net
    for folder in folders:
        folder.close()


def policy_for(kept: KeptLog, net: Net) -> TrustPolicy:
    """The policy "mine, and one of two"."""
    known = [KnownWitness(name, each.key, f"https://{name}") for name, each in net.there.items()]
    return replace(mine_and_one_of((), known[0], known[1:]), logs=policy_of(None, kept.signer.key).logs)


def collect(kept: KeptLog, post: Post, policy: TrustPolicy) -> tuple[list[bool], Mapping[str, str | None]]:
    """Whether each further note meets the policy, and why each witness failed."""
    failed: dict[str, str | None] = {}
    witnesses = Witnesses(
        kept.tree, policy.witnesses, post, lambda each, why: failed.update({each.name: why})
    )
    return [is_cosigned(policy, note) for note in witnesses.cosigned(kept.published[-1])], failed


def test_mine_and_one_of_two(kept: KeptLog, net: Net) -> None:
    """With one witness away, the others' cosignatures meet the policy; without mine they do not."""
    policy = policy_for(kept, net)
    ben = net.there.pop("ben")
    met, failed = collect(kept, net.post, policy)
    assert met[-1]
    assert (failed["mine"], failed["ann"], failed["ben"]) == (None, None, "ben is away")
    net.there |= {"ben": ben}
    del net.there["mine"]
    met, _ = collect(kept, net.post, policy)
    assert met == [False, False]


def test_a_witness_that_knows_another_size_is_asked_again(log: FakeEventLog, kept: KeptLog, net: Net) -> None:
    """A new process does not know what a witness cosigned last; the witness says it, and cosigns then."""
    policy = policy_for(kept, net)
    collect(kept, net.post, policy)
    log.append(first(games(2)[1]))
    kept.publish()
    net.asked.clear()
    met, failed = collect(kept, net.post, policy)
    assert met[-1]
    assert set(failed.values()) == {None}
    assert sorted(net.asked) == sorted(2 * list(net.there))


def test_a_witness_that_has_seen_more_is_reported(kept: KeptLog, net: Net) -> None:
    """A restored store learns from a witness that it has lost leaves."""
    policy = policy_for(kept, net)
    post = net.post

    def of_ann(url: str, body: bytes) -> Answer:
        return Response(409, b"7\n") if "ann" in url else post(url, body)

    _, failed = collect(kept, of_ann, policy)
    assert "has cosigned 7 leaves" in str(failed["ann"])


def test_cosignatures_of_another_key_are_not_taken(kept: KeptLog, net: Net) -> None:
    """What a witness sends is verified with the key in the policy."""
    policy = policy_for(kept, net)
    net.there["ann"] = net.there["ben"]
    _, failed = collect(kept, net.post, policy)
    assert failed["ann"] == "its response has no cosignature by the key in the policy"


def test_full_tiles_become_files(log: FakeEventLog, kept: KeptLog, tmp_path: Path) -> None:
    """Full tiles and bundles are files that give the leaves; a store without these leaves is found out."""
    (tmp_path / "archive").mkdir()
    files = LogFiles(Folder(tmp_path / "archive"), kept.tree, "here")
    token = kept.lease.token
    leaves = [HeadLeaf(f"{number:04x}" * 16, "ab" * 32, HeadKind.END, 9) for number in range(600)]
    kept.sequencer.record(token, leaves)
    assert files.file(token, 601) == 4  # two bundles and two tiles
    assert files.file(token, 601) == 0
    files.check()
    bundle = (tmp_path / "archive" / "log" / "here" / "tile" / "entries" / "001").read_bytes()
    assert parse_entry_bundle(bundle, 256) == [leaf.entry() for leaf in leaves[255:511]]
    assert (tmp_path / "archive/log/here/tile/0/000").read_bytes() == kept.tree.read(LogTile(0, 0))
    log.store.delete(*log.store.keys("{log}:*"))
    with pytest.raises(LogForked, match="has lost some"):
        files.check()


def test_a_file_that_was_changed_stops_the_filing(kept: KeptLog, tmp_path: Path) -> None:
    """A file is compared with what the store gives, and never replaced."""
    (tmp_path / "archive/log/here/tile/0").mkdir(parents=True)
    (tmp_path / "archive/log/here/tile/0/000").write_bytes(b"something else")
    kept.sequencer.record(
        kept.lease.token,
        [HeadLeaf(f"{number:04x}" * 16, "ab" * 32, HeadKind.END, 9) for number in range(300)],
    )
    with pytest.raises(LogForked, match="another log/here/tile/0/000"):
        LogFiles(Folder(tmp_path / "archive"), kept.tree, "here").file(kept.lease.token, 301)
