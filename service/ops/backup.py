"""A copy of a data folder, taken while its store runs, that is a data folder itself.

The store appends to the newest of the files that its manifest names; a rewrite makes new ones and then puts
another manifest in the place of the old one (Valkey's documentation, "Persistence", multi-part AOF). So what
is copied between two looks at the same manifest belongs together: the older files never change, and of the
newest one a beginning is copied, which has all that was acknowledged before. Nothing is asked of the store,
so nothing is left behind when a copy dies on the way.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replays.bootstrap import KEY_FILE, SIGNING_KEY_FILE
from replays.runtime.disk import flush
from service.ops.embedded.store_damage import LOG_FOLDER, LOG_LIST

APPEND_ONLY = Path("store", LOG_FOLDER)
"""Where a data folder has the files of its store."""
ATTEMPTS = 10
"""The store rewrites its files when they have doubled, so that even one rewrite meanwhile is rare."""


class BackupError(Exception):
    """No copy was made; the text says why, and what would help."""


def back_up(data: Path, target: Path) -> list[str]:
    """Copy the store and the keys of a data folder into a new folder, which appears when all is on its disk.

    Returns the names of what was copied. Raises `BackupError`, and leaves nothing then.
    """
    if target.exists():
        raise BackupError(
            f"{target} is there already: name a folder that is not, such as one of today's date"
        )
    try:
        if not (data / APPEND_ONLY / LOG_LIST).is_file():
            raise BackupError(
                f"there is no store in {data}: name the folder of the installation as KINGDOMINO_DATA; a "
                "server of your own has means of its own (docs/operate/backup.md)"
            )
        with _draft(target) as draft:
            names = _copy_store(data / APPEND_ONLY, draft / APPEND_ONLY)
            keys = [name for name in (KEY_FILE, SIGNING_KEY_FILE) if (data / name).is_file()]
            for name in keys:
                shutil.copy(data / name, draft / name)  # with its mode
                flush(draft / name)
    except OSError as error:
        raise BackupError(f"{data} could not be copied to {target}: {error}") from error
    return [str(APPEND_ONLY / name) for name in names] + keys


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """A folder beside the target, which takes its place if the block ends well, and is removed if not."""
    draft = target.with_name(f"{target.name}.part")
    try:
        draft.mkdir(mode=0o700, parents=True)
    except FileExistsError as error:
        why = "was left by a backup that was killed, unless one is at work: delete it"
        raise BackupError(f"{draft} {why}") from error
    try:
        folders = draft / APPEND_ONLY, draft / APPEND_ONLY.parent, draft
        for folder in reversed(folders):
            folder.mkdir(mode=0o700, exist_ok=True)
        yield draft
        for folder in folders:
            flush(folder)
        draft.rename(target)
        flush(target.parent)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def _copy_store(store: Path, target: Path) -> list[str]:
    """Copy what the manifest names, again where another one has come meanwhile; returns the names."""
    for _ in range(ATTEMPTS):
        for path in target.iterdir():
            path.unlink()
        manifest = (store / LOG_LIST).read_bytes()
        lines = [line for line in manifest.splitlines() if not line.endswith(b"type h")]  # h: to be deleted
        names = [line.split()[1].decode() for line in lines]
        missing = [name for name in names if not _copied(store / name, target / name)]
        if (store / LOG_LIST).read_bytes() == manifest:
            if missing:
                raise BackupError(
                    f"{missing[0]} is missing in {store}: the store will not start again; see its log"
                )
            (target / LOG_LIST).write_bytes(b"".join(line + b"\n" for line in lines))
            flush(target / LOG_LIST)
            return [LOG_LIST, *names]
    raise BackupError(f"the store in {store} rewrote its files {ATTEMPTS} times meanwhile: try again later")


def _copied(source: Path, target: Path) -> bool:
    """Copy a file, unless it is gone, into one that nobody else can open, and have it on the disk."""
    target.touch(mode=0o600)
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        return False
    flush(target)
    return True
