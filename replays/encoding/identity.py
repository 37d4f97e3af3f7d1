"""The identifiers of the log: ids of games, versions, and partitions."""

import hashlib
import re
import uuid
from typing import NewType

GameId = NewType("GameId", str)
"""A UUID as canonical text: 36 characters, lower case, with hyphens (RFC 9562). Series have one too."""

Version = NewType("Version", int)
"""The number of an event in its stream: 1, 2, 3 … without a gap; 0 before the first."""

PARTITIONS = 16
"""The number of partitions; fixed, because keys in the store are built from it."""


UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
"""The pattern of the canonical text of a UUID (RFC 9562)."""

_UUID = re.compile(UUID)


def is_uuid(text: str) -> bool:
    """True if `text` is the canonical text of a UUID.

    >>> is_uuid("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"), is_uuid("0E4D5A3C-8A53-4B7E-9A0F-1C2D3E4F5A6B")
    (True, False)
    """
    return _UUID.fullmatch(text) is not None


def parse_game_id(text: str) -> GameId:
    """Return `text` as a game id, or raise ValueError if it is not the canonical text of a UUID.

    >>> parse_game_id("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")
    '0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b'
    """
    if not is_uuid(text):
        msg = f"not the canonical text of a UUID: {text!r}"
        raise ValueError(msg)
    return GameId(text)


def new_game_id(random16: bytes) -> GameId:
    """Return the UUIDv4 from 16 random bytes, with 122 of their bits (RFC 9562, 5.4).

    >>> new_game_id(bytes(16))
    '00000000-0000-4000-8000-000000000000'
    """
    return GameId(str(uuid.UUID(bytes=random16, version=4)))


def derived_game_id(*parts: str) -> GameId:
    """Return the UUIDv8 derived from these parts, so that a repeated creation has the same id.

    The UUID is the beginning of the SHA-256 over each part's UTF-8, preceded by its length in bytes as u64
    big-endian (RFC 9562, 5.8).
    """
    digest = hashlib.sha256()
    for part in parts:
        text = part.encode()
        digest.update(len(text).to_bytes(8, "big") + text)
    value = int.from_bytes(digest.digest()[:16], "big")
    value = value & ~(0xF << 76) | (0x8 << 76)  # version 8
    value = value & ~(0x3 << 62) | (0x2 << 62)  # the variant of RFC 9562
    return GameId(str(uuid.UUID(int=value)))


def rematch_id(over: GameId, kind: str) -> GameId:
    """Return the id of a finished game's rematch of a kind, such as `game`; it may not exist."""
    return derived_game_id("rematch", over, kind)


def game_id_bytes(game: GameId) -> bytes:
    """Return the UUID's 16 bytes, in the order of its text."""
    return bytes.fromhex(game.replace("-", ""))


def partition(game: GameId) -> int:
    """Return the game's partition, 0..15: the last byte of its id modulo 16.

    >>> partition(GameId("00000000-0000-4000-8000-0000000000f7"))
    7
    """
    return int(game[-2:], 16) % PARTITIONS


def tag(number: int) -> str:
    """Return the hash tag with which all keys of a partition begin, so that they share a cluster slot.

    >>> tag(7)
    '{07}'
    """
    return f"{{{number:02}}}"
