"""Reads the directory of an untrusted zip archive: what it says about its members, and nothing else.

It is no general reader: zip64 and archives on several disks are not read, because no bundle needs them.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from replays.audit.bundle.packing import CENTRAL, END, Content
from replays.audit.bundle.sources import ArchiveBytes

MOST_BYTES = 4 * 2**20
"""The largest directory in bytes: 200 for each of 20,000 entries, which a bundle gives some 60."""

_END = struct.Struct("<4s4H2LH")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LONGEST_COMMENT = 2**16 - 1


class Entry(NamedTuple):
    """A member as the directory states it: name, method, CRC-32, size in bytes, place of its header."""

    name: str
    method: int
    checksum: int
    size: int
    place: int


class NoDirectory(Exception):  # noqa: N818 - names the situation
    """The archive has no directory that can be read."""


class LongDirectory(Exception):  # noqa: N818 - names the situation
    """The directory is longer than any bundle's."""


def entries(source: ArchiveBytes) -> list[Entry]:
    """The members that an archive's directory lists; raises `NoDirectory` and `LongDirectory`.

    What stands before the archive or after it, such as a comment, is passed over.
    """
    end, length, stated = _end(source)
    if length > MOST_BYTES:
        raise LongDirectory
    start = end - length
    if start < 0 or start < stated:
        raise NoDirectory("the directory is not where the end of the archive says")
    return list(_read(bytes(source.read(start, length)), start - stated))


def _end(source: ArchiveBytes) -> tuple[int, int, int]:
    """The place of the end record, and the length and the place of the directory that it states."""
    tail = bytes(source.read(max(0, source.size - _END.size - _LONGEST_COMMENT), source.size))
    found = tail.rfind(END)
    if found < 0 or found + _END.size > len(tail):
        raise NoDirectory("it does not end as a zip archive does")
    *_, length, stated, _comment = _END.unpack_from(tail, found)
    return source.size - len(tail) + found, length, stated


def _read(content: Content, before: int) -> Iterator[Entry]:
    """The entries in the directory's bytes; `before` bytes stand before the archive."""
    place = 0
    while place < len(content):
        if content[place : place + len(CENTRAL)] != CENTRAL or place + _ENTRY.size > len(content):
            raise NoDirectory("its directory cannot be read")
        fields = _ENTRY.unpack_from(content, place)
        method, checksum, size, offset = fields[4], fields[7], fields[9], fields[-1]
        name, extra, comment = fields[10:13]
        begins = place + _ENTRY.size
        word = bytes(content[begins : begins + name]).decode("latin-1")
        yield Entry(word, method, checksum, size, offset + before)
        place = begins + name + extra + comment
