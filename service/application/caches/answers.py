"""Caches expensive, immutable responses by the hash of their inputs.

A game's log only grows and its head's hash identifies all of it, so a replay or a bundle under that hash
stays valid. Simultaneous requests for the same response compute it once. The cache is bounded in
bytes. Validators (ETags) are kept longer than bodies, so that a client with a current copy gets 304 without
another computation.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Generic, Protocol, TypeVar

from replays.runtime.lru_cache import LruCache

RECORDING_BYTES = 64 * 1024 * 1024
"""The cache size for replays and studies: some 150 games of four in Tribe."""
DOCUMENT_BYTES = 32 * 1024 * 1024
"""The cache size for all other responses: some 500 bundles."""
PICTURE_BYTES = 16 * 1024 * 1024
"""The cache size for pictures: some 80 tables as PNG, or 400 as SVG."""
ENTRY_BYTES = 1024
"""The approximate memory of a document besides its body."""
VALIDATORS = 10_000
"""The number of validators that a process caches: some 3 MB."""


class Keepable(Protocol):
    """A cacheable value: its size in bytes, its validator, and whether it stays valid."""

    @property
    def size(self) -> int:
        """The approximate size in bytes of memory."""

    @property
    def etag(self) -> str:
        """A strong validator: different bytes have different validators."""

    @property
    def lasts(self) -> bool:
        """False if it must not be cached."""


@dataclass(frozen=True)
class Document:
    """A response body; if `lasts` is False, it may become outdated and is not cached."""

    body: bytes
    lasts: bool = True

    @property
    def size(self) -> int:
        """The approximate size in bytes of memory, with its cache key and table entries."""
        return len(self.body) + ENTRY_BYTES

    @cached_property
    def etag(self) -> str:
        """The SHA-256 of the body."""
        return hashlib.sha256(self.body).hexdigest()


V = TypeVar("V", bound=Keepable)


class AnswerCache(Generic[V]):
    """The most recently used responses by key, in at most `most_bytes`. Safe to share between threads."""

    def __init__(self, most_bytes: int, validators: int = VALIDATORS) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[Hashable, V] = OrderedDict()
        self._being_made: dict[Hashable, Future[V]] = {}
        self._etags = LruCache[Hashable, str](validators)
        self._lock = Lock()

    def etag(self, key: Hashable) -> str | None:
        """The validator of the response that is or was cached under this key; None if unknown."""
        return self._etags.get(key)

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The response cached under this key; on a miss, computed with `make`.

        If several threads request it at the same time, one computes it and the others wait for its result or
        its exception.
        """
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
            others = self._being_made.get(key)
            if others is None:
                own = self._being_made[key] = Future()
        return self._made(key, make, own) if others is None else others.result()

    def _made(self, key: Hashable, make: Callable[[], V], own: "Future[V]") -> V:
        try:
            made = make()
            etag, size = made.etag, made.size
        except BaseException as error:
            with self._lock:
                del self._being_made[key]
            own.set_exception(error)
            raise
        with self._lock:
            del self._being_made[key]
            if made.lasts:
                self._keep(key, made, etag, size)
        own.set_result(made)
        return made

    def _keep(self, key: Hashable, made: V, etag: str, size: int) -> None:
        """Cache the response and evict the least recently used ones; the caller holds the lock."""
        self._etags.keep(key, etag)
        self._kept[key] = made
        self._bytes += size
        while self._bytes > self._most_bytes:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= gone.size
