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
MOVES_BYTES = 8 * 1024 * 1024
"""The cache size for lists of moves: some 1,500, of mostly 4 KB."""


class States:
    """The most recently shown states, and what follows from them. Safe to share between threads.

    The cache key is all that a state depends on: the hash of the game's last event, which identifies the log
    up to there, and the current names of its players.
    """

    def __init__(self, size: int = CACHED) -> None:
        self._texts = LruCache[tuple[object, ...], bytes](size)
        self._actions = LruCache[tuple[str, str], bytes](size)
        self._moves = AnswerCache[Document](MOVES_BYTES)

    def text(self, match: Match, names: Mapping[str, str | None]) -> bytes:
        """The state as a line of JSON."""
        return self._texts.get_or_make((match.head.hash, *names.items()), partial(_text, match, names))

    def actions(self, match: Match, player: str, make: Callable[[], Any]) -> bytes:
        """The player's actions as JSON, which depend on the match and the player alone."""
        return self._actions.get_or_make((match.head.hash, player), lambda: orjson.dumps(make()))

    def moves(self, match: Match, make: Callable[[], Any]) -> bytes:
        """The list of moves as a line of JSON, which depends on the match alone."""
        return self._moves.get(match.head.hash, lambda: Document(_line(make()))).body


def _text(match: Match, names: Mapping[str, str | None]) -> bytes:
    return _line(View(match, names, WRITTEN).state(match))


def _line(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
