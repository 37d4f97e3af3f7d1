"""How long ago a stream must have ended to be archived: less while the store's memory is short."""

from collections.abc import Callable
from contextlib import suppress

from redis import Redis

from replays.log.event_log import StoreAway
from replays.store.memory import StoreMemory
from replays.store.scripts import asking

KEY = "archive:age"
"""The key of that time in ms, as a worker chose it at the end of its last walk."""
LEAST_MS = 60 * 60 * 1000


class ArchiveAge:
    """That time for one worker: `usual_ms`, or less while more than the share `above` of `memory` is used."""

    def __init__(self, store: Redis, usual_ms: int, above: float, memory: Callable[[], StoreMemory]) -> None:
        self._store = store
        self._usual_ms = self._short_ms = usual_ms
        self._above = above
        self._memory = memory

    def is_short(self) -> bool:
        """True if memory is short now."""
        return self._memory().share > self._above

    def ms(self) -> int:
        """Return the time in ms."""
        return self._short_ms if self.is_short() else self._usual_ms

    def walked(self) -> None:
        """Choose the time for the next walk over all streams, so that those that ended first go first."""
        shorter, longer = max(self._short_ms // 4, LEAST_MS), min(self._short_ms * 4, self._usual_ms)
        self._short_ms = shorter if self.is_short() else longer
        with suppress(StoreAway), asking():  # a full store takes no value
            self._store.set(KEY, self._short_ms)


def archive_age(store: Redis) -> int:
    """Return the last chosen time in ms, 0 if there was no walk yet; raises StoreAway."""
    with asking():
        return int(store.get(KEY) or 0)
