"""Reads the tree of the log from its ledger: tiles, entry bundles and nodes for proofs.

Tiles of level 0 are hashed from the leaves. What a tile has never changes and is kept in memory, so only new
leaves are read.
"""

from replays.runtime.lru_cache import LruCache
from replays.transparency.leaves import Leaf
from replays.transparency.merkle import HASH_BYTES, leaf_hash
from replays.transparency.tiles import WIDTH, LogTile, TileNodes, entry_bundle
from service.application.transparency.ledger import Ledger

TILES_KEPT = 256
"""The number of tiles that a process keeps; 8 KB each at most."""


class LogTree:
    """The tree of a ledger. Safe to share between threads; methods raise `StoreAway` and `LogDamaged`."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._kept = LruCache[tuple[int, int], bytes](TILES_KEPT)

    def read(self, tile: LogTile) -> bytes:
        """The bytes of a tile or entry bundle; raises `LogDamaged` if the log has no such leaves."""
        if tile.level is None:
            return entry_bundle([leaf.entry() for leaf in self._leaves(tile, 0)])
        place, length = (tile.level, tile.index), tile.width * HASH_BYTES
        kept = self._kept.get(place) or b""
        if len(kept) < length:
            kept = self.ledger.hashes(tile) if tile.level else self._extended(tile, kept)
            self._kept.keep(place, kept)
        return kept[:length]

    def nodes(self, size: int) -> TileNodes:
        """The nodes of the tree of the first `size` leaves."""
        return TileNodes(size, self.read)

    def _extended(self, tile: LogTile, kept: bytes) -> bytes:
        """The hashes of a tile of level 0, of which some are kept."""
        new = self._leaves(tile, len(kept) // HASH_BYTES)
        return kept + b"".join(leaf_hash(leaf.entry()) for leaf in new)

    def _leaves(self, tile: LogTile, since: int) -> list[Leaf]:
        return self.ledger.leaves(tile.index * WIDTH + since, tile.width - since)
