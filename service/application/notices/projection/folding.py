"""Folds the tables of the feeds' entries: before and after each append, in order, with few reads."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.stream_events import STREAMS
from replays.kinds import KINDS
from replays.log.event_log import ArchiveAway, EventLog
from replays.log.feeds import FeedEntry
from replays.match.kinds import StreamKind, Table
from replays.runtime.lru_cache import LruCache
from replays.store.attempts import Attempts

CACHED = 500
"""The number of tables that are cached after their last append, at most about 50 KB each."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Folded:
    """An append of the feed: the table before it, None for the first one, and after it, and its events."""

    entry: FeedEntry
    before: Table | None
    after: Table
    events: Sequence[StoredEvent]


class VersionedTables:
    """The tables of a log at the versions of the feeds' entries."""

    def __init__(self, log: EventLog, attempts: Attempts) -> None:
        self._attempts = attempts
        self._log = log
        self._last = LruCache[GameId, Table](CACHED)

    def fold(self, entries: Sequence[FeedEntry]) -> Iterator[Folded]:
        """The appends of these entries, in order; an append that cannot be read is passed over."""
        games = list(dict.fromkeys(entry.game for entry in entries))
        places = [(game, _before(self._last.get(game))) for game in games]
        read = dict(zip(games, self._log.read_each(places), strict=True))
        for entry in entries:
            stored = read[entry.game]
            try:
                folded = self._attempts.alone(
                    entry.game, partial(self._folded, entry, stored or []), STREAMS.kind_of(entry.types)
                )
            except ArchiveAway as error:  # nobody waits for notices of an archived game
                fields = {STREAMS.kind_of(entry.types): entry.game}
                logger.error("no notices of version %d: %s", entry.version, error, extra=fields)
                continue
            if folded:
                yield folded

    def _folded(self, entry: FeedEntry, stored: Sequence[StoredEvent], _: object) -> Folded | None:
        """The append of an entry; None if it is no longer in the log."""
        start = entry.version - len(entry.types)
        known = self._last.get(entry.game)
        if known is None or known.head.version != start or not _continues(known, stored):
            if known or start:
                stored = self._log.read(entry.game, upto=entry.version)
            known = _fold(entry.game, stored[:start], None)
        events = [event for event in stored if start < event.version <= entry.version]
        after = _fold(entry.game, events, known)
        if after is None or after.head.version != entry.version:
            return None
        self._last.keep(entry.game, after)
        return Folded(entry, known, after, events)


def _before(known: Table | None) -> int:
    """The version after which to read, so that the result begins with the last event of the cached table."""
    return known.head.version - 1 if known else 0


def _continues(known: Table, stored: Sequence[StoredEvent]) -> bool:
    """True if the log still has the last event of the cached table."""
    return any(event.hash == known.head.hash for event in stored)


def _fold(stream: GameId, events: Sequence[StoredEvent], before: Table | None) -> Table | None:
    if not events:
        return before
    kind: StreamKind[Any] = KINDS[STREAMS.kind_of([events[0].record["type"]])]
    return cast("Table", kind.fold(stream, events, before))
