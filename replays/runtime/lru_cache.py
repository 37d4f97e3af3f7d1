"""A bounded cache in memory that drops the least recently used entry."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """A cache of at most `size` values by their keys. Safe to share between threads.

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
        self.get: Callable[[K], V | None] = self._kept.get
        """The cached value of this key, or None. Does not count as a use; for that, call `keep` again."""

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, key: K, value: V) -> None:
        """Store this value as the most recently used one; a full cache drops its oldest entry."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The cached value of this key, or a new one from `make`; it becomes the most recently used one."""
        value = self.get(key)
        if value is None:
            value = make()
        self.keep(key, value)
        return value

    def forget(self, key: K) -> None:
        """Remove the value of this key, if there is one."""
        with self._lock:
            self._kept.pop(key, None)
