"""Objects as files in a folder; after a power cut a file is either complete or absent."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replays.log.event_log import ArchiveAway, ArchiveDamaged
from replays.runtime import disk


class Folder:
    """The `Objects` in a folder, which must exist: a disk that is not mounted is unavailable, not empty."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, name: str, content: bytes) -> None:
        """Write the file under another name, then link it; both steps are flushed to the disk."""
        path = self._root / name
        with _asking(self._root, name):
            path.parent.mkdir(parents=True, exist_ok=True)
            disk.create(path, content)
            for folder in path.parents[1 : 1 + len(Path(name).parents[1:])]:
                disk.flush(folder)

    def get(self, name: str) -> bytes | None:
        """Return the file's content, or None if there is no such file."""
        with _asking(self._root, name):
            try:
                return (self._root / name).read_bytes()
            except FileNotFoundError:
                return None


@contextmanager
def _asking(root: Path, name: str) -> Iterator[None]:
    """Convert errors: a folder instead of a file, or the reverse, is `ArchiveDamaged`; else `ArchiveAway`."""
    try:
        if not root.is_dir():
            raise ArchiveAway(f"there is no folder {root}")
        yield
    except (FileExistsError, IsADirectoryError, NotADirectoryError) as error:
        raise ArchiveDamaged(f"{name} cannot be a file in {root}: {error.strerror}") from error
    except OSError as error:
        raise ArchiveAway(str(error)) from error
