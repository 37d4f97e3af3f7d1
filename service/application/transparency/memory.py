"""What this machine remembers of the log outside the store, so that a store that lost leaves is noticed.

A log that signed a checkpoint must never sign another one that does not continue it. A restored store does
not know what was signed after the backup, so the last signed checkpoint lies in the data folder too.
"""

import os
import tempfile
from pathlib import Path

from replays.runtime import disk
from replays.transparency.checkpoints import Checkpoint, parse_signed_checkpoint
from replays.transparency.notes import SignedNote

SIGNED = "log.signed"
"""The file with the last checkpoint that this machine signed."""
COPIED = "log.copied"
"""The file that says that this folder is a backup, without which the log went on."""


class LogForked(Exception):  # noqa: N818 - the state of the ledger
    """A checkpoint would contradict an earlier one, or could; nothing is signed until somebody decides."""

    code = "log/forked"


class SignedMemory:
    """The last signed checkpoint of this origin, in a data folder. Raises OSError and `LogForked`."""

    def __init__(self, folder: Path, origin: str) -> None:
        self._folder = folder
        self._origin = origin

    def last(self) -> Checkpoint | None:
        """The last checkpoint of this origin that was signed here, or None."""
        note = self._read(SIGNED)
        if note is None:
            return None
        try:
            found = parse_signed_checkpoint(note).checkpoint
        except ValueError as error:
            raise LogForked(f"{self._folder / SIGNED} cannot be read: {error}") from error
        return found if found.origin == self._origin else None

    def check_copy(self, stored: Checkpoint | None) -> None:
        """Raise `LogForked` in a restored backup whose store has this last checkpoint of the same log.

        A log of another name begins anew, so the folder is no copy any more.
        """
        mark = self._folder / COPIED
        if not mark.exists():
            return
        if stored is None or stored.origin == self._origin:
            raise LogForked(
                f"{mark} says that this is a restored backup: the log {self._origin} may have signed more "
                "after it was made (docs/operate/backup.md#the-public-log)"
            )
        mark.unlink()
        disk.flush(self._folder)

    def keep(self, note: SignedNote) -> None:
        """Remember a checkpoint before anybody sees it; it is on the disk when this returns."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".new-", delete=False) as draft:
            draft.write(note.serialized())
            draft.flush()
            os.fsync(draft.fileno())
        Path(draft.name).replace(self._folder / SIGNED)
        disk.flush(self._folder)

    def _read(self, name: str) -> bytes | None:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None
