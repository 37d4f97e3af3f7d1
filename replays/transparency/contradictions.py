"""Whether two signed statements of one operator can both be true.

A statement is a checkpoint, a proof, or a receipt. A log only grows, so each of its leaves and of its
complete subtrees has one hash for ever, and each size one root; a game has one event of each version, opens,
starts and ends once, and has no event after its end. Whoever signed two statements that differ in one of
these showed two histories. The caller has checked the signatures, and that each proof leads to its
checkpoint.
"""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass

from replays.encoding.signing import Receipt
from replays.transparency.checkpoints import Checkpoint, SignedCheckpoint
from replays.transparency.leaves import HeadKind, HeadLeaf, digest_of, parse_leaf
from replays.transparency.merkle import climb, leaf_hash, root
from replays.transparency.proofs import LogProof

Statement = SignedCheckpoint | LogProof | Receipt
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why two statements cannot both be true: a code, and sentences for a stranger.

    Codes: `size/roots`, `leaf/other`, `tree/other`, `head/other`, `game/twice`, `game/after-end`.
    """

    code: str
    text: str


class NotComparable(ValueError):  # noqa: N818 - the verdict on two statements
    """Two statements about different things; the text says which."""


def contradiction(one: Statement, other: Statement) -> Contradiction | None:
    """Why the two cannot both be true, or None; raises `NotComparable` if they are of two logs or games."""
    heads = [head for head in (_head(one), _head(other)) if head]
    if len(heads) == 2 and heads[0].origin != heads[1].origin:
        raise NotComparable(f"they are of two logs, {heads[0].origin} and {heads[1].origin}")
    of_games = _of_games(one, other)
    if len(heads) < 2 and not _is_one_game(one, other):
        raise NotComparable("they are of two games, or one of them is of no game")
    return of_games or next(_of_trees(one, other), None)


def tree_of(statement: Statement) -> SignedCheckpoint | None:
    """The signed checkpoint in a statement, or None for a receipt."""
    if isinstance(statement, Receipt):
        return None
    return statement if isinstance(statement, SignedCheckpoint) else statement.signed


def _is_one_game(one: Statement, other: Statement) -> bool:
    a, b = _claim(one), _claim(other)
    return a is not None and b is not None and a.game == b.game


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a statement says of a game; a receipt says nothing of a moment."""

    game: str
    version: int
    head: str
    kind: HeadKind | None
    by: str


def _claim(statement: Statement) -> _Claim | None:
    if isinstance(statement, Receipt):
        by = f"the receipt signed by {statement.public_key}"
        return _Claim(digest_of(statement.game), statement.head.version, statement.head.hash, None, by)
    if isinstance(statement, SignedCheckpoint):
        return None
    try:
        leaf = parse_leaf(statement.entry)
    except ValueError:  # an entry of another log's form
        return None
    if not isinstance(leaf, HeadLeaf):
        return None
    by = f"leaf {statement.index} of {statement.signed.checkpoint.origin}"
    return _Claim(leaf.game, leaf.version, leaf.head, leaf.kind, by)


def _of_games(one: Statement, other: Statement) -> Contradiction | None:
    a, b = _claim(one), _claim(other)
    if a is None or b is None or a.game != b.game:
        return None
    game = one.game if isinstance(one, Receipt) else other.game if isinstance(other, Receipt) else None
    name = f"the game {game}" if game else f"the game with the digest {a.game}"
    if a.version == b.version and a.head != b.head:
        text = (
            f"Event {a.version} of {name} has the hash {a.head} by {a.by}, and {b.head} by {b.by}. "
            "A hash covers all events before it, so these are two histories of one game."
        )
        return Contradiction("head/other", text)
    if a.kind is not None and a.kind is b.kind and a.version != b.version:
        text = (
            f"The log has the {a.kind.value} of {name} at event {a.version} by {a.by}, and at event "
            f"{b.version} by {b.by}. A game has each of these moments once."
        )
        return Contradiction("game/twice", text)
    return _after_end(a, b, name) or _after_end(b, a, name)


def _after_end(end: _Claim, later: _Claim, name: str) -> Contradiction | None:
    if end.kind is not HeadKind.END or later.version <= end.version:
        return None
    text = (
        f"The last event of {name} is event {end.version} by {end.by}, and there is an event "
        f"{later.version} by {later.by}."
    )
    return Contradiction("game/after-end", text)


def _of_trees(one: Statement, other: Statement) -> Iterator[Contradiction]:
    """The differences of two trees of one log."""
    a, b = _head(one), _head(other)
    if a is None or b is None:
        return
    if a.size == b.size and a.root != b.root:
        text = (
            f"Two checkpoints of {a.origin} have {a.size} leaves, and different roots: {_base64(a.root)} and "
            f"{_base64(b.root)}. A log has one root at each size, so two histories of it were signed."
        )
        yield Contradiction("size/roots", text)
    nodes_a, nodes_b = _nodes(one), _nodes(other)
    for level, index in sorted(nodes_a.keys() & nodes_b.keys()):
        if nodes_a[level, index] != nodes_b[level, index]:
            yield _other_subtree(a, b, level, index)
    yield from _other_beginning(a, b, nodes_b)
    yield from _other_beginning(b, a, nodes_a)


def _other_subtree(a: Checkpoint, b: Checkpoint, level: int, index: int) -> Contradiction:
    which = f"leaf {index}" if level == 0 else f"the leaves {index << level} to {(index + 1 << level) - 1}"
    text = (
        f"The trees of {a.size} and of {b.size} leaves of {a.origin} differ in {which}. A log only grows, "
        "so what a leaf is never changes: two histories of it were signed."
    )
    return Contradiction("tree/other" if level else "leaf/other", text)


def _other_beginning(
    small: Checkpoint, large: Checkpoint, nodes: dict[Place, bytes]
) -> Iterator[Contradiction]:
    """The difference if the nodes of the larger tree lead to another root of the smaller one."""
    try:
        found = root(small.size, lambda level, index: nodes[level, index])
    except KeyError:
        return
    if small.size <= large.size and found != small.root:
        text = (
            f"The first {small.size} leaves of the tree of {large.size} leaves of {small.origin} have the "
            f"root {_base64(found)}; the checkpoint of {small.size} leaves has the root "
            f"{_base64(small.root)}. A log only grows, so two histories of it were signed."
        )
        yield Contradiction("tree/other", text)


def _head(statement: Statement) -> Checkpoint | None:
    signed = tree_of(statement)
    return signed.checkpoint if signed else None


def _nodes(statement: Statement) -> dict[Place, bytes]:
    """The complete subtrees whose hashes the statement states or implies."""
    head = _head(statement)
    found: dict[Place, bytes] = {}
    if head is None:
        return found
    if head.size and not head.size & (head.size - 1):
        found[head.size.bit_length() - 1, 0] = head.root
    if isinstance(statement, LogProof):
        low, high, own = statement.index, statement.index + 1, leaf_hash(statement.entry)
        _note(found, low, high, own)
        for beside, above in climb(own, statement.index, head.size, statement.hashes):
            _note(found, beside.low, beside.high, beside.hash)
            low, high = min(low, beside.low), max(high, beside.high)
            _note(found, low, high, above)
    return found


def _note(found: dict[Place, bytes], low: int, high: int, hash_of_range: bytes) -> None:
    """Note the hash of the leaves from `low` to before `high` if they are a complete subtree."""
    count = high - low
    if not count & (count - 1):
        level = count.bit_length() - 1
        found[level, low >> level] = hash_of_range


def _base64(content: bytes) -> str:
    return b64encode(content).decode()
