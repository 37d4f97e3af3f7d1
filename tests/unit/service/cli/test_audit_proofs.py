"""`kingdomino audit` with proofs from the public log, which are heads if the log's key signed them."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness.audit.audits import SERVICE, TABLE, bundle, game, table_of
from harness.audit.forging import Forger
from replays.encoding.entries import Head
from replays.encoding.identity import GameId
from replays.transparency.leaves import HeadKind, KeyKind, KeyLeaf, head_leaf
from replays.transparency.notes import NoteSigner
from service.cli.commands.audit import audit
from tests.unit.replays.transparency.logs import ORIGIN, MemoryLog

PLAYED, EVENTS = game()
LAST = EVENTS[-1]
ENTROPIES = ("ab" * 32, "cd" * 32)


def logged(stream: GameId, head: Head, kind: HeadKind = HeadKind.END) -> MemoryLog:
    """A log with this head after another leaf."""
    return MemoryLog([b"{}", head_leaf(stream, head, kind).entry()])


TRUE = logged(PLAYED, Head(LAST.version, LAST.hash))
KEY = TRUE.signer.key.text()


def audited(folder: Path, content: bytes, log: MemoryLog, *options: str, key: str = KEY) -> Result:
    """The audit of a bundle with the proof of the log's last leaf."""
    (folder / "bundle.zip").write_bytes(content)
    proof = folder / "kept.tlog-proof"
    proof.write_bytes(log.proof(1).serialized())
    keys = ["--key", SERVICE.public_key, *(["--log-key", key] if key else [])]
    return CliRunner().invoke(audit, [str(folder / "bundle.zip"), "--against", str(proof), *keys, *options])


def test_a_proof_is_a_head_that_the_record_has(tmp_path: Path) -> None:
    """It is compared like a receipt; the record is in order."""
    assert audited(tmp_path, bundle(), TRUE).exit_code == 0


def test_a_record_that_differs_from_the_log_fails(tmp_path: Path) -> None:
    """Completeness fails with a sentence on the log; a record that ends before the leaf is cut."""
    other = audited(tmp_path, bundle(), logged(PLAYED, Head(LAST.version, "ab" * 32)))
    assert (other.exit_code, "completeness, log/other" in other.output) == (2, True)
    cut = audited(tmp_path, bundle(upto=38), TRUE)
    assert (cut.exit_code, "completeness, head/cut" in cut.output) == (2, True)


def test_the_proof_of_an_opening_shows_that_nobody_could_choose(tmp_path: Path) -> None:
    """The head of event 1, which the log had before entropy was sent, meets the condition `entropy`."""
    content = table_of(*ENTROPIES, opener="host")
    first = Forger(content).events[0]["hash"]
    opening = logged(TABLE, Head(EVENTS[0].version, first), HeadKind.OPEN)
    assert audited(tmp_path, content, opening, "--require", "entropy").exit_code == 0
    assert CliRunner().invoke(audit, [str(tmp_path / "bundle.zip"), "--require", "entropy"]).exit_code == 64


@pytest.mark.parametrize(
    ("log", "key", "text"),
    [
        (TRUE, "", "the proof shows nothing"),
        (TRUE, NoteSigner(ORIGIN, bytes([9]) * 32).key.text(), "is not signed by a known key of this log"),
        (logged(TABLE, Head(LAST.version, LAST.hash)), KEY, "which was not audited"),
        (MemoryLog([b"{}", KeyLeaf(KeyKind.KEY, "ab" * 32, 1).entry()]), KEY, "of a key and not of a game"),
        (MemoryLog([b"{}", b"other"]), KEY, "the proof shows nothing"),
    ],
)
def test_a_proof_that_shows_nothing_is_said(tmp_path: Path, log: MemoryLog, key: str, text: str) -> None:
    """Without the log's key, with another, or of something else it is no evidence; exit code 128."""
    result = audited(tmp_path, bundle(), log, key=key)
    assert (result.exit_code, text in result.output) == (128, True), result.output
