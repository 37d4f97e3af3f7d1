"""The bytes of an archive, in memory or in a file, read piece by piece."""

from collections.abc import Iterator
from typing import BinaryIO, Protocol

from replays.audit.bundle.packing import Content

PIECE = 2**20
"""The size of the pieces in which a long content is read."""


class ArchiveBytes(Protocol):
    """The bytes of an archive."""

    @property
    def size(self) -> int:
        """The number of bytes."""

    def read(self, start: int, length: int) -> Content:
        """The bytes from `start` on, at most `length`: fewer at the end, none beyond it."""


class InMemory:
    """Bytes in memory; what is read is a view of them, so that a large content is not copied."""

    def __init__(self, content: Content) -> None:
        self._view = memoryview(content)
        self.size = len(self._view)

    def read(self, start: int, length: int) -> Content:
        """The bytes from `start` on, at most `length`."""
        return self._view[start : start + length]


class InFile:
    """The bytes of an open file that can be read at any place; they must not change meanwhile."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = file.seek(0, 2)

    def read(self, start: int, length: int) -> Content:
        """The bytes from `start` on, at most `length`."""
        self._file.seek(start)
        return self._file.read(length)


def source_of(bundle: Content | BinaryIO) -> ArchiveBytes:
    """The source of a bundle that is in memory or in an open file."""
    return InMemory(bundle) if isinstance(bundle, bytes | memoryview) else InFile(bundle)


def pieces(source: ArchiveBytes, start: int = 0, length: int | None = None) -> Iterator[Content]:
    """The bytes from `start` on, all or `length` of them, in pieces of at most `PIECE` bytes."""
    end = source.size if length is None else min(start + length, source.size)
    for place in range(start, end, PIECE):
        yield source.read(place, min(PIECE, end - place))
