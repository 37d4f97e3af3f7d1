"""Two signed statements of one operator: which of them cannot both be true, and why."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from replays.encoding.entries import Head
from replays.encoding.identity import Version, derived_game_id
from replays.encoding.signing import Receipt, Signer
from replays.transparency.contradictions import NotComparable, Statement, contradiction
from replays.transparency.leaves import HeadKind, KeyKind, KeyLeaf, head_leaf
from replays.transparency.notes import NoteSigner
from tests.unit.replays.transparency.logs import MemoryLog, some_log

GAME, OTHER_GAME = derived_game_id("one"), derived_game_id("other")
SERVICE = Signer(bytes([5]) * 32)
SIZE = 13
LOG = some_log(SIZE)


def forked(at: int) -> MemoryLog:
    """A log that is the same up to a leaf, and another history from it on."""
    return MemoryLog([*LOG.entries[:at], *(b"forged " + entry for entry in LOG.entries[at:])])


def head(version: int, digit: str = "a") -> Head:
    """A head with a hash of one digit."""
    return Head(Version(version), digit * 64)


def logged(*leaves: tuple[HeadKind, int, str]) -> MemoryLog:
    """A log with these heads of the game, after a leaf of something else."""
    return MemoryLog([b"{}", *(head_leaf(GAME, head(v, digit), kind).entry() for kind, v, digit in leaves)])


def receipt(version: int, digit: str = "a") -> Receipt:
    """A receipt of the game."""
    return SERVICE.sign(GAME, head(version, digit))


OPEN, START, END = HeadKind.OPEN, HeadKind.START, HeadKind.END
HISTORY = logged((OPEN, 1, "a"), (START, 5, "b"), (END, 90, "c"))
FORGED_OPENING = logged((OPEN, 1, "d"), (START, 5, "e"), (END, 90, "f"))

FORGERIES: dict[str, tuple[str, Callable[[], tuple[Statement, Statement]]]] = {
    "a split view: two people got different trees of one size": (
        "size/roots",
        lambda: (LOG.signed(), forked(4).signed()),
    ),
    "a split view, of which one has a checkpoint and the other a proof": (
        "size/roots",
        lambda: (LOG.signed(), forked(4).proof(2)),
    ),
    "the whole log rewritten from its first leaf, and grown since": (
        "tree/other",
        lambda: (LOG.signed(8), forked(0).proof(11)),
    ),
    "the whole log rewritten: the proof of the last old leaf in the new tree shows it": (
        "tree/other",
        lambda: (LOG.signed(11), forked(0).proof(10)),
    ),
    "a leaf replaced, and all after it signed again": (
        "leaf/other",
        lambda: (LOG.proof(7, 12), forked(7).proof(7)),
    ),
    "a leaf replaced, of which a neighbour was proved before": (
        "leaf/other",
        lambda: (LOG.proof(6, 9), forked(7).proof(6)),
    ),
    "a leaf replaced under the same subtree as another's proof": (
        "tree/other",
        lambda: (LOG.proof(0, 9), forked(3).proof(12)),
    ),
    "event 1 replaced after its leaf was proved": (
        "head/other",
        lambda: (HISTORY.proof(1), FORGED_OPENING.proof(1)),
    ),
    "event 1 replaced, with a second opening in the same log": (
        "head/other",
        lambda: (HISTORY.proof(1), logged((OPEN, 1, "a"), (OPEN, 1, "d")).proof(2)),
    ),
    "a record re-chained and re-signed after a player got a receipt": (
        "head/other",
        lambda: (receipt(40, "a"), receipt(40, "b")),
    ),
    "a record re-chained against the log: the receipt of the end is another than the leaf": (
        "head/other",
        lambda: (HISTORY.proof(3), receipt(90, "d")),
    ),
    "a game that began twice": (
        "game/twice",
        lambda: (HISTORY.proof(2), logged((OPEN, 1, "a"), (START, 7, "b")).proof(2)),
    ),
    "events after the end": ("game/after-end", lambda: (HISTORY.proof(3), receipt(91))),
    "an end before what was played": ("game/after-end", lambda: (receipt(95), HISTORY.proof(3))),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_what_was_forged_convicts_whoever_signed_it(name: str) -> None:
    """Each of these is exposed by two statements, whichever of them comes first."""
    code, made = FORGERIES[name]
    one, other = made()
    both = contradiction(one, other), contradiction(other, one)
    assert [found and found.code for found in both] == [code, code]


def test_whatever_a_log_truly_states_is_no_contradiction() -> None:
    """All checkpoints and proofs of one growing log, and receipts of one history, agree with each other."""
    stated: list[Statement] = [LOG.signed(size) for size in range(SIZE + 1)]
    stated += [LOG.proof(index, size) for size in range(1, SIZE + 1) for index in range(0, size, 3)]
    assert [(a, b) for a in stated for b in stated if contradiction(a, b)] == []
    of_game: list[Statement] = [HISTORY.proof(n) for n in range(1, 4)]
    of_game += [receipt(1, "a"), receipt(5, "b"), receipt(40), receipt(90, "c")]
    assert [(a, b) for a in of_game for b in of_game if contradiction(a, b)] == []


def test_any_rewritten_leaf_is_found_by_the_proof_of_the_last_old_leaf() -> None:
    """A checkpoint, and the proof of its last leaf in a later tree, suffice, wherever the log was changed."""
    for size in range(1, SIZE):
        for at in range(SIZE):
            found = contradiction(LOG.signed(size), forked(at).proof(size - 1))
            assert (found is not None) == (at < size), (size, at)


def test_statements_of_different_things_are_not_compared() -> None:
    """Two logs, two games, and a receipt with a checkpoint say nothing of each other."""
    elsewhere = MemoryLog(LOG.entries, NoteSigner("other.example", bytes(32)))
    key = MemoryLog([KeyLeaf(KeyKind.KEY, "ab" * 32, 5).entry()])
    for one, other in (
        (LOG.signed(), elsewhere.signed()),
        (LOG.proof(1), elsewhere.proof(1)),
        (receipt(1), SERVICE.sign(OTHER_GAME, head(1))),
        (receipt(1), LOG.signed()),
        (LOG.proof(1), receipt(1)),
        (receipt(1), key.proof(0)),
    ):
        with pytest.raises(NotComparable, match=r"they are of two (logs|games)"):
            contradiction(one, other)


def test_the_sentence_says_what_a_stranger_needs() -> None:
    """It names the log or the game, and the two values."""
    found = contradiction(receipt(40, "a"), receipt(40, "b"))
    assert found is not None
    for part in (GAME, "Event 40", "a" * 64, "b" * 64, SERVICE.public_key, "two histories"):
        assert part in found.text
    by_log = contradiction(LOG.signed(4), forked(2).proof(3))
    assert by_log is not None
    assert "The trees of 4 and of 13 leaves of play.example/log differ in the leaves 0 to 3" in by_log.text


def test_a_proof_without_a_known_entry_is_still_one_of_its_tree() -> None:
    """A proof of an entry of another form is compared as a part of the tree."""
    assert contradiction(LOG.proof(3), replace(LOG.proof(3))) is None
