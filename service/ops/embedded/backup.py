"""Copies a data folder while its store runs; the copy is a data folder itself.

The store appends to the newest of the files that its manifest names; a rewrite creates new files and then
replaces the manifest (Valkey's documentation, "Persistence", multi-part AOF). So files that are copied while
the manifest stays the same belong together: the older files never change, and the copy of the newest one is a
prefix that has everything acknowledged before. No command is sent to the store, so an interrupted copy leaves
nothing behind in it.
"""

import shutil
from pathlib import Path

from replays.bootstrap import KEY_FILE, SIGNING_KEY_FILE
from replays.runtime.disk import create, flush, new_folder
from service.application.transparency.memory import COPIED
from service.ops.embedded.manifest import OLD, files_of
from service.ops.embedded.store_damage import LOG_FOLDER, LOG_LIST

APPEND_ONLY = Path("store", LOG_FOLDER)
"""The folder of the store's log files in a data folder."""
ATTEMPTS = 10
"""The number of tries; the store rewrites its files when they have doubled, so even one retry is rare."""


class BackupError(Exception):
    """The backup failed; the text says why, and what would help."""


def back_up(data: Path, target: Path) -> list[str]:
    """Copy the store and the keys of a data folder into a new folder, which appears once all is on disk.

    The copy says that it is one, because the public log goes on without it. Returns the names of the files.
    If it fails, it raises `BackupError` and leaves nothing behind.
    """
    try:
        if not (data / APPEND_ONLY / LOG_LIST).is_file():
            raise BackupError(
                f"there is no store in {data}: name the folder of the installation as KINGDOMINO_DATA; a "
                "server of your own has means of its own (docs/operate/backup.md)"
            )
        with new_folder(target) as draft:
            for folder in (APPEND_ONLY.parent, APPEND_ONLY):
                (draft / folder).mkdir(mode=0o700)
            names = _copy_store(data / APPEND_ONLY, draft / APPEND_ONLY)
            keys = [name for name in (KEY_FILE, SIGNING_KEY_FILE) if (data / name).is_file()]
            for name in keys:
                shutil.copy(data / name, draft / name)  # with its mode
                flush(draft / name)
            create(draft / COPIED, b"")
    except FileExistsError as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        raise BackupError(f"{data} could not be copied to {target}: {error}") from error
    return [str(APPEND_ONLY / name) for name in names] + keys


def _copy_store(store: Path, target: Path) -> list[str]:
    """Copy the files of the manifest, again if the manifest changes meanwhile; returns their names."""
    for _ in range(ATTEMPTS):
        for path in target.iterdir():
            path.unlink()
        manifest = (store / LOG_LIST).read_bytes()
        files = [file for file in files_of(manifest) if file.kind != OLD]
        names = [file.name for file in files]
        missing = [name for name in names if not _copied(store / name, target / name)]
        if (store / LOG_LIST).read_bytes() == manifest:
            if missing:
                raise BackupError(
                    f"{missing[0]} is missing in {store}: the store will not start again; see its log"
                )
            (target / LOG_LIST).write_bytes(b"".join(file.line + b"\n" for file in files))
            flush(target / LOG_LIST)
            return [LOG_LIST, *names]
    raise BackupError(f"the store in {store} rewrote its files {ATTEMPTS} times meanwhile: try again later")


def _copied(source: Path, target: Path) -> bool:
    """Copy a file to a private one and flush it to disk; False if the source is gone."""
    target.touch(mode=0o600)
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        return False
    flush(target)
    return True
