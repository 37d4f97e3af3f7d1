"""`kingdomino convict`: two files, a verdict in words, and an exit code."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness.audit.audits import SERVICE, bundle, game
from harness.audit.forging import Forger
from replays.audit.bundle.building import game_bundle
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head
from replays.encoding.identity import Version, derived_game_id
from replays.encoding.signing import Signer
from replays.transparency.leaves import HeadKind, head_leaf
from replays.transparency.proofs import parse_proof
from service.cli.transparency.convict import convict
from tests.unit.replays.transparency.logs import MemoryLog, some_log

LOG = some_log(300)
FORK = MemoryLog([*LOG.entries[:200], *(b"forged " + entry for entry in LOG.entries[200:])])
KEY = LOG.signer.key.text()


def copied(log: MemoryLog, folder: Path) -> Path:
    """A copy of the files of a log."""
    for name, content in log.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of statements, in which the command runs."""
    monkeypatch.chdir(tmp_path)
    signer = Signer(bytes([7]) * 32)
    game = derived_game_id("convict")
    receipts = [canonical(signer.sign(game, Head(Version(9), digit * 64)).document()) for digit in "ab"]
    for name, content in {
        "small": LOG.signed(250).note.serialized(),
        "large": FORK.signed().note.serialized(),
        "same": FORK.signed(250).note.serialized(),
        "honest": LOG.signed().note.serialized(),
        "kept.tlog-proof": LOG.proof(210, 260).serialized(),
        "shown.tlog-proof": FORK.proof(210).serialized(),
        "last.tlog-proof": FORK.proof(249).serialized(),
        "mine": b"2026-11-28T02:17:09Z " + receipts[0] + b"\n",
        "yours": b"Kingdomino-Receipt: " + receipts[1],
        "invalid": receipts[1].replace(b'"version":9', b'"version":8'),
        "nothing": b"",
        "vkey": KEY.encode() + b"\n",
        "policy": f"# mine\nlog {KEY}\nquorum none\n".encode(),
    }.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def convicted(*arguments: str, key: str = KEY) -> Result:
    """The result of the command."""
    return CliRunner().invoke(convict, [*arguments, "--key", key])


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        ("small", "same", "size/roots"),
        ("kept.tlog-proof", "shown.tlog-proof", "leaf/other"),
        ("small", "last.tlog-proof", "tree/other"),
        ("mine", "yours", "head/other"),
    ],
)
@pytest.mark.parametrize("key", [KEY, "vkey", "policy"])
@pytest.mark.usefixtures("run")
def test_two_statements_convict(one: str, other: str, code: str, key: str) -> None:
    """The verdict, why, and what to keep; exit code 1."""
    result = convicted(one, other, key=key)
    assert (result.exit_code, f"They cannot both be true [{code}]" in result.output) == (1, True)
    assert "this convicts its operator. Keep both files and the key" in result.output


def ends(*others: str) -> bytes:
    """The proof that the log has the last head of a game, or another one in its place."""
    played, events = game()
    head = Head(events[-1].version, others[0] if others else events[-1].hash)
    return MemoryLog([*LOG.entries[:9], head_leaf(played, head, HeadKind.END).entry()]).proof(9).serialized()


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        ("whole.zip", "otherwise.zip", "head/other"),
        ("whole.zip", "receipt", "head/other"),
        ("proved.zip", "other.tlog-proof", "head/other"),
        ("proved.zip", "forged.zip", "head/other"),
    ],
)
def test_bundles_convict(run: Path, one: str, other: str, code: str) -> None:
    """By their signed heads and their proofs; an honest one does not contradict itself or its proof."""
    played, events = game()
    forger = Forger(bundle(), SERVICE)
    forger.events[5]["at"] += 1
    other_head = Head(events[-1].version, "ab" * 32)
    for name, content in {
        "whole.zip": bundle(),
        "otherwise.zip": forger.forged(),
        "proved.zip": game_bundle(played, events, SERVICE, ends()),
        "forged.zip": game_bundle(played, events, SERVICE, ends("cd" * 32)),
        "own.tlog-proof": ends(),
        "other.tlog-proof": ends("ab" * 32),
        "receipt": canonical(SERVICE.sign(played, other_head).document()),
    }.items():
        (run / name).write_bytes(content)
    result = convicted(one, other)
    assert (result.exit_code, f"[{code}]" in result.output) == (1, True), result.output
    for same in ("whole.zip", "proved.zip", "own.tlog-proof"):
        assert convicted("proved.zip", same).exit_code == 0


def test_a_bundle_that_shows_nothing_is_refused(run: Path) -> None:
    """Cut, signed by nobody, or with a proof by another key; without a key its proof does not count."""
    played, events = game()
    unsigned = Forger(bundle())
    unsigned.members["signature.json"] = unsigned.members["signature.json"].replace(
        b'"signature":"', b'"signature":"0'
    )
    other = MemoryLog([], type(LOG.signer)("other.example", bytes(32))).signer.key.text()
    (run / "whole.zip").write_bytes(bundle())
    (run / "cut.zip").write_bytes(bundle()[:2000])
    (run / "unsigned.zip").write_bytes(unsigned.listed())
    (run / "proved.zip").write_bytes(game_bundle(played, events, SERVICE, ends()))
    for name, key, text in (
        ("cut.zip", KEY, "cut.zip: it is no bundle that can be read"),
        ("unsigned.zip", KEY, "unsigned.zip: the bundle has no valid signature"),
        (
            "proved.zip",
            other,
            "proved.zip: the checkpoint of 'play.example/log' is not signed by a known key",
        ),
    ):
        result = convicted(name, "whole.zip", key=key)
        assert (result.exit_code, text in result.output) == (128, True), result.output
    assert CliRunner().invoke(convict, ["proved.zip", "whole.zip"]).exit_code == 0


@pytest.mark.usefixtures("run")
def test_what_agrees_is_no_conviction() -> None:
    """The same history, and a receipt beside itself; exit code 0."""
    for one, other in (("small", "kept.tlog-proof"), ("honest", "honest"), ("mine", "mine")):
        result = convicted(one, other)
        assert (result.exit_code, result.output[:17]) == (0, "Both can be true:")


def test_the_log_itself_shows_that_it_was_rewritten(run: Path) -> None:
    """Two sizes say nothing alone; with the log's files a proof is made, with which anybody can convict."""
    alone = convicted("small", "large")
    assert (alone.exit_code, "name the log with --log" in alone.output) == (128, True)
    fork, honest = copied(FORK, run / "fork"), copied(LOG, run / "log")
    result = convicted("small", "large", "--log", str(fork), "--proof", "evidence.tlog-proof")
    assert (result.exit_code, "The first 250 leaves of the tree of 300 leaves" in result.output) == (1, True)
    assert parse_proof((run / "evidence.tlog-proof").read_bytes()).index == 249
    assert convicted("small", "evidence.tlog-proof").exit_code == 1
    assert convicted("small", "honest", "--log", str(honest)).exit_code == 0
    assert convicted("small", "shown.tlog-proof").exit_code == 0  # which alone does not show it
    assert convicted("small", "shown.tlog-proof", "--log", str(fork)).exit_code == 1
    wrong = convicted("small", "large", "--log", str(honest))
    assert (wrong.exit_code, "is not that of the checkpoint of 300 leaves" in wrong.output) == (128, True)


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ("nothing", "small", "it is no checkpoint and no proof"),
        ("missing", "small", "missing cannot be read"),
        ("invalid", "mine", "the signature of the receipt in line 1 is invalid"),
        ("mine", "small", "they are of two games, or one of them is of no game"),
        ("vkey", "mine", "line 1 no receipt"),
    ],
)
@pytest.mark.usefixtures("run")
def test_what_proves_nothing_is_refused(one: str, other: str, text: str) -> None:
    """The message says which file and why; exit code 128."""
    result = convicted(one, other)
    assert (result.exit_code, text in result.output) == (128, True), result.output


@pytest.mark.usefixtures("run")
def test_a_checkpoint_counts_only_by_the_logs_key() -> None:
    """Without the key, with another's, and with a text that is no key, nothing is convicted."""
    other = MemoryLog([], type(LOG.signer)("other.example", bytes(32))).signer.key.text()
    assert CliRunner().invoke(convict, ["small", "same"]).exit_code == 128
    assert "is not signed by a known key" in convicted("small", "same", key=other).output
    assert "is neither the key of a log nor a file" in convicted("small", "same", key="abc").output
    assert CliRunner().invoke(convict, ["mine", "yours"]).exit_code == 1
