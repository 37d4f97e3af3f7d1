"""The form of an event in its stream: 32 bytes of its chain hash, and its canonical JSON, compressed.

The compressed part is a raw DEFLATE stream (RFC 1951) with `typical()` as preset dictionary, so that an event
takes about a third of its text. The hash covers the text, so it does not matter how it was compressed.
"""

import zlib
from functools import cache
from importlib.resources import files

HASH_BYTES = 32
MOST_BYTES = 16 * 2**20
"""The limit of the text of an event; no event's text is that long, so a longer one is malicious."""

_WINDOW_BITS = -13
"""Raw DEFLATE with a window of 8 KiB, which holds the dictionary."""
_LEVEL, _MEMORY = 9, 5


@cache
def typical() -> bytes:
    """The texts of typical events, the most frequent ones last; part of the stored form, it never changes."""
    return files("replays.encoding").joinpath("typical-events-1.txt").read_bytes()


@cache
def _compressor() -> "zlib._Compress":
    """A compressor that has the dictionary; copying it takes a tenth of the time of creating one."""
    return zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY, zdict=typical())


def pack(body: bytes, chain_hash: str) -> bytes:
    """Return the stored form of an event from its canonical JSON and its hash in hexadecimal."""
    compressor = _compressor().copy()
    return bytes.fromhex(chain_hash) + compressor.compress(body) + compressor.flush()


def unpack(packed: bytes) -> tuple[bytes, str]:
    """Return the event's canonical JSON and its hash in hexadecimal; raises ValueError for other bytes."""
    decompressor = zlib.decompressobj(_WINDOW_BITS, typical())
    try:
        body = decompressor.decompress(packed[HASH_BYTES:], MOST_BYTES)
    except zlib.error as error:
        raise ValueError(f"the event cannot be decompressed: {error}") from error
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError("the packed event is cut off, or something follows it")
    return body, packed[:HASH_BYTES].hex()
