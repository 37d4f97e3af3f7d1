"""The hash chain: each event's hash covers all events before it, so none can be changed unnoticed.

h_0 = SHA-256("kingdomino game <id>"), h_n = SHA-256(h_(n-1) || e_n), where e_n is the event's canonical
bytes. Hashes are 32 bytes, or 64 lower-case hexadecimal digits as text.
"""

import hashlib
from collections.abc import Iterable

from replays.encoding.identity import GameId, Version


def genesis(game: GameId) -> bytes:
    """Return h_0, the hash before a game's first event."""
    return hashlib.sha256(f"kingdomino game {game}".encode()).digest()


def link(previous: bytes, e: bytes) -> bytes:
    """Return h_n from h_(n-1) and the canonical bytes of event n."""
    return hashlib.sha256(previous + e).digest()


def verify(game: GameId, events: Iterable[tuple[bytes, str]]) -> Version | None:
    """Return the version of the first event whose stored hash is wrong, or None if all are right.

    `events` are the canonical bytes and hash texts of versions 1, 2, 3 …, in this order.
    """
    running = genesis(game)
    for number, (e, stored) in enumerate(events, start=1):
        running = link(running, e)
        if running.hex() != stored:
            return Version(number)
    return None
