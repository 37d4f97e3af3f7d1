"""A value that is made at most once a second, however many requests ask for it."""

import math
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

FRESH_SECONDS = 1.0
"""The time for which a value is reused."""

V = TypeVar("V")


class Fresh(Generic[V]):
    """Makes a value on demand and reuses it for `FRESH_SECONDS`; `clock` is monotonic seconds."""

    def __init__(self, make: Callable[[], V], clock: Callable[[], float]) -> None:
        self._make = make
        self._clock = clock
        self._value: V | None = None
        self._until = -math.inf
        self._lock = Lock()

    def value(self) -> V:
        """The value; the previous one, if any, while another thread makes a new one.

        An exception of `make` is raised by this call alone; the next one makes the value again.
        """
        known = self._value
        if known is not None and self._clock() < self._until:
            return known
        if known is not None and not self._lock.acquire(blocking=False):
            return known
        if known is None:
            self._lock.acquire()
        try:
            if self._value is None or self._clock() >= self._until:
                self._value = self._make()
                self._until = self._clock() + FRESH_SECONDS
            return self._value
        finally:
            self._lock.release()
