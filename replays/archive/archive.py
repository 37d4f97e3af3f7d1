"""Archived streams, as the log reads them."""

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
"""How many objects a process keeps; about 2 KB each."""
SIDE_BY_SIDE = 10
"""How many objects are fetched at a time for a list."""
PAUSE_SECONDS = 5.0
"""For so long an archive that was away is left alone: a list of fifty games must not wait fifty times."""


def name_of(stream: GameId) -> str:
    """The name of a stream's object: its partition, so that no folder gets too full, and its id.

    >>> name_of(GameId("00000000-0000-4000-8000-0000000000f7"))
    '07/00000000-0000-4000-8000-0000000000f7'
    """
    return f"{partition(stream):02}/{stream}"


NOWHERE = "00/nothing"
"""The name of no object."""


class Archive:
    """The streams in an archive. Safe to share between threads; methods raise `ArchiveAway`.

    `clock` gives seconds that never go back.
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
        """See whether it can be asked at all."""
        self._asked(lambda: self._objects.get(NOWHERE))

    def put(self, stream: GameId, events: Sequence[StoredEvent]) -> None:
        """Put the stream's object there; one that is there stays, so that `verify` has to follow."""
        self._asked(lambda: self._objects.put(name_of(stream), pack(events)))

    def verify(self, stream: GameId, events: Sequence[StoredEvent]) -> None:
        """Read what lies there, and raise `ArchiveDamaged` unless it gives exactly these events."""
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
        """The events of those of these streams that can be read; what is far away is fetched side by side."""

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
"""That of a log to which none was named."""
