"""Files that a power cut leaves whole or not there."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def create(path: Path, content: bytes) -> None:
    """Make a file that its owner alone may read; one that is there already stays (link never replaces)."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-") as draft:  # mode 0600
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)
    flush(path.parent)


def flush(path: Path) -> None:
    """See that a file's content, or a folder's entries, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
