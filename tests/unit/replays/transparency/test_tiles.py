"""Tiles: their paths, the tiles of a tree, entry bundles, and what is refused of each."""

import gzip
from itertools import pairwise

import pytest

from replays.transparency.merkle import leaf_hash
from replays.transparency.tiles import (
    LogTile,
    TileNodes,
    bundles_of,
    entry_bundle,
    grown,
    parse_entry_bundle,
    parse_tile_path,
    tile_at,
    tiles_of,
    unzipped,
)


def test_the_tiles_of_a_tree_are_those_of_the_specification() -> None:
    """A tree of 70,000 leaves: 273 full tiles and one of 112; one full and one of 17; one of 1."""
    tiles = list(tiles_of(70_000))
    partial = [tile for tile in tiles if not tile.is_full]
    assert partial == [LogTile(0, 273, 112), LogTile(1, 1, 17), LogTile(2, 0, 1)]
    assert [sum(tile.level == level for tile in tiles) for level in range(3)] == [274, 2, 1]
    assert list(tiles_of(256)) == [LogTile(0, 0), LogTile(1, 0, 1)]
    assert list(tiles_of(0)) == []


def test_a_tree_grows_by_the_tiles_that_are_new() -> None:
    """What is written is what the larger tree has and the smaller one has not; none is empty."""
    written: dict[LogTile, bytes] = {}
    for old, new in pairwise([0, 5, 255, 256, 600, 2_000]):
        step = dict(grown(old, [leaf_hash(str(n).encode()) for n in range(old, new)], written.__getitem__))
        assert set(step) == set(tiles_of(new, old))
        assert all(len(content) == 32 * tile.width > 0 for tile, content in step.items())
        written |= step


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/1",
        "tile/00/001",
        "tile/64/001",
        "tile/0/x000/001",
        "tile/0/001/002",
        "tile/0/x001",
        "tile/0/001.p/0",
        "tile/0/001.p/256",
        "tile/0/001.p/01",
        "tile/-1/001",
        "tile/entries/001.p/",
        "tile/0/x999/x999/x999/x999/x999/x999/999",
        "tile/0/\u0660\u0660\u0661",
        "tile/0/001\n",
        "/tile/0/001",
        "tile/0/" + "x001/" * 1000 + "001",
    ],
)
def test_every_other_path_is_refused(path: str) -> None:
    """A tile has one path; no other form is accepted."""
    with pytest.raises(ValueError, match="is no path of a tile"):
        parse_tile_path(path)


@pytest.mark.parametrize("tile", [LogTile(None, 0, 1), LogTile(None, 1234067), LogTile(63, 5, 255)])
def test_a_path_leads_back_to_its_tile(tile: LogTile) -> None:
    """Tiles and entry bundles have a path that is read as the same tile."""
    assert parse_tile_path(tile.path()) == tile


def test_bundles_hold_their_entries() -> None:
    """Entries of any bytes are read back; a bundle with fewer, more or cut entries is refused."""
    entries = [b"", b"a", bytes(65_535)]
    content = entry_bundle(entries)
    assert parse_entry_bundle(content, 3) == entries
    for wrong, width in ((content, 2), (content, 4), (content[:-1], 3), (content + b"\0", 3), (b"", 1)):
        with pytest.raises(ValueError, match="does not have exactly"):
            parse_entry_bundle(wrong, width)
    with pytest.raises(ValueError, match="at most 65535 bytes"):
        entry_bundle([bytes(65_536)])


def test_gzip_is_read_up_to_a_limit() -> None:
    """A small file that would become large, a cut one, and one with more behind it are refused."""
    assert unzipped(gzip.compress(b"abc"), 3) == b"abc"
    for wrong in (gzip.compress(bytes(10**6)), gzip.compress(b"a")[:-1], gzip.compress(b"a") + b"b", b"abc"):
        with pytest.raises(ValueError, match="gzip"):
            unzipped(wrong, 1000)


def test_a_tile_that_is_not_there_or_too_short_is_no_hash() -> None:
    """A tree has no empty tile, a short tile has no node, and a longer one has those of the smaller tree."""
    with pytest.raises(ValueError, match="has no tile 1 at level 0"):
        tile_at(0, 1, 256)
    with pytest.raises(ValueError, match="expected 96"):
        TileNodes(3, lambda _: bytes(64))(0, 0)
    nodes = TileNodes(3, lambda _: bytes(range(32)) * 200)
    assert nodes(0, 2) == bytes(range(32))
    with pytest.raises(ValueError, match="no complete subtree"):
        nodes(1, 1)
    assert list(bundles_of(300, 256)) == [LogTile(None, 1, 44)]
