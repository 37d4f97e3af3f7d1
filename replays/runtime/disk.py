"""Durable files: after a power cut a file is either complete or absent."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def create(path: Path, content: bytes) -> None:
    """Create a file that only its owner may read; an existing file stays (a link never replaces one)."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-") as draft:  # mode 0600
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)
    flush(path.parent)


def flush(path: Path) -> None:
    """Write a file's content, or a folder's entries, to the disk (fsync)."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
