"""A witness cosigns what continues all that it has seen, and says exactly why it refuses anything else."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from replays.transparency.checkpoints import (
    Checkpoint,
    SignedCheckpoint,
    parse_signed_checkpoint,
    sign_checkpoint,
)
from replays.transparency.cosignatures import Cosignature, cosignatures
from replays.transparency.notes import NoteSigner, parse_signatures
from replays.transparency.witnessing import (
    LONGEST_SUBMISSION,
    ProtocolVersion,
    Submission,
    SubmissionRefused,
    origin_digest,
    parse_submission,
)
from service.witness.application import WitnessApplication
from service.witness.folder import FolderError, WitnessFolder
from service.witness.witness import Witness
from tests.unit.replays.transparency.logs import ORIGIN, MemoryLog, some_log

LOG = some_log()
OTHER = some_log(prefix="other")
NOW = 1_790_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[WitnessFolder]:
    """The folder of a new witness."""
    opened = WitnessFolder(tmp_path / "witness")
    yield opened
    opened.close()


def witness_of(folder: WitnessFolder, version: ProtocolVersion = ProtocolVersion.V1) -> Witness:
    """A witness of `LOG` whose time stands still."""
    return Witness(folder, folder.cosigner("w.example/anna"), [LOG.signer.key], version, now=lambda: NOW)


def refusal(witness: Witness, submission: Submission | bytes) -> SubmissionRefused:
    """The refusal of a submission."""
    content = submission if isinstance(submission, bytes) else submission.serialized()
    with pytest.raises(SubmissionRefused) as caught:
        witness.add_checkpoint(content)
    return caught.value


def test_each_checkpoint_that_continues_the_last_is_cosigned(folder: WitnessFolder) -> None:
    """The witness follows a log from nothing; the same checkpoint may be cosigned again."""
    witness = witness_of(folder)
    for old, size in ((0, 0), (0, 3), (3, 8), (8, 8), (8, 11)):
        submission = LOG.submission(old, size)
        line = witness.add_checkpoint(submission.serialized())
        head = submission.signed.checkpoint
        cosigned = replace(submission.signed.note, signatures=parse_signatures(line))
        assert cosignatures(cosigned, head, [witness.key]) == [Cosignature(witness.key, NOW)]
        kept = parse_signed_checkpoint(witness.checkpoint(origin_digest(ORIGIN)) or b"")
        assert kept.checkpoint == head
        assert {each.name for each in kept.note.signatures} == {ORIGIN, witness.key.name}


def test_a_submission_is_read_as_it_was_written() -> None:
    """Old size, proof and checkpoint come back from the bytes."""
    for old, size in ((0, 3), (3, 11), (11, 11)):
        submission = LOG.submission(old, size)
        assert parse_submission(submission.serialized()) == submission


def with_root(size: int, root: bytes = bytes(32)) -> Submission:
    """A checkpoint that the log has signed and that is of no tree."""
    head = Checkpoint(ORIGIN, size, root)
    return Submission(size, (), SignedCheckpoint(head, sign_checkpoint(head, LOG.signer)))


def test_every_refusal_of_the_protocol(folder: WitnessFolder) -> None:
    """The statuses are those of tlog-witness v1.0.0; none of these submissions changes what is known."""
    witness = witness_of(folder)
    witness.add_checkpoint(LOG.submission(0, 5).serialized())
    stranger = MemoryLog(LOG.entries, NoteSigner("other.example", bytes(32)))
    thief = MemoryLog(LOG.entries, NoteSigner(ORIGIN, bytes([9]) * 32))
    broken = LOG.submission(5)
    invalid = replace(broken.signed.note.signatures[0], value=bytes(64))
    note = replace(broken.signed.note, signatures=(invalid,))
    expected: dict[int, list[Submission | bytes]] = {
        404: [stranger.submission(5)],
        403: [thief.submission(5), replace(broken, signed=replace(broken.signed, note=note))],
        400: [
            replace(LOG.submission(3, 4), old=5),
            b"",
            b"old 5\n",
            broken.serialized().replace(b"old ", b"old +", 1),
        ],
        409: [LOG.submission(0), LOG.submission(4), LOG.submission(6), OTHER.submission(5, 5)],
        422: [OTHER.submission(5), replace(broken, proof=()), replace(broken, proof=(bytes(32),) * 63)],
    }
    for status, submissions in expected.items():
        assert [refusal(witness, each).status for each in submissions] == [status] * len(submissions)
    assert refusal(witness, LOG.submission(4)).size == 5
    assert refusal(witness, replace(broken, proof=(bytes(32),) * 64)).status == 400
    assert refusal(witness, bytes(LONGEST_SUBMISSION + 1)).status == 400
    assert witness.add_checkpoint(LOG.submission(5).serialized())


def test_a_first_checkpoint_needs_no_proof_and_may_have_none(folder: WitnessFolder) -> None:
    """An empty tree is consistent with any; a proof from it is refused, and so is another root of it."""
    witness = witness_of(folder)
    assert refusal(witness, replace(LOG.submission(0, 5), proof=(bytes(32),))).status == 422
    assert refusal(witness, with_root(0)).status == 422
    assert witness.add_checkpoint(LOG.submission(0, 5).serialized())


@pytest.mark.parametrize(("version", "status"), [(ProtocolVersion.V1, 409), (ProtocolVersion.DRAFT, 422)])
def test_another_root_of_the_same_size(folder: WitnessFolder, version: ProtocolVersion, status: int) -> None:
    """It is answered as the version asks, never cosigned, and kept as evidence, once."""
    witness = witness_of(folder, version)
    witness.add_checkpoint(LOG.submission(0, 5).serialized())
    refused = [refusal(witness, OTHER.submission(5, 5)) for _ in range(2)]
    assert [(each.status, each.size, each.contradicts) for each in refused] == [(status, 5, True)] * 2
    kept = list((folder._path / "evidence").iterdir())
    assert [each.read_bytes() for each in kept] == [OTHER.signed(5).note.serialized()]


def test_evidence_is_limited(folder: WitnessFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that signs many contradictions fills no disk."""
    monkeypatch.setattr("service.witness.folder.MOST_EVIDENCE", 3)
    witness = witness_of(folder)
    witness.add_checkpoint(LOG.submission(0, 5).serialized())
    for n in range(6):
        refusal(witness, with_root(5, bytes([n]) * 32))
    assert sum(1 for _ in (folder._path / "evidence").iterdir()) == 3


def test_the_checkpoint_is_on_the_disk_before_the_cosignature_leaves(
    folder: WitnessFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A witness that cannot write cosigns nothing, and afterwards goes on from the last that it wrote."""
    witness = witness_of(folder)
    witness.add_checkpoint(LOG.submission(0, 5).serialized())

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", fail)
        with pytest.raises(OSError, match="No space"):
            witness.add_checkpoint(LOG.submission(5).serialized())
    assert refusal(witness, OTHER.submission(4)).size == 5
    assert witness.add_checkpoint(LOG.submission(5).serialized())


def test_what_was_seen_outlives_the_process(tmp_path: Path) -> None:
    """The next process has the same key, refuses another history, and removes drafts of a killed one."""
    first = WitnessFolder(tmp_path)
    key = witness_of(first).key
    witness_of(first).add_checkpoint(LOG.submission(0, 5).serialized())
    first.close()
    (tmp_path / ".new-draft").write_bytes(b"cut")
    again = WitnessFolder(tmp_path)
    witness = Witness(again, again.cosigner(None), [LOG.signer.key])
    assert witness.key == key
    assert refusal(witness, OTHER.submission(0)).status == 409
    assert not (tmp_path / ".new-draft").exists()
    again.close()


def test_a_folder_is_used_by_one_witness_and_trusted_only_whole(tmp_path: Path) -> None:
    """A second process, another name, a lost key and a damaged file are refused with what to do."""
    folder = WitnessFolder(tmp_path)
    with pytest.raises(FolderError, match="another witness uses"):
        WitnessFolder(tmp_path)
    with pytest.raises(FolderError, match="needs a name"):
        folder.cosigner(None)
    witness = witness_of(folder)
    with pytest.raises(FolderError, match=r"is w\.example/anna, not ben"):
        folder.cosigner("ben")
    witness.add_checkpoint(LOG.submission(0, 5).serialized())
    state, key = next(tmp_path.glob("*.checkpoint")), tmp_path / "key"
    content = state.read_bytes()
    state.write_bytes(content[:40])
    with pytest.raises(FolderError, match="is damaged"):
        witness.add_checkpoint(LOG.submission(0).serialized())
    state.write_bytes(content.replace(ORIGIN.encode(), b"other.example/log"))
    with pytest.raises(FolderError, match="is of another log"):
        witness.add_checkpoint(LOG.submission(0).serialized())
    assert key.stat().st_mode & 0o077 == 0
    for wrong in (b"", key.read_bytes().replace(b"anna", b"ben"), b"PRIVATE+KEY+a+b+AQ==\n"):
        key.write_bytes(wrong)
        with pytest.raises(FolderError, match="is no key of a witness"):
            folder.cosigner(None)
    key.unlink()
    with pytest.raises(FolderError, match="has checkpoints and no key"):
        folder.cosigner("w.example/anna")
    folder.close()


Ask = Callable[[str, str, bytes], tuple[int, str, bytes]]


@pytest.fixture
def ask(folder: WitnessFolder) -> Ask:
    """Sends a request to the application; returns the status, the media type and the body."""
    witness = witness_of(folder)

    def answered(method: str, path: str, body: bytes = b"") -> tuple[int, str, bytes]:
        sent: list[Any] = []
        halves = [body[: len(body) // 2], body[len(body) // 2 :]]

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": halves.pop(0), "more_body": bool(halves)}

        async def send(message: Any) -> None:
            sent.append(message)

        async def run() -> None:
            application = WitnessApplication(witness)
            await application({"type": "http", "method": method, "path": path}, receive, send)

        asyncio.run(run())
        return sent[0]["status"], dict(sent[0]["headers"])[b"content-type"].decode(), sent[1]["body"]

    return answered


def test_the_interface_of_the_protocol(ask: Ask, folder: WitnessFolder) -> None:
    """A cosignature is a line; 409 has the size and its media type; the last checkpoint can be read."""
    text = "text/plain; charset=utf-8"
    checkpoint = f"/{origin_digest(ORIGIN)}/checkpoint"
    assert ask("GET", checkpoint, b"")[0] == 404
    status, kind, body = ask("POST", "/add-checkpoint", LOG.submission(0, 5).serialized())
    assert (status, kind) == (200, text)
    assert [each.name for each in parse_signatures(body.decode())] == ["w.example/anna"]
    assert ask("POST", "/add-checkpoint", LOG.submission(0).serialized()) == (409, "text/x.tlog.size", b"5\n")
    assert ask("POST", "/add-checkpoint", b"nonsense")[0] == 400
    assert ask("POST", "/add-checkpoint", bytes(2 * LONGEST_SUBMISSION + 2))[0] == 413
    status, kind, body = ask("GET", checkpoint, b"")
    assert (status, kind, parse_signed_checkpoint(body).checkpoint.size) == (200, text, 5)
    assert folder.cosigner(None).key.text().encode() in ask("GET", "/", b"")[2]
    for method, path, wrong in (
        ("GET", "/add-checkpoint", 404),
        ("PUT", "/add-checkpoint", 405),
        ("POST", "/other", 404),
        ("GET", "/key", 404),
        ("GET", "/../key", 404),
        ("GET", "/x/checkpoint", 404),
    ):
        assert ask(method, path, b"")[0] == wrong
    next(folder._path.glob("*.checkpoint")).write_bytes(b"")
    assert ask("POST", "/add-checkpoint", LOG.submission(0).serialized())[0] == 503
