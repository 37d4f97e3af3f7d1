"""What a process keeps of what it has read or made: so much, and what was kept last."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The values kept last, by their keys, at most `size`. Safe to share between threads.

    >>> names = LruCache[int, str](2)
    >>> for number, name in enumerate(["Ann", "Bob", "Cid"]):
    ...     names.keep(number, name)
    >>> names.get(0), names.get(2)
    (None, 'Cid')
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """What is kept under this key; who uses it may keep it again, so that it stays."""
        return self._kept.get(key)

    def keep(self, key: K, value: V) -> None:
        """Keep this now; what was not kept for longest goes, where there is no room."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """What is kept under this key, made now if nothing is, and kept again."""
        value = self.get(key)
        if value is None:
            value = make()
        self.keep(key, value)
        return value

    def forget(self, key: K) -> None:
        """Keep nothing under this key."""
        with self._lock:
            self._kept.pop(key, None)
