"""Moves as they were sent, and what was read of them: there are not so many ways to make one."""

from collections.abc import Callable

from kingdomino.game.commands import Command
from replays.runtime.lru_cache import LruCache

KEPT = 5_000
LONGEST_KEPT = 128
"""The longest body, in bytes, of a move that is kept with what was read of it; together a few MB."""


class ReadMoves:
    """The moves read last, by their bodies: to read one takes long. Safe to share between threads."""

    def __init__(self, size: int = KEPT) -> None:
        self._kept = LruCache[bytes, Command](size)

    def get(self, body: bytes, read: Callable[[], Command]) -> Command:
        """The move that a body names, read now unless it is known; what `read` raises is raised here."""
        if len(body) > LONGEST_KEPT:
            return read()
        return self._kept.get_or_make(body, read)
