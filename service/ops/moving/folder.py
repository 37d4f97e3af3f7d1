"""The folder of an exported installation: a manifest, the store as commands, and the keys."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

from replays.runtime import disk
from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.kinds import key_of_file
from service.ops.moving.portable import MovingError

FORM = 1
"""The form of the folder that this release writes, and the newest that it reads."""
MANIFEST, STORE = "installation.json", "store.resp"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportManifest:
    """What a folder has; it is written last. `servers` are the names and versions of the store's servers.

    `made_at` is in ms UTC, `size` in bytes; `archive` is the URL of the archive, which is not in the folder.
    """

    form: int = FORM
    service: str
    servers: list[str]
    made_at: int
    keys: int
    size: int
    sha256: str
    archive: str | None


def write_manifest(folder: Path, manifest: ExportManifest) -> None:
    """Write the manifest of a folder whose other files are written."""
    disk.create(folder / MANIFEST, json.dumps(asdict(manifest), indent=2).encode() + b"\n")


def read_manifest(folder: Path) -> ExportManifest:
    """The manifest of a folder; raises `MovingError` for one that is not whole, or of a newer release."""
    try:
        read = json.loads((folder / MANIFEST).read_bytes())
        form = int(read["form"])
        if form > FORM:
            raise MovingError(
                f"{folder} was exported by a newer release of the service ({read.get('service')}, form "
                f"{form}); this release reads form {FORM}: import it with that release or a newer one"
            )
        return ExportManifest(**read)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise MovingError(f"{folder} is no folder of `kingdomino export-installation`: {error}") from error


def checked(folder: Path) -> ExportManifest:
    """The manifest of a folder whose store is as it was written; raises `MovingError` otherwise."""
    manifest = read_manifest(folder)
    try:
        with (folder / STORE).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise MovingError(f"{folder / STORE} cannot be read: {error}") from error
    if found != manifest.sha256:
        raise MovingError(f"{folder / STORE} is not what was exported: copy the folder again")
    return manifest


def write_key(folder: Path, name: str, key: bytes) -> None:
    """Write a key in hexadecimal, as settings have it; key files are read in this form, too."""
    disk.create(folder / name, key.hex().encode() + b"\n")


def read_key(folder: Path, name: str) -> bytes | None:
    """A key of the folder; None if the installation had none."""
    try:
        return key_of_file((folder / name).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, Unusable) as error:
        raise MovingError(f"{folder / name} cannot be used: {error}") from error


class Hashed:
    """A file that is written, with its size and digest."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, text: bytes) -> None:
        """Append these bytes."""
        self._file.write(text)
        self._digest.update(text)
        self.size += len(text)

    @property
    def sha256(self) -> str:
        """The digest of all that was written."""
        return self._digest.hexdigest()


@contextmanager
def new_store_file(folder: Path) -> Iterator[Hashed]:
    """The file of commands of a new folder; it is on the disk when the block ends."""
    path = folder / STORE
    path.touch(mode=0o600, exist_ok=False)
    with path.open("wb") as file:
        yield Hashed(file)
    disk.flush(path)
