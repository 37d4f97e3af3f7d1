"""All small changes to bytes."""

from collections.abc import Iterator
from random import Random

BYTE = Random(1).randbytes(2**16)  # noqa: S311 - no secret depends on it
"""The bytes to insert or substitute where any byte will do; always the same."""


def changes(data: bytes, place: int) -> Iterator[bytes]:
    """The data with the byte at `place` changed, removed, swapped or preceded by another, or cut there."""
    before, byte, after = data[:place], data[place], data[place + 1 :]
    anything = BYTE[place % len(BYTE)]
    for other in {byte ^ 0x01, byte ^ 0x80, anything} - {byte}:
        yield before + bytes([other]) + after
    yield before + after
    yield before + bytes([anything, byte]) + after
    yield before
    if after[:1] not in {b"", bytes([byte])}:
        yield before + after[:1] + bytes([byte]) + after[1:]


def flipped(data: bytes, place: int, mask: int = 0x01) -> bytes:
    """The data with the bits of `mask` flipped in this byte."""
    return data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]
