"""The tree of a log: roots and proofs by the definition of RFC 6962, and by Go's implementation."""

import hashlib
import json
from base64 import b64decode
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from replays.transparency.merkle import (
    EMPTY_ROOT,
    MAX_SIZE,
    Frontier,
    ProofError,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root,
)
from replays.transparency.tiles import LogTile, TileNodes, grown, parse_tile_path
from tests.unit.project.tree import ROOT

GO = json.loads((ROOT / "tests/conformance/vectors/transparency.json").read_bytes())
MOST = 24
LEAVES = [leaf_hash(bytes([n])) for n in range(MOST)]


def defined_root(leaves: list[bytes]) -> bytes:
    """The root by the definition: RFC 6962, 2.1."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = max(2**n for n in range(20) if 2**n < len(leaves))
    return node_hash(defined_root(leaves[:half]), defined_root(leaves[half:]))


@cache
def nodes(level: int, index: int) -> bytes:
    """The nodes of the tree of `LEAVES`."""
    return defined_root(LEAVES[index << level : index + 1 << level])


@cache
def tiles_of_go() -> dict[LogTile, bytes]:
    """The tiles of the tree of the vectors, grown in steps of different sizes."""
    written: dict[LogTile, bytes] = {}
    sizes = [0, 1, 3, 255, 256, 257, 1000, 30_000, 65_536, 70_000]
    for old, new in pairwise(sizes):
        leaves = [leaf_hash(f"entry {n}".encode()) for n in range(old, new)]
        written.update(list(grown(old, leaves, written.__getitem__)))
    return written


def go_nodes(size: int) -> TileNodes:
    """The nodes of the first leaves of the vectors."""
    tiles = tiles_of_go()

    def read(tile: LogTile) -> bytes:
        wider = (replace(tile, width=width) for width in (tile.width, 112, 17, 256) if width >= tile.width)
        return next(tiles[each] for each in wider if each in tiles)

    return TileNodes(size, read)


def test_roots_and_proofs_are_those_of_the_definition() -> None:
    """Of each size, each leaf is proved, and each smaller tree; every changed proof is refused."""
    assert root(0, nodes) == EMPTY_ROOT
    frontier = Frontier()
    for size in range(1, MOST + 1):
        frontier.append(LEAVES[size - 1])
        head = defined_root(LEAVES[:size])
        assert root(size, nodes) == frontier.root() == head == Frontier.of(size, nodes).root()
        for index in range(size):
            proof = inclusion_proof(index, size, nodes)
            check_inclusion(LEAVES[index], index, size, proof, head)
        for old in range(size + 1):
            proof = consistency_proof(old, size, nodes)
            check_consistency(old, defined_root(LEAVES[:old]), size, head, proof)


@pytest.mark.parametrize(("index", "size"), [(0, 2), (5, 7), (6, 7), (3, 8), (23, 24)])
def test_a_wrong_proof_of_inclusion_is_refused(index: int, size: int) -> None:
    """Another leaf, index, size, root or hash, a missing and a further hash are refused."""
    head, proof = root(size, nodes), inclusion_proof(index, size, nodes)
    leaf = LEAVES[index]
    other = bytes(32)
    for wrong in (
        (other, index, size, proof, head),
        (leaf, (index + 1) % size, size, proof, head),
        (leaf, size, size, proof, head),
        (leaf, -1, size, proof, head),
        (leaf, index, size, proof, other),
        (leaf, index, size, proof[:-1], head),
        (leaf, index, size, [*proof, other], head),
        (leaf, index, size, [other, *proof[1:]], head),
    ):
        with pytest.raises(ProofError):
            check_inclusion(*wrong)


@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 3), (3, 7), (4, 7), (6, 8), (16, 24), (17, 24)])
def test_a_wrong_proof_of_consistency_is_refused(old: int, new: int) -> None:
    """Another root or size, a missing, further or changed hash are refused; so are two roots of one size."""
    before, after = root(old, nodes), root(new, nodes)
    proof, other = consistency_proof(old, new, nodes), bytes(32)
    for wrong in (
        (old, other, new, after, proof),
        (old, before, new, other, proof),
        (old, before, new, after, proof[:-1]),
        (old, before, new, after, [*proof, other]),
        (old, before, new, after, [other, *proof[1:]]),
        (new, after, old, before, proof),
        (old, before, old, other, []),
        (old, before, old, before, [other]),
        (0, EMPTY_ROOT, new, after, [other]),
        (0, other, new, after, []),
    ):
        with pytest.raises(ProofError):
            check_consistency(*wrong)


def test_what_is_out_of_range_has_no_proof() -> None:
    """No proof is made for a leaf beyond the size, nor of a larger tree in a smaller one."""
    with pytest.raises(ValueError, match="leaf 3 is not in a tree of 3 leaves"):
        inclusion_proof(3, 3, nodes)
    with pytest.raises(ValueError, match="has no first 4 leaves"):
        consistency_proof(4, 3, nodes)
    with pytest.raises(ValueError, match="is not hashed from 1 subtrees"):
        Frontier(3, [bytes(32)])
    with pytest.raises(ValueError, match="is not hashed from"):
        Frontier(MAX_SIZE + 1, [bytes(32)])


@pytest.mark.slow
def test_roots_are_those_of_go() -> None:
    """Go's tlog has the same roots of up to 70,000 leaves, which are read from tiles here."""
    found = {size: root(int(size), go_nodes(int(size))) for size in GO["roots"]}
    assert found == {size: b64decode(text) for size, text in GO["roots"].items()}


@pytest.mark.parametrize("vector", GO["inclusion"], ids=lambda each: f"{each['index']}-{each['size']}")
def test_proofs_of_inclusion_are_those_of_go(vector: dict[str, Any]) -> None:
    """Go's proofs are made and verified here, too."""
    index, size = vector["index"], vector["size"]
    proof = inclusion_proof(index, size, go_nodes(size))
    assert proof == [b64decode(each) for each in vector["proof"]]
    check_inclusion(leaf_hash(f"entry {index}".encode()), index, size, proof, root(size, go_nodes(size)))


@pytest.mark.parametrize("vector", GO["consistency"], ids=lambda each: f"{each['old']}-{each['new']}")
def test_proofs_of_consistency_are_those_of_go(vector: dict[str, Any]) -> None:
    """Go's proofs are made and verified here, too."""
    old, new = vector["old"], vector["new"]
    proof = consistency_proof(old, new, go_nodes(new))
    assert proof == [b64decode(each) for each in vector["proof"]]
    check_consistency(old, root(old, go_nodes(old)), new, root(new, go_nodes(new)), proof)


@pytest.mark.parametrize("vector", GO["tiles"], ids=lambda each: each["path"])
def test_tiles_are_those_of_go(vector: dict[str, Any]) -> None:
    """Tiles have Go's paths and Go's bytes, partial ones too."""
    tile = LogTile(vector["level"], vector["index"], vector["width"])
    assert tile.path() == vector["path"]
    assert parse_tile_path(vector["path"]) == tile
    if "leaf_hash_of_content" in vector:
        assert leaf_hash(tiles_of_go()[tile]) == b64decode(vector["leaf_hash_of_content"])
