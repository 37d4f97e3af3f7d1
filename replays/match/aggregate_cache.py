"""The aggregate cache: aggregates in memory, brought up to date with the log when they are read."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from time import perf_counter
from typing import Generic

from replays.encoding.entries import ReadEvents, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.events.codec import OtherKind
from replays.log.event_log import ArchiveError, EventLog, LogError
from replays.match.aggregate import UNREADABLE
from replays.match.kinds import A, Aggregate, StreamKind
from replays.runtime.lru_cache import LruCache
from replays.runtime.metrics import NO_METRICS, Metrics

CACHED = 2_000
"""The number of aggregates of a kind that a process caches; about 50 KB for a finished game of four."""

AT_ONCE = 50
"""The number of streams that are read in one round trip: some 2 MB if none of them is cached."""

ReadAhead = Mapping[GameId, tuple[A | None, list[StoredEvent] | None]]
"""For each stream the cached aggregate, and the events from its head on, None if the archive has them."""

logger = logging.getLogger(__name__)


class Damaged(LogError):  # noqa: N818 - the state of the log
    """The stream contains an entry that cannot be read; the replay shows the fault."""

    code = "log/damaged"


class AggregateCache(Generic[A]):
    """The streams of one kind in a log, cached by their head. Safe to share between threads."""

    def __init__(
        self, log: EventLog, kind: StreamKind[A], size: int = CACHED, metrics: Metrics = NO_METRICS
    ) -> None:
        self._log = log
        self._kind = kind
        self.metrics = metrics
        self._cache = LruCache[GameId, A](size)

    def current(self, stream: GameId) -> A | None:
        """The current aggregate, in one round trip; None if there is no such stream of this kind.

        A cached aggregate is valid only while its head is still in the log: after a fail-over the same
        version can be another event. Raises `Damaged`.
        """
        cached = self._cache.get(stream)
        return self._caught_up(stream, cached, self._log.read(stream, after=_before(cached)))

    def _caught_up(self, stream: GameId, cached: A | None, events: list[StoredEvent]) -> A | None:
        """The cached aggregate brought up to date; `events` are the stream from the cached head on."""
        if isinstance(events, ReadEvents) and (fault := events.fault):
            raise Damaged(f"{stream} is damaged at version {fault.version}: {fault.text}")
        if cached and (not events or events[0].hash != cached.head.hash):
            return self._caught_up(stream, None, self._log.read(stream))
        rest = events[1:] if cached else events
        found = self._folded(stream, rest, cached) if rest else cached
        if found:
            self.remember(found)
        return found

    def remembered(self, stream: GameId) -> A | None:
        """The aggregate as last seen by this process, for a change; the append checks that it is current."""
        return self._cache.get(stream)

    def readable(self, streams: Iterable[GameId], ahead: ReadAhead[A] | None = None) -> Iterator[A]:
        """The current aggregates of these streams; unreadable streams are left out and logged.

        `AT_ONCE` streams are read together, without those that were read `ahead`, and each is folded only
        when the iterator reaches it.
        """
        rest, read = iter(streams), dict(ahead or {})
        while some := list(islice(rest, AT_ONCE)):
            read |= self.read_ahead(stream for stream in some if stream not in read)
            for stream in some:
                before, events = read[stream]
                try:
                    found = self._log.read(stream, _before(before)) if events is None else events
                    current = self._caught_up(stream, before, found)
                except (Damaged, ArchiveError) as error:
                    logger.error("left out of a list: %s", error, extra={self._kind.name: stream})
                    continue
                if current:
                    yield current

    def read_ahead(self, streams: Iterable[GameId]) -> ReadAhead[A]:
        """Read these streams for `readable` in one round trip, none if there are none; nothing is folded."""
        cached = {stream: self._cache.get(stream) for stream in streams}
        events = self._log.read_each([(stream, _before(before)) for stream, before in cached.items()])
        return {stream: (cached[stream], found) for stream, found in zip(cached, events, strict=True)}

    def at(self, stream: GameId, version: Version) -> A | None:
        """The aggregate at a version, or None if the stream has no such version; raises `Damaged`."""
        found = self._folded(stream, self._log.read(stream, upto=version))
        return found if found and found.head.version == version else None

    def remember(self, folded: A) -> None:
        """Cache an aggregate whose head is in the log."""
        self._cache.keep(folded.id, folded)

    def _folded(self, stream: GameId, events: Iterable[StoredEvent], before: A | None = None) -> A | None:
        begun = perf_counter()
        try:
            folded = self._kind.fold(stream, events, before)
        except OtherKind:
            return None
        except UNREADABLE as error:
            raise Damaged(f"{stream} holds an event that cannot be read: {error}") from error
        if folded is not before:
            self.metrics.folded(perf_counter() - begun)
        return folded


def _before(cached: Aggregate | None) -> int:
    """The version before the cached head, so that a read begins with the head itself; 0 without a cache."""
    return cached.head.version - 1 if cached else 0
