"""The LRU cache keeps the entries stored last, up to its size."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from replays.runtime.lru_cache import LruCache


def test_what_was_kept_again_stays() -> None:
    """A full cache drops the entry that was stored longest ago."""
    kept = LruCache[str, int](2)
    for key, value in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        kept.keep(key, value)
    assert [kept.get(key) for key in "abc"] == [3, None, 4]
    kept.forget("a")
    kept.forget("b")
    assert [kept.get(key) for key in "abc"] == [None, None, 4]


@pytest.mark.parametrize("size", [0, 1, 50])
def test_there_is_never_more_than_there_is_room_for(size: int) -> None:
    """The size holds with concurrent use."""
    kept = LruCache[int, int](size)

    def use(first: int) -> None:
        for number in range(first, first + 500):
            kept.keep(number % 97, number)
            assert (kept.get(number % 97) or 0) < 1_000 + 500
            if number % 7 == 0:
                kept.forget(number % 89)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(use, range(0, 1_000, 125)))
    assert len(kept) <= size
