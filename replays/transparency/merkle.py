"""The Merkle tree of a log (RFC 6962, 2.1; SHA-256): roots, proofs of inclusion and of consistency.

A tree of `size` leaves has complete subtrees: node `(level, index)` covers the 2**level leaves from
`index << level` on, and never changes once all of them are there. Everything else is hashed from these, so
that proofs are made over a reader of nodes. `Frontier` holds the few nodes that a tree needs to grow.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of the tree without leaves."""

MAX_SIZE = 2**63 - 1
"""The largest size of a tree that can be stated."""

MOST_HASHES = 63
"""The most hashes of a proof in a tree of at most `MAX_SIZE` leaves."""

Nodes = Callable[[int, int], bytes]
"""A reader of nodes: the hash at a level and an index. It may raise what its storage raises."""


class ProofError(ValueError):
    """A proof that does not verify; the text says why."""


class PlacedHash(NamedTuple):
    """The hash of a complete subtree, its level and its index there."""

    level: int
    place: int
    hash: bytes


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf, from the entry's bytes."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node, from those of its children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(size: int, nodes: Nodes) -> bytes:
    """The root of the first `size` leaves."""
    return _subtree(0, size, nodes) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, nodes: Nodes) -> list[bytes]:
    """The hashes that lead from leaf `index` to the root of `size` leaves; raises ValueError."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size} leaves")
    proof, low, high = [], 0, size
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            proof.append(_subtree(middle, high, nodes))
            high = middle
        else:
            proof.append(_subtree(low, middle, nodes))
            low = middle
    return proof[::-1]


def consistency_proof(old: int, new: int, nodes: Nodes) -> list[bytes]:
    """The hashes that lead from the root of `old` leaves to that of `new`; raises ValueError."""
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} leaves has no first {old} leaves")
    if old in (0, new):
        return []
    proof, low, high = [], 0, new
    while high != old:
        middle = low + _split(high - low)
        if old <= middle:
            proof.append(_subtree(middle, high, nodes))
            high = middle
        else:
            proof.append(_subtree(low, middle, nodes))
            low = middle
    if low:
        proof.append(_subtree(low, high, nodes))
    return proof[::-1]


def root_from_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root that a proof of inclusion leads to from the leaf's hash; raises `ProofError`."""
    return [leaf, *(found for _, found in climb(leaf, index, size, proof))][-1]


def climb(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> Iterator[tuple["Sibling", bytes]]:
    """Each hash of a proof of inclusion with its place, and the hash of the two; raises `ProofError`."""
    if not 0 <= index < size:
        raise ProofError(f"leaf {index} is not in a tree of {size} leaves")
    siblings = _siblings(index, size)
    if len(proof) != len(siblings):
        raise ProofError(f"the proof has {len(proof)} hashes, expected {len(siblings)}")
    found = leaf
    for (low, high), beside in zip(siblings, proof, strict=True):
        found = node_hash(beside, found) if low < index else node_hash(found, beside)
        yield Sibling(low, high, beside), found


class Sibling(NamedTuple):
    """A hash of a proof: the root of the leaves from `low` to before `high`."""

    low: int
    high: int
    hash: bytes


def check_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root_hash: bytes) -> None:
    """Check that the leaf with this hash is in the tree with this root, or raise `ProofError`."""
    if root_from_inclusion(leaf, index, size, proof) != root_hash:
        raise ProofError(f"the proof does not lead from leaf {index} to the root of {size} leaves")


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Check that the first `old` leaves of the new tree are those of the old one, or raise `ProofError`."""
    if old == 0 and old_root != EMPTY_ROOT:
        raise ProofError("the tree of size 0 has another root than the empty tree")
    if old == new and old_root != new_root:
        raise ProofError(f"two trees of {old} leaves have different roots")
    if old in (0, new):
        if proof:
            raise ProofError(f"the proof has {len(proof)} hashes, expected none")
        return
    found_old, found_new = roots_from_consistency(old, new, proof, old_root)
    if found_old != old_root:
        raise ProofError(f"the proof does not lead to the root of the first {old} leaves")
    if found_new != new_root:
        raise ProofError(f"the proof does not lead to the root of {new} leaves")


def roots_from_consistency(
    old: int, new: int, proof: Sequence[bytes], old_root: bytes
) -> tuple[bytes, bytes]:
    """The roots of `old` and `new` leaves (0 < old < new) that a proof leads to; raises `ProofError`.

    `old_root` is the root of a complete subtree, which the proof leaves out if `old` is a power of two.
    """
    if not 0 < old < new:
        raise ProofError(f"a tree of {new} leaves does not continue one of {old}")
    steps = _consistency_steps(old, new)
    hashes = list(proof) if old & (old - 1) else [old_root, *proof]
    if len(hashes) != len(steps) + 1:
        raise ProofError(f"the proof has {len(proof)} hashes, expected {len(steps) + bool(old & (old - 1))}")
    of_old = of_new = hashes[0]
    for is_left, beside in zip(steps, hashes[1:], strict=True):
        if is_left:
            of_old, of_new = node_hash(beside, of_old), node_hash(beside, of_new)
        else:
            of_new = node_hash(of_new, beside)
    return of_old, of_new


@dataclass(slots=True)
class Frontier:
    """The complete subtrees that a tree of `size` leaves is hashed from, the largest first.

    It is all that a log needs to append, and all that a reader needs to follow a log.
    """

    size: int = 0
    hashes: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not 0 <= self.size <= MAX_SIZE or len(self.hashes) != self.size.bit_count():
            raise ValueError(f"a tree of {self.size} leaves is not hashed from {len(self.hashes)} subtrees")

    @classmethod
    def of(cls, size: int, nodes: Nodes) -> "Frontier":
        """The frontier of the first `size` leaves."""
        return cls(size, [nodes(level, index) for level, index in complete_subtrees(0, size)])

    def append(self, leaf: bytes) -> list[PlacedHash]:
        """Append the leaf with this hash; returns the nodes that became complete, the leaf first."""
        made = [PlacedHash(0, self.size, leaf)]
        level, index = 0, self.size
        while index & 1:
            level, index = level + 1, index >> 1
            made.append(PlacedHash(level, index, node_hash(self.hashes.pop(), made[-1].hash)))
        self.hashes.append(made[-1].hash)
        self.size += 1
        return made

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Append the leaves with these hashes."""
        for leaf in leaves:
            self.append(leaf)

    def root(self) -> bytes:
        """The root of the tree."""
        return fold(self.hashes) if self.hashes else EMPTY_ROOT

    def copy(self) -> "Frontier":
        """A frontier that grows by itself."""
        return Frontier(self.size, list(self.hashes))


def complete_subtrees(low: int, high: int) -> Iterator[tuple[int, int]]:
    """The places of the complete subtrees that the root of the leaves from `low` to `high` is hashed from.

    `low` is a multiple of the largest of them, as in every tree and every proof.

    >>> list(complete_subtrees(8, 13))
    [(2, 2), (0, 12)]
    """
    while low < high:
        level = (high - low).bit_length() - 1
        yield level, low >> level
        low += 1 << level


def fold(hashes: Sequence[bytes]) -> bytes:
    """The root of neighbouring subtrees, each smaller than the one before it."""
    found = hashes[-1]
    for left in reversed(hashes[:-1]):
        found = node_hash(left, found)
    return found


def _subtree(low: int, high: int, nodes: Nodes) -> bytes:
    return fold([nodes(level, index) for level, index in complete_subtrees(low, high)])


def _split(count: int) -> int:
    """The largest power of two that is smaller than `count`."""
    return 1 << (count - 1).bit_length() - 1


def _siblings(index: int, size: int) -> list[tuple[int, int]]:
    """The ranges of leaves beside the path from a leaf to the root, the lowest first."""
    beside, low, high = [], 0, size
    while high - low > 1:
        middle = low + _split(high - low)
        beside.append((middle, high) if index < middle else (low, middle))
        low, high = (low, middle) if index < middle else (middle, high)
    return beside[::-1]


def _consistency_steps(old: int, new: int) -> list[bool]:
    """For each hash of a proof after the first, the lowest first: True if it is on the left."""
    steps, low, high = [], 0, new
    while high != old:
        middle = low + _split(high - low)
        steps.append(old > middle)
        low, high = (low, middle) if old <= middle else (middle, high)
    return steps[::-1]
