"""The memory use of a store, relative to its `maxmemory`.

A server that has reached `maxmemory` accepts no more writes. The last tenth is reserved for finishing current
games: above `NEARLY_FULL` all other operations that add something are refused
(`service/ops/store_reserve.py`).
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from redis import Redis, ResponseError

from replays.log.event_log import StoreAway
from replays.store.cluster import servers_of
from replays.store.scripts import asking

FILLING, NEARLY_FULL = 0.75, 0.90
"""Shares of `maxmemory`: above the first the operator is warned; above the second the rest is for games."""
SAMPLE_SECONDS, FILLING_SECONDS = 1.0, 0.1
"""The least time between samples of a process: below `FILLING`, and above, where memory may fill fast."""
WHAT_HELPS = "archive what is over, give the store more memory, or delete (docs/operate/operation.md)"


@dataclass(frozen=True, slots=True)
class StoreMemory:
    """Bytes that a server uses, and its `maxmemory`, 0 for none."""

    used: int
    limit: int

    @property
    def share(self) -> float:
        """The used share of the limit, 0 without a limit.

        >>> StoreMemory(91, 100).share, StoreMemory(91, 0).share
        (0.91, 0.0)
        """
        return self.used / self.limit if self.limit else 0.0

    def __str__(self) -> str:
        """Describe the memory use in a sentence.

        >>> print(StoreMemory(91 << 20, 100 << 20))
        91 % of its memory is used (91 of 100 MiB)
        """
        used, limit = self.used >> 20, self.limit >> 20
        return f"{self.share:.0%} of its memory is used ({used} of {limit} MiB)".replace("%", " %", 1)


def memory_of(server: Redis) -> StoreMemory:
    """The memory of one server; buffers that do not count toward `maxmemory` are left out.

    A server that refuses INFO, as a managed one may, is treated as one without a limit.
    """
    try:
        info = server.info("memory")
    except ResponseError:
        return StoreMemory(0, 0)
    used = info.get("used_memory", 0) - info.get("mem_not_counted_for_evict", 0)
    return StoreMemory(used, info.get("maxmemory", 0))


def fullest(client: Redis) -> StoreMemory:
    """The memory of the server, in a cluster that of its fullest master; raises `StoreAway`."""
    with asking():
        return max(map(memory_of, servers_of(client)), key=lambda memory: (memory.share, memory.used))


class MemorySampler:
    """Samples the memory of the store. Safe to share between threads."""

    def __init__(self, client: Redis, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._monotonic = monotonic
        self._sampling = Lock()
        self._next = 0.0
        self._last = StoreMemory(0, 0)

    def last(self) -> StoreMemory:
        """The last sample, or a new one if that is too old; while a thread takes one, others get the last.

        If the store is away, the last sample remains.
        """
        if self._monotonic() >= self._next and self._sampling.acquire(blocking=False):
            try:
                with suppress(StoreAway):
                    self._last = fullest(self._client)
                pause = FILLING_SECONDS if self._last.share > FILLING else SAMPLE_SECONDS
                self._next = self._monotonic() + pause
            finally:
                self._sampling.release()
        return self._last
