"""The stored form of leaves: 69 bytes for a head, whose entry has some 190."""

import struct

from replays.transparency.leaves import HeadKind, HeadLeaf, KeyKind, Leaf, parse_leaf

_HEAD = struct.Struct(">cI32s32s")
_KINDS = {kind.value[:1].encode(): kind for kind in HeadKind}


def pack_leaf(leaf: Leaf) -> bytes:
    """The stored form of a leaf: a mark, the version as u32 and two hashes, or the entry of another leaf."""
    if isinstance(leaf, HeadLeaf):
        game, head = bytes.fromhex(leaf.game), bytes.fromhex(leaf.head)
        return _HEAD.pack(mark_of(leaf.kind).encode(), leaf.version, game, head)
    return leaf.entry()


def unpack_leaf(stored: bytes) -> Leaf:
    """The leaf of a stored form; raises ValueError."""
    if stored[:1] not in _KINDS:
        return parse_leaf(stored)
    if len(stored) != _HEAD.size:
        raise ValueError(f"a stored head of {len(stored)} bytes, expected {_HEAD.size}")
    mark, version, game, head = _HEAD.unpack(stored)
    return HeadLeaf(game.hex(), head.hex(), _KINDS[mark], version)


def mark_of(kind: HeadKind | KeyKind) -> str:
    """The mark of a leaf of this kind among those of its subject: its first letter."""
    return str(kind.value)[0]


def subject_of(leaf: Leaf) -> bytes:
    """What a leaf is about: half of the hash of a game's id, or half of a public key.

    128 bits are enough: ids are random or hashed from random ones, so nobody chooses two that collide.
    """
    return bytes.fromhex(leaf.game if isinstance(leaf, HeadLeaf) else leaf.public_key)[:16]
