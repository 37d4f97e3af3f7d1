"""The folder of a witness: its key, the last checkpoint of each log that it cosigned, and evidence.

`key` is a private key in the form of Go's signed notes; `<digest of the origin>.checkpoint` is a cosigned
checkpoint; `evidence/` has checkpoints that a log signed and that do not continue the one before. One process
uses a folder at a time. A file is complete or the one before it, also after a power cut.
"""

import fcntl
import os
import tempfile
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from replays.runtime import disk
from replays.transparency.checkpoints import SignedCheckpoint, parse_signed_checkpoint
from replays.transparency.cosignatures import Cosigner
from replays.transparency.notes import SignatureType, decoded
from replays.transparency.witnessing import origin_digest

KEY_PREFIX = "PRIVATE+KEY"
MOST_EVIDENCE = 1_000
"""The maximum number of checkpoints kept as evidence."""


class FolderError(Exception):
    """The folder cannot be used; the text says why and what to do."""


class WitnessFolder:
    """A witness's folder, which is created if it is not there; locked until the process ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._evidence = path / "evidence"
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._evidence.mkdir(mode=0o700, exist_ok=True)
            self._lock = (path / "lock").open("w")
        except OSError as error:
            raise FolderError(f"{path} cannot be used: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._lock.close()
            raise FolderError(f"another witness uses {path}: stop it, or name another folder") from error
        for draft in path.glob(".new-*"):  # of a process that was killed
            draft.unlink()

    def close(self) -> None:
        """Let another process use the folder."""
        self._lock.close()

    def cosigner(self, name: str | None) -> Cosigner:
        """The witness's key, made the first time; `name` is needed then, and must be the same afterwards."""
        path = self._path / "key"
        if not path.exists():
            if name is None:
                raise FolderError("a new witness needs a name, such as example.com/anna: give --name")
            _check_unused(self._path)
            disk.create(path, _written_key(name, os.urandom(32)))
        cosigner = _read_key(path)
        if name not in {None, cosigner.key.name}:
            raise FolderError(f"the witness in {self._path} is {cosigner.key.name}, not {name}")
        return cosigner

    def last(self, origin: str) -> SignedCheckpoint | None:
        """The last checkpoint of a log that was cosigned, or None; raises `FolderError` if it is damaged."""
        path = self._checkpoint(origin)
        try:
            signed = parse_signed_checkpoint(path.read_bytes())
            if signed.checkpoint.origin != origin:
                raise ValueError("it is of another log")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            text = "the witness does not sign for this log until the file is right again"
            raise FolderError(f"{path} is damaged ({error}): {text}") from error
        return signed

    def keep(self, signed: SignedCheckpoint) -> None:
        """Replace the last checkpoint of a log; it is on the disk when the call returns."""
        with tempfile.NamedTemporaryFile(dir=self._path, prefix=".new-", delete=False) as draft:
            draft.write(signed.note.serialized())
            draft.flush()
            os.fsync(draft.fileno())
        Path(draft.name).replace(self._checkpoint(signed.checkpoint.origin))
        disk.flush(self._path)

    def keep_evidence(self, signed: SignedCheckpoint) -> Path | None:
        """Keep a checkpoint that does not continue the last one; its file, or None if there are too many."""
        head = signed.checkpoint
        name = f"{origin_digest(head.origin)}-{head.size}-{sha256(head.root).hexdigest()[:16]}.checkpoint"
        path = self._evidence / name
        if not path.exists() and sum(1 for _ in self._evidence.iterdir()) >= MOST_EVIDENCE:
            return None
        disk.create(path, signed.note.serialized())
        return path

    def _checkpoint(self, origin: str) -> Path:
        return self._path / f"{origin_digest(origin)}.checkpoint"


def _check_unused(path: Path) -> None:
    """A folder with checkpoints has lost its key: a new one would vouch for what it never saw."""
    if any(path.glob("*.checkpoint")):
        raise FolderError(f"{path} has checkpoints and no key: put the file `key` back, or name a new folder")


def _written_key(name: str, private: bytes) -> bytes:
    """The key in the form of Go's signed notes, with the type of cosignatures."""
    cosigner = Cosigner(name, private)
    encoded = b64encode(bytes([cosigner.key.type]) + private).decode()
    return f"{KEY_PREFIX}+{name}+{cosigner.key.key_id.hex()}+{encoded}\n".encode()


def _read_key(path: Path) -> Cosigner:
    try:
        text = path.read_text().strip().removeprefix(f"{KEY_PREFIX}+")
        name, key_id, encoded = text.split("+", 2)
        content = decoded(encoded)
        if content[0] != SignatureType.COSIGNATURE_ED25519:
            raise ValueError("it is of another type")
        cosigner = Cosigner(name, content[1:])
        if cosigner.key.key_id.hex() != key_id:
            raise ValueError("its id does not fit")
    except (OSError, ValueError, IndexError) as error:
        raise FolderError(f"{path} is no key of a witness ({error})") from error
    return cosigner
