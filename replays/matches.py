"""The present state of games on demand: folded once, kept in memory, caught up with the log when asked."""

import logging
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from replays.entries import StoredEvent
from replays.identity import GameId, Version
from replays.log import EventLog, LogError
from replays.match import UNREADABLE, Match, fold

CACHED = 10_000
"""How many games a process keeps folded; about 20 KB each."""


logger = logging.getLogger(__name__)


class Damaged(LogError):  # noqa: N818 - the state of the log
    """The game's log holds something that cannot be read; its replay says what."""

    code = "log/damaged"


class Matches:
    """The matches of a log, cached by their head. Safe to share between threads."""

    def __init__(self, log: EventLog, size: int = CACHED) -> None:
        self._log = log
        self._size = size
        self._cache: OrderedDict[GameId, Match] = OrderedDict()
        self._lock = Lock()

    def current(self, game: GameId) -> Match | None:
        """The match as the log has it now, in one round trip; None for an unknown game.

        What is cached counts only while its head is still in the log: after a fail-over the same version
        can name another event. Raises `Damaged`.
        """
        cached = self._cache.get(game)
        events = self._log.read(game, after=cached.head.version - 1 if cached else 0)
        if cached and (not events or events[0].hash != cached.head.hash):
            cached, events = None, self._log.read(game)
        match = _folded(game, events[1:] if cached else events, cached)
        if match:
            self.remember(match)
        return match

    def readable(self, games: Iterable[GameId]) -> list[Match]:
        """The present matches of these games, without those whose log is damaged: they hide no other."""
        matches = []
        for game in games:
            try:
                match = self.current(game)
            except Damaged as error:
                logger.error("left out of a list: %s", error)
                continue
            if match:
                matches.append(match)
        return matches

    def at(self, game: GameId, version: Version) -> Match | None:
        """The match at a version, or None where the log has no such version; raises `Damaged`."""
        match = _folded(game, self._log.read(game, upto=version))
        return match if match and match.head.version == version else None

    def remember(self, match: Match) -> None:
        """Keep a match whose head is in the log."""
        with self._lock:
            self._cache[match.id] = match
            self._cache.move_to_end(match.id)
            while len(self._cache) > self._size:
                self._cache.popitem(last=False)


def _folded(game: GameId, events: Iterable[StoredEvent], match: Match | None = None) -> Match | None:
    try:
        return fold(game, events, match)
    except UNREADABLE as error:
        raise Damaged(f"game {game} holds an event that cannot be read: {error}") from error
