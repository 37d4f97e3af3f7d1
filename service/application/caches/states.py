"""Caches the public states of games as JSON, the same for all viewers, and what follows from them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import orjson

from replays.match.aggregate import Match
from replays.projections.view import WRITTEN, View
from replays.runtime.lru_cache import LruCache
from service.application.caches.answers import AnswerCache, Document

CACHED = 1_000
"""The number of states that a process caches; each takes about 10 KB at the end of a game."""
FOLLOWING_BYTES = 8 * 1024 * 1024
"""The cache size for what follows from states: some 1,000 lists of moves and 2,000 lists of actions."""


class States:
    """The most recently shown states, and what follows from them. Safe to share between threads.

    The cache key is all that a state depends on: the hash of the game's last event, which identifies the log
    up to there, and the current names of its players.
    """

    def __init__(self, size: int = CACHED) -> None:
        self._texts = LruCache[tuple[object, ...], bytes](size)
        self._following = AnswerCache[Document](FOLLOWING_BYTES)

    def text(self, match: Match, names: Mapping[str, str | None]) -> bytes:
        """The state as a line of JSON."""
        return self._texts.get_or_make((match.head.hash, *names.items()), partial(_text, match, names))

    def following(self, match: Match, what: str, make: Callable[[], Any]) -> bytes:
        """What follows from the match and from this text alone, as a line of JSON."""
        return self._following.get((match.head.hash, what), lambda: Document(_line(make()))).body


def _text(match: Match, names: Mapping[str, str | None]) -> bytes:
    return _line(View(match, names, WRITTEN).state(match))


def _line(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
