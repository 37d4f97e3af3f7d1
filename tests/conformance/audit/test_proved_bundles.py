"""Bundles with a proof from the public log: the command and the page judge them alike."""

from base64 import b64encode
from dataclasses import dataclass

from harness.audit.audits import SERVICE, TABLE, game
from harness.audit.forging import Forger
from harness.audit.second_verifier import judged
from replays.audit.bundle.building import game_bundle
from replays.audit.bundle.container import PROOF
from replays.audit.evidence import Evidence
from replays.audit.verdicts import Aspect, Verdict
from replays.audit.verifier import audit
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.transparency.leaves import HeadKind, KeyKind, KeyLeaf, head_leaf
from replays.transparency.notes import NoteKey, NoteSigner
from tests.unit.replays.transparency.logs import ORIGIN, MemoryLog

PLAYED, EVENTS = game()
LAST = EVENTS[-1]
OTHER_KEY = NoteSigner(ORIGIN, bytes([9]) * 32).key


def proof(stream: GameId, version: int, digest: str) -> bytes:
    """The proof that a log has this end of a game, after two other leaves."""
    leaf = head_leaf(stream, Head(Version(version), digest), HeadKind.END)
    return MemoryLog([b"{}", b"[]", leaf.entry(), b"1"]).proof(2).serialized()


TRUE = proof(PLAYED, LAST.version, LAST.hash)
KEY = MemoryLog([]).signer.key
KEY_PROOF = MemoryLog([KeyLeaf(KeyKind.KEY, "ab" * 32, 1).entry()]).proof(0).serialized()


@dataclass(frozen=True)
class Case:
    """A proof in a bundle up to a version, the log's key, the code of the fault, and words of the page."""

    proof: bytes
    key: NoteKey | None
    code: str | None
    words: str
    upto: int | None = None


UNSIGNED = "The checkpoint is not signed by this key of the public log."
CASES = [
    Case(
        TRUE, KEY, None, f"The public log {ORIGIN} has event {LAST.version} of this game, signed by your key."
    ),
    Case(TRUE, None, None, "Without a key of the log, anybody can have made this proof."),
    Case(TRUE, OTHER_KEY, "proof/unsigned", UNSIGNED),
    Case(TRUE, KEY, "proof/other", "The public log has another event", 30),
    Case(proof(PLAYED, 9, EVENTS[8].hash), KEY, None, "has event 9 of this game", 30),
    Case(proof(PLAYED, LAST.version, "ab" * 32), KEY, "proof/other", "The public log has another event"),
    Case(proof(TABLE, LAST.version, LAST.hash), KEY, "proof/other", "is of something else"),
    Case(KEY_PROOF, KEY, "proof/other", "is of something else"),
    Case(TRUE.replace(b"index 2", b"index 3"), None, "proof/form", "does not lead to the checkpoint"),
    Case(TRUE.replace(b"\n4\n", b"\n5\n"), None, "proof/form", "does not lead to the checkpoint"),
    Case(TRUE.replace(b"extra ", b"extra " + b64encode(b"abc")), None, "proof/form", "cannot be read"),
    Case(b"\xff" + TRUE, None, "proof/form", "cannot be read"),
    Case(b"x", None, "proof/form", "cannot be read"),
]


def test_a_proof_in_a_bundle_is_judged_alike() -> None:
    """Integrity fails for the same proofs, and by a log's key only if one is given; nothing else changes."""
    contents = [game_bundle(PLAYED, EVENTS[: case.upto], SERVICE, case.proof) for case in CASES]
    known = [{"own": SERVICE.public_key, "log": case.key.text() if case.key else ""} for case in CASES]
    pages = judged(zip(contents, known, strict=True))
    for case, content, verdicts in zip(CASES, contents, pages, strict=True):
        keys = (case.key,) if case.key else ()
        report = audit(content, Evidence(keys=frozenset({SERVICE.public_key}), log_keys=keys))
        codes = [each.code for each in report.findings]
        [check] = [each for each in verdicts[0]["checks"] if each["title"] == "Public log"]
        assert codes == ([case.code] if case.code else []), case
        assert (check["outcome"], case.words in check["text"]) == ("fail" if case.code else "pass", True), (
            check
        )
        assert (verdicts[0]["outcome"] == "fail") == (report.verdict(Aspect.INTEGRITY) is Verdict.FAIL)


def test_a_record_that_was_replaced_under_its_proof_is_exposed() -> None:
    """The operator's forged bundle with its own signature: the log has another history."""
    forger = Forger(game_bundle(PLAYED, EVENTS, SERVICE, TRUE), SERVICE)
    forger.events[5]["at"] += 1
    content = forger.forged()
    assert forger.members[PROOF] == TRUE
    report = audit(content, Evidence(keys=frozenset({SERVICE.public_key}), log_keys=(KEY,)))
    assert "proof/other" in {each.code for each in report.findings}
    [verdicts] = judged([(content, {"own": SERVICE.public_key, "log": KEY.text()})])
    assert verdicts[0]["outcome"] == "fail"


def test_what_is_no_key_of_a_log_shows_nothing() -> None:
    """The page says so; it is no fault of the record."""
    content = game_bundle(PLAYED, EVENTS, SERVICE, TRUE)
    [verdicts] = judged([(content, {"own": SERVICE.public_key, "log": SERVICE.public_key})])
    assert verdicts[0]["outcome"] == "not shown"
    assert verdicts[0]["checks"][-1]["text"] == "This is no key of a public log."
