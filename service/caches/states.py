"""The public states of games as JSON, kept: a game that many watch is the same for all of them."""

from collections.abc import Mapping

import orjson

from replays.match.aggregate import Match
from replays.projections.view import WRITTEN, View
from replays.runtime.lru_cache import LruCache

CACHED = 1_000
"""How many states a process keeps; about 10 KB each at the end of a game."""


class States:
    """The states shown last. Safe to share between threads.

    A state is kept under all that it is made of: the hash of the game's last event, which stands for the log
    up to there, and the present names of its players.
    """

    def __init__(self, size: int = CACHED) -> None:
        self._texts = LruCache[tuple[object, ...], bytes](size)

    def text(self, match: Match, names: Mapping[str, str | None]) -> bytes:
        """The state as a line of JSON."""
        return self._texts.get_or_make((match.head.hash, *names.items()), lambda: _text(match, names))


def _text(match: Match, names: Mapping[str, str | None]) -> bytes:
    return orjson.dumps(View(match, names, WRITTEN).state(match), option=orjson.OPT_APPEND_NEWLINE)
