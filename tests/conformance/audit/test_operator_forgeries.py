"""What an operator with every key forges is exposed by what strangers keep: a receipt, a proof, a witness.

Each forged record is re-chained and re-signed with the service's own key, so that the audit alone passes it;
each forged log is signed with the log's own key. The table says who exposes each, and with which verdict.
"""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
import pytest

from harness.audit.audits import KNOWN_KEY, SERVICE, TABLE, bundle, failing, named, table_of
from harness.audit.forging import Forger
from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.encoding.entries import Head
from replays.encoding.identity import Version
from replays.encoding.signing import Receipt, parse_receipt
from replays.transparency.contradictions import Statement, contradiction
from replays.transparency.leaves import HeadKind, HeadLeaf, head_leaf, parse_leaf
from replays.transparency.proofs import LogProof
from replays.transparency.witnessing import Submission, SubmissionRefused
from service.witness.folder import WitnessFolder
from service.witness.witness import Witness
from tests.unit.replays.transparency.logs import MemoryLog

OPEN, START, END = HeadKind.OPEN, HeadKind.START, HeadKind.END
HOUR_MS = 3_600_000
MIDDLE = 38
OTHERS = [b'{"kind":"another table %d"}' % n for n in range(9)]
"""Entries of other tables, so that the trees have several levels."""


@cache
def honest() -> Forger:
    """A scored game as it was played."""
    return Forger(bundle(), SERVICE)


@cache
def redated() -> bytes:
    """The same game, all of it but event 1 an hour later, signed by the service."""
    forger = Forger(bundle(), SERVICE)
    for event in forger.events[1:]:
        event["at"] += HOUR_MS
    return forger.forged()


@cache
def opened(number: int) -> Forger:
    """A table that has just started, with another seed for each number: event 1 differs."""
    entropies = ("ab" * 32, "cd" * 32)
    return Forger(table_of(*entropies, seed=bytes([number]) * 32), SERVICE)


def head(forger: Forger, version: int) -> Head:
    """The head of a record at a version; negative numbers count from the end."""
    event = forger.events[version - 1 if version > 0 else version]
    return Head(Version(event["version"]), event["hash"])


def receipt(forger: Forger, version: int) -> Receipt:
    """What a player got from the service during that history."""
    return SERVICE.sign(forger.game, head(forger, version))


def signature(content: bytes) -> Receipt:
    """The signature in a bundle, which is a receipt of its last event."""
    return parse_receipt(orjson.loads(Forger(content, SERVICE).members["signature.json"]))


def log_of(forger: Forger, *moments: tuple[HeadKind, int]) -> MemoryLog:
    """The log that has these moments of a record after other tables."""
    leaves = [head_leaf(forger.game, head(forger, version), kind).entry() for kind, version in moments]
    return MemoryLog([*OTHERS, *leaves])


def by_receipts(content: bytes, *receipts: Receipt) -> str:
    """The verdict that fails once the auditor has the receipts, and the codes."""
    return by_heads(content, *(Held(each.head, each.game, each.public_key) for each in receipts))


def by_proof(content: bytes, proof: LogProof) -> str:
    """The verdict that fails once the auditor has the proof, and the codes."""
    leaf = parse_leaf(proof.entry)
    assert isinstance(leaf, HeadLeaf)
    return by_heads(content, Held(Head(Version(leaf.version), leaf.head), digest=leaf.game))


def by_heads(content: bytes, *heads: Held) -> str:
    """The verdict that fails once the auditor has the heads, and the codes; nothing fails without them."""
    assert failing(content, KNOWN_KEY) == set()
    report = audit(content, Evidence(heads, KNOWN_KEY.keys))
    codes = {finding.code for finding in report.findings}
    return f"{'+'.join(sorted(named(report, Verdict.FAIL)))}: {'+'.join(sorted(codes))}"


def by_statements(one: Statement, other: Statement) -> str:
    """The code with which two statements convict whoever signed them."""
    found = contradiction(one, other)
    return found.code if found else "nothing"


def by_witness(seen: MemoryLog, shown: Iterable[Submission]) -> str:
    """The statuses of a witness that has seen a log, for what is shown to it afterwards."""
    with TemporaryDirectory() as name:
        folder = WitnessFolder(Path(name))
        witness = Witness(folder, folder.cosigner("w.example"), [seen.signer.key])
        witness.add_checkpoint(seen.submission(0).serialized())
        statuses = []
        for each in shown:
            try:
                witness.add_checkpoint(each.serialized())
                statuses.append("cosigned")
            except SubmissionRefused as refused:
                statuses.append(f"{refused.status}{' kept' if refused.contradicts else ''}")
        folder.close()
    return " ".join(statuses)


SEEN = MemoryLog([*OTHERS, *(b"leaf %d" % n for n in range(8))])
REWRITTEN = MemoryLog([b"forged", *SEEN.entries[1:], *OTHERS])
SPLIT = MemoryLog([*SEEN.entries[:-1], b"forged"])
WITHOUT_ONE = MemoryLog([*SEEN.entries[:5], *SEEN.entries[6:], *OTHERS])
GAME_LOG = cache(lambda: log_of(honest(), (OPEN, 1), (START, 4), (END, -1)))
FORGED_GAME_LOG = cache(lambda: log_of(Forger(redated(), SERVICE), (OPEN, 1), (START, 4), (END, -1)))
TABLE_LOG = cache(lambda: log_of(opened(1), (OPEN, 1)))

CONVICTED = "completeness: receipt/contradiction"
EXPOSED: dict[str, tuple[str, Callable[[], str]]] = {
    "a game written anew after its end, by a player's receipt": (
        CONVICTED,
        lambda: by_receipts(redated(), receipt(honest(), MIDDLE)),
    ),
    "a game written anew after its end, by the audit with the proof of its end": (
        "completeness: log/other",
        lambda: by_proof(redated(), GAME_LOG().proof(11)),
    ),
    "event 1 replaced, by the audit with the proof of the opening": (
        "completeness: log/other",
        lambda: by_proof(opened(2).forged(), TABLE_LOG().proof(9)),
    ),
    "a game written anew after its end, by the proof of its end and its new signature": (
        "head/other",
        lambda: by_statements(GAME_LOG().proof(11), signature(redated())),
    ),
    "a game and the log written anew, by the proofs of both": (
        "head/other",
        lambda: by_statements(GAME_LOG().proof(11), FORGED_GAME_LOG().proof(11)),
    ),
    "a game and the log written anew, by a proof of somebody else's table": (
        "size/roots",
        lambda: by_statements(GAME_LOG().proof(2), FORGED_GAME_LOG().proof(2)),
    ),
    "event 1 replaced once the entropy was known, by the receipt of event 1": (
        CONVICTED,
        lambda: by_receipts(opened(2).forged(), receipt(opened(1), 1)),
    ),
    "event 1 replaced, by the proof that a page had before it sent entropy": (
        "head/other",
        lambda: by_statements(TABLE_LOG().proof(9), receipt(opened(2), 1)),
    ),
    "event 1 replaced, and its own opening in the same log": (
        "head/other",
        lambda: by_statements(
            TABLE_LOG().proof(9),
            MemoryLog([*TABLE_LOG().entries, *log_of(opened(2), (OPEN, 1)).entries[9:]]).proof(10),
        ),
    ),
    "the last moves cut off, by a receipt of one of them": (
        "completeness: head/cut",
        lambda: by_receipts(bundle(upto=MIDDLE), receipt(honest(), MIDDLE + 3)),
    ),
    "the last moves cut off and logged as the end, by a receipt of one of them": (
        "game/after-end",
        lambda: by_statements(log_of(honest(), (END, MIDDLE)).proof(9), receipt(honest(), MIDDLE + 3)),
    ),
    "a game that starts again, by two proofs": (
        "game/twice",
        lambda: by_statements(
            log_of(honest(), (START, 4)).proof(9), log_of(honest(), (START, 5), (END, -1)).proof(9)
        ),
    ),
    "the whole log rewritten, by a kept checkpoint and the proof of its last leaf": (
        "tree/other",
        lambda: by_statements(SEEN.signed(), REWRITTEN.proof(len(SEEN.entries) - 1)),
    ),
    "the whole log rewritten, by a proof that was kept": (
        "leaf/other",
        lambda: by_statements(SEEN.proof(0), REWRITTEN.proof(0)),
    ),
    "the whole log rewritten, by a witness": (
        "422 kept 409",
        lambda: by_witness(SEEN, [REWRITTEN.submission(len(SEEN.entries)), REWRITTEN.submission(0)]),
    ),
    "a leaf taken out of the log, by a witness": (
        "422 kept",
        lambda: by_witness(SEEN, [WITHOUT_ONE.submission(len(SEEN.entries))]),
    ),
    "a split view, by two people who compare": (
        "size/roots",
        lambda: by_statements(SEEN.signed(), SPLIT.signed()),
    ),
    "a split view, by a witness": (
        "409 kept",
        lambda: by_witness(SEEN, [SPLIT.submission(len(SEEN.entries))]),
    ),
}


@pytest.mark.parametrize("name", EXPOSED)
def test_what_the_operator_forges_is_exposed(name: str) -> None:
    """The verdict is the right one, and what exposes it comes from before the forgery."""
    verdict, exposed = EXPOSED[name]
    assert exposed() == verdict


def test_what_is_true_is_exposed_by_nobody() -> None:
    """The same evidence passes the record and the log that it is of."""
    assert by_receipts(bundle(), receipt(honest(), MIDDLE), receipt(honest(), 1)) == ": "
    assert by_statements(GAME_LOG().proof(11), signature(bundle())) == "nothing"
    assert by_proof(bundle(), GAME_LOG().proof(11)) == ": "
    grown = MemoryLog([*SEEN.entries, *OTHERS])
    assert by_witness(SEEN, [grown.submission(len(SEEN.entries))]) == "cosigned"
    assert opened(1).game == opened(2).game == TABLE
