"""Reading large hashes page by page, so that a process never holds much of one."""

from collections.abc import Iterator, Sequence

from redis import Redis

from replays.store.scripts import asking

MOST_BYTES = 128 * 1024
"""The most bytes of values that are read at once, except for a single value that is longer."""
MOST_FIELDS = 500


def values(store: Redis, key: str, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The values of these fields in this order, without missing ones; raises `StoreAway`."""
    for start in range(0, len(names), MOST_FIELDS):
        page = names[start : start + MOST_FIELDS]
        for group in _groups(page, _lengths(store, key, page)):
            with asking():
                found: list[bytes | None] = store.hmget(key, group)  # type: ignore[assignment]
            yield from ((name, value) for name, value in zip(group, found, strict=True) if value is not None)


def _lengths(store: Redis, key: str, names: Sequence[str]) -> list[int]:
    with asking():
        pipeline = store.pipeline(transaction=False)
        for name in names:
            pipeline.hstrlen(key, name)
        return list(pipeline.execute())


def _groups(names: Sequence[str], lengths: Sequence[int]) -> Iterator[list[str]]:
    """Groups the names of fields that may be read together.

    >>> list(_groups("abc", [70_000, 70_000, 10]))
    [['a'], ['b', 'c']]
    """
    group: list[str] = []
    size = 0
    for name, length in zip(names, lengths, strict=True):
        if group and size + length > MOST_BYTES:
            yield group
            group, size = [], 0
        group.append(name)
        size += length
    if group:
        yield group
