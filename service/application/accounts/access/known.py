"""The access to accounts that a process knows from earlier requests, so that it need not ask the store.

It counts only while the process reads the stream of what has changed (`live/access_changes.py`).
"""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from redis import Redis

from replays.runtime.lru_cache import LruCache
from replays.store.scripts import asking

CHANGES = "access:changed"
"""The stream of the accounts that may have lost a token, invitations, or themselves."""
MOST = 1_000
"""The number of entries that it keeps."""
FRESH_SECONDS = 2.0
"""The longest time since a read of the stream: the bound for access that has ended in another process."""
KEPT_SECONDS = 10.0
"""The longest time since the store was asked: the bound if an end could not be reported."""
ACCOUNTS = 10_000

A = TypeVar("A")


class KnownAccess(Generic[A]):
    """The last access by account. Threads may share it. `confirmed` is the time of the last read begun."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.confirmed = float("-inf")
        self.forgotten = 0
        self._lock = Lock()
        self._known = LruCache[str, tuple[str, float, A]](ACCOUNTS)
        CACHES.add(self)

    def find(self, player: str, digest: str) -> A | None:
        """The access by the token with this hash; None if the store has to be asked."""
        known, at, access = self._known.get(player) or ("", 0.0, None)
        now = self.clock()
        is_sure = now - self.confirmed < FRESH_SECONDS and now - at < KEPT_SECONDS
        return access if known == digest and is_sure else None

    def keep(self, player: str, digest: str, access: A, forgotten: int) -> None:
        """Keep what the store said, unless something was `forgotten` since it was asked."""
        with self._lock:
            if forgotten == self.forgotten:
                self._known.keep(player, (digest, self.clock(), access))

    def forget(self, player: str | None = None) -> None:
        """Forget an account, or all."""
        with self._lock:
            self.forgotten += 1
            if player is None:
                self._known = LruCache(ACCOUNTS)
            else:
                self._known.forget(player)


CACHES: WeakSet[KnownAccess[Any]] = WeakSet()
"""Those of this process."""


def report_change(store: Redis, player: str) -> None:
    """Tell this process, then all others, that access to the account may have ended; raises `StoreAway`."""
    for cache in list(CACHES):
        cache.forget(player)
    with asking():
        store.xadd(CHANGES, {"account": player}, maxlen=MOST)
