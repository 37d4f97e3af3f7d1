"""Randomness that anyone can check once the seed is revealed, defined by `docs/organize/randomness.md`.

A stream of words is determined by the game's secret seed, a purpose, the game id and a digest. The digest
covers the players' entropy and, from version 2 on, the first event, which has the commitment to the seed.
Every purpose has its own stream, so that no draw depends on the number of words that another one used.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NewType, TypeVar

from replays.encoding.canonical import canonical
from replays.encoding.identity import GameId, game_id_bytes

Purpose = NewType("Purpose", str)
"""The purpose of a stream of words: ASCII text without a zero byte."""

VERSION = 2
"""The version of the draws of new games; older games have version 1."""

SEED_BYTES = 32
ENTROPY_BYTES = 32

_RECORD = b"kingdomino draws 2\n"
_WORDS = 2**32
_T = TypeVar("_T")


def bot(seat: int) -> Purpose:
    """Return the purpose of everything that the bot on this seat draws."""
    return Purpose(f"bot/{seat}")


def commitment(seed: bytes) -> str:
    """Return the commitment to the seed in `GameCreated`: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(_exactly(seed, SEED_BYTES, "seed")).hexdigest()


def entropy_digest(entropies: Sequence[bytes | None]) -> bytes:
    """Return the digest of version 1: SHA-256 over the entropies by seat; None counts as 32 zero bytes."""
    absent = bytes(ENTROPY_BYTES)
    parts = (absent if e is None else _exactly(e, ENTROPY_BYTES, "entropy") for e in entropies)
    return hashlib.sha256(b"".join(parts)).digest()


def record_digest(
    *,
    first: str,
    players: int,
    rules: Mapping[str, Any],
    rules_version: int,
    seats: Sequence[tuple[str, str] | None],
) -> bytes:
    """Return the digest of version 2, which binds the draws to the game.

    `first` is the hash of the game's first event or, in a series, of the series' first event. `rules` have
    their stored form. `seats` has for each seat the player's id and the entropy in hexadecimal, or None if no
    entropy was sent.
    """
    bound = {
        "first": first,
        "players": players,
        "rules": dict(rules),
        "rules_version": rules_version,
        "seats": [seat and list(seat) for seat in seats],
    }
    return hashlib.sha256(_RECORD + canonical(bound)).digest()


def words(seed: bytes, purpose: Purpose, game: GameId, digest: bytes, first_block: int = 0) -> Iterator[int]:
    """Yield the endless stream of words, 0 .. 2^32-1, of these four inputs, from block `first_block` on.

    `seed` is 32 secret bytes, `digest` the 32 bytes of the game's digest; a block has 8 words.
    """
    key = _exactly(seed, SEED_BYTES, "seed")
    message = purpose.encode("ascii") + b"\0" + game_id_bytes(game) + _exactly(digest, 32, "digest")
    for counter in count(first_block):
        block = hmac.digest(key, message + counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")


def below(stream: Iterator[int], n: int) -> int:
    """Return a uniformly distributed number 0 .. n-1 from as many words as necessary; 1 <= n <= 2^32.

    A word w is accepted if w < floor(2^32 / n) * n, and gives w mod n; otherwise the next word is tried.

    >>> below(iter([4294967295, 100]), 48)
    4
    """
    if not 1 <= n <= _WORDS:
        msg = f"a word cannot decide between {n}"
        raise ValueError(msg)
    limit = _WORDS // n * n
    return next(word for word in stream if word < limit) % n


def shuffled(stream: Iterator[int], items: Sequence[_T]) -> tuple[_T, ...]:
    """Return the items in a random order: Fisher-Yates, from the last place down to the second.

    >>> shuffled(iter([0, 0]), "abc")
    ('b', 'c', 'a')
    """
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _exactly(value: bytes, length: int, name: str) -> bytes:
    if len(value) != length:
        msg = f"{name} has {len(value)} bytes, not {length}"
        raise ValueError(msg)
    return value
