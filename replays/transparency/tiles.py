"""Tiles (C2SP tlog-tiles, v0.1.0): the files that a log is served as, and their paths.

A tile has up to 256 neighbouring hashes: those of leaves at level 0, those of full tiles of the level below
at others. An entry bundle has the entries of a tile of level 0, each after its length (2 bytes, big-endian).
Only the last tile of a level may be partial, and none is empty. A file at a path never changes.
"""

import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from replays.transparency.merkle import HASH_BYTES, MAX_SIZE, fold, node_hash

HEIGHT = 8
WIDTH = 1 << HEIGHT
MOST_LEVELS = 64
LONGEST_ENTRY = 2**16 - 1
LARGEST_BUNDLE = WIDTH * (2 + LONGEST_ENTRY)
"""The maximum size of an entry bundle in bytes, without compression."""

CONTENT_TYPE = "application/octet-stream"
CHECKPOINT_PATH = "checkpoint"
_PATH = re.compile(r"tile/(entries|\d{1,2})((?:/x\d{3})*/\d{3})(?:\.p/([1-9]\d{0,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class LogTile:
    """The place of a tile: its level (None for an entry bundle), its index there, and its width."""

    level: int | None
    index: int
    width: int = WIDTH

    @property
    def is_full(self) -> bool:
        """True if the tile has all its hashes or entries."""
        return self.width == WIDTH

    def path(self) -> str:
        """The path under the log's prefix.

        >>> LogTile(1, 1234067, 17).path()
        'tile/1/x001/x234/067.p/17'
        """
        groups, rest = [f"{self.index % 1000:03}"], self.index // 1000
        while rest:
            groups.append(f"x{rest % 1000:03}")
            rest //= 1000
        level = "entries" if self.level is None else str(self.level)
        partial = "" if self.is_full else f".p/{self.width}"
        return f"tile/{level}/{'/'.join(reversed(groups))}{partial}"


def parse_tile_path(path: str) -> LogTile:
    """Parse a path under a log's prefix as that of a tile or an entry bundle; raises ValueError."""
    found = _PATH.fullmatch(path) if len(path) <= 80 else None
    if found:
        level = None if found[1] == "entries" else int(found[1])
        index = int(found[2].replace("/", "").replace("x", ""))
        tile = LogTile(level, index, int(found[3] or WIDTH))
        if tile.path() == path and (level or 0) < MOST_LEVELS and index <= MAX_SIZE:
            return tile
    raise ValueError(f"{path[:80]!r} is no path of a tile")


def tile_at(level: int | None, index: int, size: int) -> LogTile:
    """The tile at a place of a tree of `size` leaves; raises ValueError if it is empty."""
    width = min((size >> HEIGHT * (level or 0)) - index * WIDTH, WIDTH)
    if width <= 0:
        raise ValueError(f"a tree of {size} leaves has no tile {index} at level {level or 0}")
    return LogTile(level, index, width)


def tiles_of(size: int, old: int = 0) -> Iterator[LogTile]:
    """The tiles of hashes of a tree of `size` leaves that one of `old` leaves does not have, lowest first."""
    level = 0
    while size >> HEIGHT * level:
        yield from _tiles_at(level, size >> HEIGHT * level, old >> HEIGHT * level)
        level += 1


def bundles_of(size: int, old: int = 0) -> Iterator[LogTile]:
    """The entry bundles of a log of `size` leaves that one of `old` leaves does not have."""
    yield from _tiles_at(None, size, old)


def _tiles_at(level: int | None, count: int, old: int) -> Iterator[LogTile]:
    if count > old:
        places = range(old // WIDTH, -(-count // WIDTH))
        yield from (LogTile(level, n, min(count - n * WIDTH, WIDTH)) for n in places)


class TileNodes:
    """The nodes of a tree of `size` leaves, as `replays.transparency.merkle.Nodes`, read from its tiles.

    `read` returns the bytes of a tile; it may return the longer bytes of the same tile in a larger tree. Each
    tile is read once. Raises ValueError for a tile that is too short.
    """

    def __init__(self, size: int, read: Callable[[LogTile], bytes]) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[tuple[int, int], bytes] = {}

    def __call__(self, level: int, index: int) -> bytes:
        """The hash of the complete subtree at a level and an index."""
        tile_level, above = divmod(level, HEIGHT)
        first = index << above
        hashes = self._tile(tile_level, first // WIDTH)
        start, count = first % WIDTH, 1 << above
        part = hashes[start * HASH_BYTES : (start + count) * HASH_BYTES]
        if len(part) != count * HASH_BYTES:
            raise ValueError(f"a tree of {self.size} leaves has no complete subtree {level}, {index}")
        return subtree_root(part)

    def _tile(self, level: int, index: int) -> bytes:
        found = self._tiles.get((level, index))
        if found is None:
            tile = tile_at(level, index, self.size)
            found = self._read(tile)
            if len(found) < tile.width * HASH_BYTES:
                raise ValueError(f"{tile.path()} has {len(found)} bytes, expected {tile.width * HASH_BYTES}")
            found = self._tiles[level, index] = found[: tile.width * HASH_BYTES]
        return found


def grown(
    size: int, leaves: Sequence[bytes], read: Callable[[LogTile], bytes]
) -> Iterator[tuple[LogTile, bytes]]:
    """The tiles to be written when leaves with these hashes follow the `size` leaves of a tree.

    `read` returns the bytes of a partial tile of the tree before. Each level is at most one partial tile and
    the new full ones, so the work depends on the number of new leaves and not on the size of the tree.
    """
    level, old, fresh = 0, size, list(leaves)
    while fresh:
        first = old // WIDTH
        before = read(LogTile(level, first, old % WIDTH))[: old % WIDTH * HASH_BYTES] if old % WIDTH else b""
        content = before + b"".join(fresh)
        step = WIDTH * HASH_BYTES
        parts = [content[start : start + step] for start in range(0, len(content), step)]
        for number, part in enumerate(parts):
            yield LogTile(level, first + number, len(part) // HASH_BYTES), part
        fresh = [subtree_root(part) for part in parts if len(part) == step]
        level, old = level + 1, old // WIDTH


def subtree_root(hashes: bytes) -> bytes:
    """The root over 2**n neighbouring hashes."""
    row = [hashes[start : start + HASH_BYTES] for start in range(0, len(hashes), HASH_BYTES)]
    while len(row) > 1:
        row = [node_hash(row[place], row[place + 1]) for place in range(0, len(row), 2)]
    return fold(row)


def entry_bundle(entries: Sequence[bytes]) -> bytes:
    """The bytes of an entry bundle; raises ValueError for an entry that is too long."""
    if any(len(entry) > LONGEST_ENTRY for entry in entries):
        raise ValueError(f"an entry has at most {LONGEST_ENTRY} bytes")
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def parse_entry_bundle(content: bytes, width: int) -> list[bytes]:
    """The entries of a bundle of `width` entries; raises ValueError."""
    entries: list[bytes] = []
    place = 0
    while place < len(content) and len(entries) < width:
        end = place + 2 + int.from_bytes(content[place : place + 2], "big")
        if place + 2 > len(content) or end > len(content):
            break
        entries.append(content[place + 2 : end])
        place = end
    if place != len(content) or len(entries) != width:
        raise ValueError(f"an entry bundle does not have exactly {width} entries")
    return entries


def unzipped(content: bytes, most: int) -> bytes:
    """The content of gzip; raises ValueError beyond `most` bytes.

    A log may send entry bundles as gzip to readers that did not ask for it.
    """
    reader = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        found = reader.decompress(content, most + 1)
    except zlib.error as error:
        raise ValueError(f"not gzip: {error}") from error
    if len(found) > most or not reader.eof or reader.unused_data:
        raise ValueError(f"gzip that is incomplete, or of more than {most} bytes")
    return found
