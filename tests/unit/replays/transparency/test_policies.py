"""Policies: the quorums of the specification, their files, and what is refused."""

import pytest

from replays.transparency.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from replays.transparency.cosignatures import Cosigner
from replays.transparency.notes import NoteRefused, NoteSigner
from replays.transparency.policies import KnownLog, KnownWitness, TrustPolicy, mine_and_one_of, parse_policy

SIGNER = NoteSigner("play.example/log", bytes(32))
WITNESSES = [Cosigner(f"w{n}.example", bytes([n]) * 32) for n in range(1, 7)]
X1, X2, X3, Y1, Y2, Y3 = (each.key.text() for each in WITNESSES)
TWO_LEVELS = f"""# of the specification
log {SIGNER.key.text()} https://play.example/log

witness X1 {X1}
\twitness X2\t{X2}
witness X3 {X3}
group X-witnesses 2 X1 X2 X3
witness Y1 {Y1}
witness Y2 {Y2}
witness Y3 {Y3}
group Y-witnesses any Y1 Y2 Y3
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""
MINE = mine_and_one_of(
    [KnownLog(SIGNER.key)],
    KnownWitness("mine", WITNESSES[0].key, "http://127.0.0.1:8090"),
    [KnownWitness("anna", WITNESSES[1].key), KnownWitness("ben", WITNESSES[2].key)],
)


@pytest.mark.parametrize(
    ("seen", "is_met"),
    [
        ("X1 X2 Y3", True),
        ("X1 X2 X3 Y1 Y2", True),
        ("X1 Y1 Y2 Y3", False),
        ("X1 X2 X3", False),
        ("", False),
        ("X-and-Y-not", False),
    ],
)
def test_a_quorum_of_two_levels(seen: str, is_met: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Two of three, and one of three others."""
    assert parse_policy(TWO_LEVELS.encode()).is_met(seen.split()) is is_met


def test_mine_and_one_of_two() -> None:
    """My witness alone, and the others alone, are not enough."""
    assert parse_policy(MINE.text().encode()) == MINE
    cases = {"mine anna": True, "mine ben": True, "mine anna ben": True, "mine": False, "anna ben": False}
    assert {seen: MINE.is_met(seen.split()) for seen in cases} == cases


def test_a_checkpoint_meets_a_policy_by_its_cosignatures() -> None:
    """The log's signature is needed always, and the witnesses' by the quorum; unknown ones count nothing."""
    head = Checkpoint("play.example/log", 1, bytes(32))
    note = sign_checkpoint(head, SIGNER)

    def signed(*by: Cosigner) -> SignedCheckpoint:
        return SignedCheckpoint(head, note.with_signatures(each.cosign(head, 5) for each in by))

    assert [each.seconds for each in MINE.check(signed(WITNESSES[0], WITNESSES[2]))] == [5, 5]
    for wrong in (signed(), signed(WITNESSES[0]), signed(WITNESSES[0], WITNESSES[5])):
        with pytest.raises(NoteRefused, match="the quorum mine-and-one is not met"):
            MINE.check(wrong)
    with pytest.raises(NoteRefused, match="is not signed by a known key"):
        TrustPolicy().check(signed())
    assert TrustPolicy((KnownLog(SIGNER.key),)).check(signed()) == []


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("", "no quorum line"),
        ("quorum X9", "not defined above"),
        ("quorum none\nquorum none", "quorum NAME, once"),
        ("quorum X1 X2", "quorum NAME"),
        (f"witness X1 {Y1}\nquorum none", "is taken"),
        (f"witness Z {X1}\nquorum none", "stands in an earlier line"),
        (f"witness none {Y1}\nquorum none", "is taken"),
        (f"witness Y {SIGNER.key.text()}\nquorum none", "is no witness's"),
        (f"log {SIGNER.key.text()}\nquorum none", "stands in an earlier line"),
        (f"log {Y1}\nquorum none", "is no log's"),
        ("group G 3 X1 X2\nquorum none", "a threshold from 1 to 2"),
        ("group G 0 X1 X2\nquorum none", "a threshold from 1 to 2"),
        ("group G most X1 X2\nquorum none", "whole number"),
        ("group G 1 X1 X1\nquorum none", "member of a group already"),
        ("group G 1 none\nquorum none", "not defined above"),
        ("group G 1\nquorum none", "expected group"),
        ("group G any X1\ngroup H any X1\nquorum none", "member of a group already"),
        (f"witness Y {Y1} gopher://x\nquorum none", "is not the address"),
        ("witness Y\nquorum none", "expected witness"),
        ("members X1\nquorum none", "none of log, witness, group, quorum"),
        ("quorum\rnone", "control character"),
        ("#" * 300_000, "at most"),
    ],
)
def test_everything_else_is_no_policy(line: str, text: str) -> None:
    """The error says what is wrong, and in which line."""
    start = f"log {SIGNER.key.text()}\nwitness X1 {X1}\nwitness X2 {X2}\n"
    with pytest.raises(ValueError, match=text):
        parse_policy((start + line).encode())


def test_names_are_octets() -> None:
    """A name that is not UTF-8 is a name like any other."""
    policy = parse_policy(f"witness \xe9 {X1}\nquorum \xe9\n".encode("latin-1"))
    assert policy.is_met([policy.witnesses[0].name])
