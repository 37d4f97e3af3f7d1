"""Caches the public states of games as JSON, which are the same for all viewers."""

from collections.abc import Mapping
from functools import partial

import orjson

from replays.match.aggregate import Match
from replays.projections.view import WRITTEN, View
from replays.runtime.lru_cache import LruCache

CACHED = 1_000
"""The number of states that a process caches; each takes about 10 KB at the end of a game."""


class States:
    """The most recently shown states. Safe to share between threads.

    The cache key is all that a state depends on: the hash of the game's last event, which identifies the log
    up to there, and the current names of its players.
    """

    def __init__(self, size: int = CACHED) -> None:
        self._texts = LruCache[tuple[object, ...], bytes](size)

    def text(self, match: Match, names: Mapping[str, str | None]) -> bytes:
        """The state as a line of JSON."""
        return self._texts.get_or_make((match.head.hash, *names.items()), partial(_text, match, names))


def _text(match: Match, names: Mapping[str, str | None]) -> bytes:
    return orjson.dumps(View(match, names, WRITTEN).state(match), option=orjson.OPT_APPEND_NEWLINE)
