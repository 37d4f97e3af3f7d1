"""Puts full tiles and entry bundles into the archive as files that never change.

The names are the paths under `log/`, so that any server of files can serve them. They also show that a
restored store has lost leaves: the archive then has a file that the store cannot have made.
"""

from replays.archive.objects import Objects
from replays.transparency.tiles import WIDTH, LogTile, bundles_of, tiles_of
from service.application.transparency.ledger import Ledger
from service.application.transparency.memory import LogForked
from service.application.transparency.tree import LogTree

FILED = "filed"
"""The number of leaves whose full tiles are files, among the checkpoints of the ledger."""


class LogFiles:
    """The files of a log in the archive. Methods raise what objects and the ledger raise, and `LogForked`.

    Files of two logs do not mix: their names begin with the folder of the origin.
    """

    def __init__(self, objects: Objects, tree: LogTree, folder: str) -> None:
        self._objects = objects
        self._tree = tree
        self._ledger: Ledger = tree.ledger
        self._folder = folder

    def check(self) -> None:
        """Check that the archive has no file of leaves that the store does not have."""
        size = self._ledger.size()
        following = LogTile(None, size // WIDTH)
        if self._objects.get(self._name(following)) is not None:
            raise LogForked(
                f"the archive has {self._name(following)}, and the store has {size} leaves: it has lost some "
                "(docs/operate/backup.md#the-public-log)"
            )

    def file(self, token: int, size: int) -> int:
        """Store the full tiles of the first `size` leaves that are no files yet; returns their number."""
        filed = int(self._ledger.checkpoints().get(FILED, b"0"))
        new = [*bundles_of(size, filed), *tiles_of(size, filed)]
        full = [tile for tile in new if tile.is_full]
        for tile in full:
            content = self._tree.read(tile)
            self._objects.put(self._name(tile), content)
            if self._objects.get(self._name(tile)) != content:
                raise LogForked(
                    f"the archive has another {self._name(tile)} than the store: one of them was changed "
                    "(docs/operate/backup.md#the-public-log)"
                )
        if full:
            self._ledger.keep(token, {FILED: str(size).encode()})
        return len(full)

    def _name(self, tile: LogTile) -> str:
        return f"log/{self._folder}/{tile.path()}"
