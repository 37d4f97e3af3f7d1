"""The entries of the service's log: heads of games, and the keys that the service signs with.

An entry is canonical JSON. A head has no id, no player and no rules: a reader who knows a game's id finds the
game's entries by the hash of the id, and nobody else learns more than that there is a game. Dynasties and
tournaments have entries like games.
"""

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import Any

from replays.encoding.canonical import MAX_INTEGER, canonical, parse_canonical
from replays.encoding.entries import Head
from replays.encoding.forms import HASH, digits, integer, record, word
from replays.encoding.identity import GameId

LONGEST_LEAF = 1_000
"""The maximum size of an entry in bytes."""


class HeadKind(Enum):
    """The moment of a game of which the log has the head.

    `open` is event 1, before any player sends entropy; `start` is the head once all seats are taken; `end` is
    the last head, after which the game gets no more events.
    """

    OPEN = "open"
    START = "start"
    END = "end"


class KeyKind(Enum):
    """What the log says of a key: that the service signs heads with it, or that it no longer may."""

    KEY = "key"
    REVOCATION = "revocation"


@dataclass(frozen=True, slots=True)
class HeadLeaf:
    """The head of a game at a moment: `game` is the hash of the id, `head` the chain hash, both in hex."""

    game: str
    head: str
    kind: HeadKind
    version: int

    def entry(self) -> bytes:
        """The entry's bytes."""
        return canonical(_HEAD.write(self))


@dataclass(frozen=True, slots=True)
class KeyLeaf:
    """A public key of the service in hex, and since when (ms UTC) it is used, or is used no longer."""

    kind: KeyKind
    public_key: str
    since: int

    def entry(self) -> bytes:
        """The entry's bytes."""
        return canonical(_KEY.write(self))


Leaf = HeadLeaf | KeyLeaf


def digest_of(game: GameId) -> str:
    """The name of a game in the log: the SHA-256 of its id's 36 characters, in hex."""
    return hashlib.sha256(game.encode()).hexdigest()


def head_leaf(game: GameId, head: Head, kind: HeadKind) -> HeadLeaf:
    """The leaf of a game's head."""
    return HeadLeaf(digest_of(game), head.hash, kind, head.version)


def parse_leaf(entry: bytes) -> Leaf:
    """Parse an entry; raises ValueError for any but a canonical one."""
    if len(entry) > LONGEST_LEAF:
        raise ValueError(f"an entry of {len(entry)} bytes; at most {LONGEST_LEAF} are allowed")
    value: Any = parse_canonical(entry)
    is_key = isinstance(value, dict) and value.get("kind") in [kind.value for kind in KeyKind]
    return _KEY.read(value) if is_key else _HEAD.read(value)


_HEAD = record(
    HeadLeaf,
    {"game": HASH, "head": HASH, "kind": word(HeadKind), "version": integer(1, MAX_INTEGER)},
)
_KEY = record(KeyLeaf, {"kind": word(KeyKind), "public_key": digits(64), "since": integer(0, MAX_INTEGER)})
