"""Reads, stores and verifies archived streams, for the log."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from replays.archive.form import BadObject, pack, unpack
from replays.archive.objects import NoObjects, Objects
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, partition
from replays.log.event_log import ArchiveAway, ArchiveDamaged, ArchiveError
from replays.runtime.lru_cache import LruCache

T = TypeVar("T")

CACHED = 2_000
"""The number of objects that a process caches; about 2 KB each."""
SIDE_BY_SIDE = 10
"""The number of objects that are fetched in parallel for a list."""
PAUSE_SECONDS = 5.0
"""The pause after a failure, without requests to the archive: a list of 50 games must not wait 50 times."""


def name_of(stream: GameId) -> str:
    """The name of a stream's object: its partition (so that no folder gets too full) and its id.

    >>> name_of(GameId("00000000-0000-4000-8000-0000000000f7"))
    '07/00000000-0000-4000-8000-0000000000f7'
    """
    return f"{partition(stream):02}/{stream}"


NOWHERE = "00/nothing"
"""A name that no object has."""


class Archive:
    """The streams in an archive. Safe to share between threads; methods raise `ArchiveAway`.

    `clock` returns seconds and is monotonic.
    """

    def __init__(
        self, objects: Objects, size: int = CACHED, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._objects = objects
        self._clock = clock
        self._again = clock()
        self._why = ""
        self._cache = LruCache[GameId, bytes](size)

    def ask(self) -> None:
        """Check that the archive is reachable."""
        self._asked(lambda: self._objects.get(NOWHERE))

    def put(self, stream: GameId, events: Sequence[StoredEvent]) -> None:
        """Store the stream's object; an existing object stays, so `verify` must follow."""
        self._asked(lambda: self._objects.put(name_of(stream), pack(events)))

    def verify(self, stream: GameId, events: Sequence[StoredEvent]) -> None:
        """Read the stored object; raises `ArchiveDamaged` unless it has exactly these events."""
        if self._unpacked(stream, self._got(stream)) != list(events):
            raise ArchiveDamaged(f"{name_of(stream)} holds other events than the log")

    def events(self, stream: GameId, head: Head) -> list[StoredEvent]:
        """The events of a stream that ended at this head; raises `ArchiveDamaged`."""
        packed = self._cache.get(stream) or self._got(stream)
        events = self._unpacked(stream, packed)
        if not events or Head(events[-1].version, events[-1].hash) != head:
            raise ArchiveDamaged(
                f"{name_of(stream)} does not lead to version {head.version}, hash {head.hash}"
            )
        self._cache.keep(stream, packed)
        return events

    def events_of(self, heads: Mapping[GameId, Head]) -> dict[GameId, list[StoredEvent]]:
        """The events of the readable ones of these streams; objects not cached are fetched in parallel."""

        def read(stream: GameId) -> list[StoredEvent] | None:
            try:
                return self.events(stream, heads[stream])
            except ArchiveError:
                return None

        far = [stream for stream in heads if self._cache.get(stream) is None]
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            fetched = dict(zip(far, pool.map(read, far), strict=True))
        found = {stream: fetched[stream] if stream in fetched else read(stream) for stream in heads}
        return {stream: events for stream, events in found.items() if events is not None}

    def _got(self, stream: GameId) -> bytes:
        packed = self._asked(lambda: self._objects.get(name_of(stream)))
        if packed is None:
            raise ArchiveDamaged(f"{name_of(stream)} is missing")
        return packed

    def _asked(self, ask: Callable[[], T]) -> T:
        if self._clock() < self._again:
            raise ArchiveAway(f"a moment ago: {self._why}")
        try:
            return ask()
        except ArchiveAway as error:
            self._again, self._why = self._clock() + PAUSE_SECONDS, str(error)
            raise

    def _unpacked(self, stream: GameId, packed: bytes) -> list[StoredEvent]:
        try:
            return unpack(stream, packed)
        except BadObject as error:
            raise ArchiveDamaged(f"{name_of(stream)}: {error}") from error


NO_ARCHIVE = Archive(NoObjects())
"""The archive of a log without a configured archive."""
