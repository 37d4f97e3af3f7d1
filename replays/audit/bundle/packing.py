"""Writes the bytes of an archive, as `docs/organize/audit.md` defines them under "The archive's bytes".

The module writes each byte itself, so that no version of a library can change the result.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar
from zlib import crc32

Content = bytes | memoryview

C = TypeVar("C", bound=Content)

LOCAL = b"PK\x03\x04"
"""The beginning of a member's header."""
CENTRAL = b"PK\x01\x02"
"""The beginning of an entry of the directory."""
END = b"PK\x05\x06"
"""The beginning of the end of the archive."""

_VERSION = 20
_MADE_BY = 3 << 8 | _VERSION  # 2.0 on Unix
_FIRST_DAY = 0x0021  # 1980-01-01
_MODE = 0o644 << 16


def pack(members: Mapping[str, Content]) -> bytes:
    """The archive of these members, in this order: uncompressed, without times, deterministic.

    >>> pack({"a": b"b"}) == pack({"a": b"b"})
    True
    """
    return b"".join(parts(members.items()))


def parts(members: Iterable[tuple[str, C]]) -> Iterator[bytes | C]:
    """The pieces of that archive; a member is asked for when those before it are written."""
    headers = Headers()
    for name, content in members:
        yield headers.header(name, crc32(content), len(content))
        yield content
    yield headers.directory()


class Headers:
    """What stands in an archive around its members; call `header` for each, in order, then `directory`."""

    def __init__(self) -> None:
        self.place = 0
        """The number of bytes so far, with the content of the last member."""
        self._entries: list[bytes] = []

    def header(self, name: str, checksum: int, size: int) -> bytes:
        """What stands before the content of the next member, which has this CRC-32 and size in bytes."""
        word = name.encode()
        shared = struct.pack("<5H3L2H", _VERSION, 0, 0, 0, _FIRST_DAY, checksum, size, size, len(word), 0)
        rest = struct.pack("<3H2L", 0, 0, 0, _MODE, self.place)
        self._entries.append(CENTRAL + struct.pack("<H", _MADE_BY) + shared + rest + word)
        local = LOCAL + shared + word
        self.place += len(local) + size
        return local

    def directory(self) -> bytes:
        """What stands after the last member."""
        central, count = b"".join(self._entries), len(self._entries)
        return central + END + struct.pack("<4H2LH", 0, 0, count, count, len(central), self.place, 0)
