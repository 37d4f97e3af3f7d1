"""The response cache: bounded in bytes, one computation for all threads, no cached failures."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from service.application.caches.answers import ENTRY_BYTES, AnswerCache, Document

MANY = 16
DOCUMENT = 10 + ENTRY_BYTES
"""The size of a document of ten bytes."""


class Maker:
    """Creates documents and counts them."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def of(self, name: str, size: int = 10, *, lasts: bool = True) -> Callable[[], Document]:
        """Return a function that creates a document of this size."""

        def make() -> Document:
            self.made.append(name)
            return Document(name[:1].encode() * size, lasts)

        return make


@pytest.fixture
def maker() -> Maker:
    """Give a maker."""
    return Maker()


def test_it_is_made_once(maker: Maker) -> None:
    """Each key has its own document, created once."""
    kept = AnswerCache[Document](10 * DOCUMENT)
    assert kept.get("a", maker.of("a")) is kept.get("a", maker.of("a"))
    kept.get("b", maker.of("b"))
    assert maker.made == ["a", "b"]


def test_no_more_is_kept_than_there_is_room_for(maker: Maker) -> None:
    """The least recently used document is dropped; one that is too large is returned but not cached."""
    kept = AnswerCache[Document](3 * DOCUMENT)
    for name in "abc":
        kept.get(name, maker.of(name))
    kept.get("a", maker.of("a"))
    kept.get("d", maker.of("d"))
    maker.made.clear()
    for name in "acd":
        kept.get(name, maker.of(name))
    assert maker.made == []
    assert kept.get("large", maker.of("large", 3 * DOCUMENT)).size > 3 * DOCUMENT
    assert kept._bytes == 0


def test_validators_are_remembered_for_longer(maker: Maker) -> None:
    """A client with a current response gets 304 even if the document was dropped."""
    kept = AnswerCache[Document](DOCUMENT)
    first = kept.get("a", maker.of("a"))
    kept.get("b", maker.of("b"))
    assert kept.etag("a") == first.etag
    assert kept.etag("c") is None


def test_many_at_once_make_it_once(maker: Maker) -> None:
    """Concurrent callers wait for the first one and get the same document."""
    kept, barrier, go = AnswerCache[Document](10 * DOCUMENT), Barrier(MANY), Event()
    make = maker.of("a")

    def slow() -> Document:
        go.wait()
        return make()

    def ask(_: int) -> Document:
        barrier.wait()
        return kept.get("a", slow)

    with ThreadPoolExecutor(MANY) as pool:
        asked = [pool.submit(ask, number) for number in range(MANY)]
        go.set()
        found = {id(each.result()) for each in asked}
    assert (len(found), maker.made) == (1, ["a"])


def test_a_failure_is_raised_and_not_kept(maker: Maker) -> None:
    """The next call tries again."""
    kept = AnswerCache[Document](10 * DOCUMENT)

    def fail() -> Document:
        raise LookupError

    with pytest.raises(LookupError):
        kept.get("a", fail)
    assert kept.get("a", maker.of("a")).body == b"a" * 10


def test_what_does_not_last_is_not_kept(maker: Maker) -> None:
    """The document is returned, but not cached."""
    kept = AnswerCache[Document](10 * DOCUMENT)
    for _ in range(2):
        kept.get("a", maker.of("a", lasts=False))
    assert maker.made == ["a", "a"]
    assert kept.etag("a") is None
