"""The hash chain: each event's hash covers all events before it, so none can be changed unnoticed.

h_0 = SHA-256("kingdomino game <id>"), h_n = SHA-256(h_(n-1) || e_n), where e_n is the event's canonical
bytes. Hashes are 32 bytes, or 64 lower-case hexadecimal digits as text.
"""

import hashlib

from replays.encoding.identity import GameId


def genesis(game: GameId) -> bytes:
    """Return h_0, the hash before a game's first event."""
    return hashlib.sha256(f"kingdomino game {game}".encode()).digest()


def link(previous: bytes, e: bytes) -> bytes:
    """Return h_n from h_(n-1) and the canonical bytes of event n."""
    return hashlib.sha256(previous + e).digest()
