"""Cosignatures (C2SP tlog-cosignature): a witness states what it has seen of a log, and when.

A cosignature says that at its time this was the largest tree of the log that the witness had seen, and that
it continues all that the witness had seen before. Type 4 is Ed25519 over the time and the checkpoint's text;
type 6 is ML-DSA-44 (FIPS 204) over a structure that names the witness too. This project makes type 4, which
every reader knows, and accepts both.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

from replays.transparency.checkpoints import Checkpoint
from replays.transparency.notes import (
    NoteKey,
    NoteRefused,
    NoteSignature,
    SignatureType,
    SignedNote,
    ed25519_verifies,
)

TIME_BYTES = 8
LAST_TIME = 2**63 - 1
LONGEST_NAME = 255
"""The maximum size in bytes of names in the structure that type 6 signs."""

COSIGNER_TYPES = frozenset({SignatureType.COSIGNATURE_ED25519, SignatureType.COSIGNATURE_ML_DSA_44})


@dataclass(frozen=True, slots=True)
class Cosignature:
    """A verified cosignature: the witness's key, and its time in seconds since 1970 UTC."""

    key: NoteKey
    seconds: int


class Cosigner:
    """Cosigns checkpoints with an Ed25519 key, from its 32 private bytes; `key` is the public one."""

    def __init__(self, name: str, private: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        public = self._private.public_key().public_bytes_raw()
        self.key = NoteKey(name, SignatureType.COSIGNATURE_ED25519, public)

    def cosign(self, checkpoint: Checkpoint, seconds: int) -> NoteSignature:
        """The cosignature at a time in seconds since 1970 UTC, which is not 0."""
        if not 0 < seconds <= LAST_TIME:
            raise ValueError(f"{seconds} is no time of a cosignature")
        signature = self._private.sign(_timed_text(checkpoint, seconds))
        return NoteSignature(self.key.name, self.key.key_id, seconds.to_bytes(TIME_BYTES, "big") + signature)


def cosignatures(note: SignedNote, checkpoint: Checkpoint, keys: Iterable[NoteKey]) -> list[Cosignature]:
    """The cosignatures of a checkpoint by these keys; raises `NoteRefused` if one of them is invalid."""
    found = [(key, each) for key in keys for each in key.signatures_in(note)]
    return [_verified(key, signature, checkpoint) for key, signature in found]


def _verified(key: NoteKey, signature: NoteSignature, checkpoint: Checkpoint) -> Cosignature:
    seconds = int.from_bytes(signature.value[:TIME_BYTES], "big")
    if not 0 < seconds <= LAST_TIME or not _verifies(key, seconds, signature.value[TIME_BYTES:], checkpoint):
        raise NoteRefused(f"the cosignature by {key.name} is invalid")
    return Cosignature(key, seconds)


def _verifies(key: NoteKey, seconds: int, signature: bytes, checkpoint: Checkpoint) -> bool:
    if key.type is SignatureType.COSIGNATURE_ED25519:
        return ed25519_verifies(key.public, signature, _timed_text(checkpoint, seconds))
    if key.type is SignatureType.COSIGNATURE_ML_DSA_44:
        return _ml_dsa_44_verifies(key, seconds, signature, checkpoint)
    raise ValueError(f"a key of type {key.type} makes no cosignatures")


def _ml_dsa_44_verifies(key: NoteKey, seconds: int, signature: bytes, checkpoint: Checkpoint) -> bool:
    try:
        message = tree_message(key.name, checkpoint, seconds)
        MLDSA44PublicKey.from_public_bytes(key.public).verify(signature, message)
    except (InvalidSignature, ValueError):  # ValueError: not a key, or a name that is too long
        return False
    return True


def _timed_text(checkpoint: Checkpoint, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{checkpoint.text()}".encode()


def tree_message(name: str, checkpoint: Checkpoint, seconds: int) -> bytes:
    """The structure that type 6 signs for a whole tree; raises ValueError if a name is too long."""
    start, end = bytes(8), checkpoint.size.to_bytes(8, "big")
    named, origin = _with_length(name), _with_length(checkpoint.origin)
    time = seconds.to_bytes(TIME_BYTES, "big")
    return b"subtree/v1\n\x00" + named + time + origin + start + end + checkpoint.root


def _with_length(text: str) -> bytes:
    content = text.encode()
    if not 1 <= len(content) <= LONGEST_NAME:
        raise ValueError(f"a name of {len(content)} bytes; 1 to {LONGEST_NAME} are allowed")
    return bytes([len(content)]) + content
