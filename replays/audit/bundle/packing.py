"""Writes the bytes of an archive, as `docs/organize/audit.md` defines them under "The archive's bytes".

The module writes each byte itself, so that no version of a library can change the result.
"""

import struct
from collections.abc import Iterator, Mapping
from zlib import crc32

Content = bytes | memoryview

_LOCAL = b"PK\x03\x04"
_CENTRAL = b"PK\x01\x02"
_END = b"PK\x05\x06"
_VERSION = 20
_MADE_BY = 3 << 8 | _VERSION  # 2.0 on Unix
_FIRST_DAY = 0x0021  # 1980-01-01
_MODE = 0o644 << 16


def pack(members: Mapping[str, Content]) -> bytes:
    """The archive of these members, in this order: uncompressed, without times, deterministic.

    >>> pack({"a": b"b"}) == pack({"a": b"b"})
    True
    """
    return b"".join(parts(members))


def parts(members: Mapping[str, Content]) -> Iterator[Content]:
    """The pieces of that archive, among them the members' contents."""
    directory: list[bytes] = []
    place = 0
    for name, content in members.items():
        common, word = _common(name, content), name.encode()
        local = _LOCAL + common + word
        yield local
        yield content
        rest = struct.pack("<3H2L", 0, 0, 0, _MODE, place)
        directory.append(_CENTRAL + struct.pack("<H", _MADE_BY) + common + rest + word)
        place += len(local) + len(content)
    central = b"".join(directory)
    yield central
    count = len(directory)
    yield _END + struct.pack("<4H2LH", 0, 0, count, count, len(central), place, 0)


def _common(name: str, content: Content) -> bytes:
    """The part that a member's local header and its entry in the directory share."""
    size = len(content)
    sizes = crc32(content), size, size, len(name.encode()), 0
    return struct.pack("<5H3L2H", _VERSION, 0, 0, 0, _FIRST_DAY, *sizes)
