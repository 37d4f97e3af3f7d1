"""Durable files and folders: after a power cut a file or folder is either complete or absent."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A private folder beside the target, renamed to the target if the block succeeds, else removed.

    Raises FileExistsError, with a text for the operator, if the target or an earlier draft of it is there.
    The block must flush the files that it writes; their folders are flushed here.
    """
    if target.exists():
        raise FileExistsError(
            f"{target} is there already: name a folder that is not, such as one of today's date"
        )
    draft = target.with_name(f"{target.name}.part")
    try:
        draft.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        why = "was left by a run that was killed, unless one is at work: delete it"
        raise FileExistsError(f"{draft} {why}") from None
    try:
        yield draft
        for folder in (*(path for path in draft.rglob("*") if path.is_dir()), draft):
            flush(folder)
        draft.rename(target)
        flush(target.parent)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
