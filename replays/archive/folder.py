"""Objects as files in a folder, made so that a power cut leaves them whole or not there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replays.log.event_log import ArchiveAway
from replays.runtime import disk


class Folder:
    """The `Objects` below a folder, which must exist: a disk that is not mounted is away, not empty."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, name: str, content: bytes) -> None:
        """Write the file under another name, then link it, each of them flushed to the disk."""
        path = self._root / name
        with _asking(self._root):
            path.parent.mkdir(exist_ok=True)
            disk.create(path, content)
            disk.flush(self._root)

    def get(self, name: str) -> bytes | None:
        """Read the file."""
        with _asking(self._root):
            try:
                return (self._root / name).read_bytes()
            except FileNotFoundError:
                return None


@contextmanager
def _asking(root: Path) -> Iterator[None]:
    try:
        if not root.is_dir():
            raise ArchiveAway(f"there is no folder {root}")
        yield
    except OSError as error:
        raise ArchiveAway(str(error)) from error
