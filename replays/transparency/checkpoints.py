"""Checkpoints (C2SP tlog-checkpoint, v1.0.0): the head of a log as a signed note.

The text has the log's origin, the number of its leaves and its root in base64, each on a line. The log's key
has the origin as its name.
"""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from replays.transparency.merkle import HASH_BYTES, MAX_SIZE
from replays.transparency.notes import (
    NoteKey,
    NoteRefused,
    NoteSigner,
    SignedNote,
    check_text,
    decoded,
    is_signed,
    parse_note,
)

CONTENT_TYPE = "text/plain; charset=utf-8"
"""The media type under which a log serves its checkpoint."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A statement that the log `origin` has `size` leaves and this root (32 bytes).

    Extensions are further lines. No log of this project writes them; a witness signs them unread.
    """

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def text(self) -> str:
        """The text of the note."""
        lines = (self.origin, str(self.size), b64encode(self.root).decode(), *self.extensions)
        return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """A checkpoint, and the note that states it; `parse_signed_checkpoint` verifies no signature."""

    checkpoint: Checkpoint
    note: SignedNote


def sign_checkpoint(checkpoint: Checkpoint, signer: NoteSigner) -> SignedNote:
    """The checkpoint signed by its log; raises ValueError if the key's name is not the origin."""
    if signer.key.name != checkpoint.origin:
        raise ValueError(f"the key {signer.key.name} does not sign for the log {checkpoint.origin}")
    text = checkpoint.text()
    parse_checkpoint(text)
    return SignedNote(text, (signer.sign(text),))


def parse_signed_checkpoint(content: bytes) -> SignedCheckpoint:
    """Parse a note with a checkpoint; raises ValueError. Verifies no signature."""
    note = parse_note(content)
    return SignedCheckpoint(parse_checkpoint(note.text), note)


def open_checkpoint(content: bytes, keys: Iterable[NoteKey]) -> SignedCheckpoint:
    """Parse a checkpoint that is signed by one of the log's keys; raises ValueError, or `NoteRefused`.

    It is refused too if a signature by one of these keys is invalid.
    """
    signed = parse_signed_checkpoint(content)
    check_signed(signed, keys)
    return signed


def check_signed(signed: SignedCheckpoint, keys: Iterable[NoteKey]) -> None:
    """Check that one of the log's keys signed the checkpoint, or raise `NoteRefused`."""
    origin = signed.checkpoint.origin
    if not any([is_signed(signed.note, key) for key in keys if key.name == origin]):  # noqa: C419 - check all
        raise NoteRefused(f"the checkpoint of {origin[:200]!r} is not signed by a known key of this log")


def parse_checkpoint(text: str) -> Checkpoint:
    """Parse the text of a note as a checkpoint; raises ValueError."""
    check_text(text)
    lines = text[:-1].split("\n")
    if len(lines) < 3 or "" in lines:
        raise ValueError("a checkpoint has three lines: the origin, the size and the root")
    origin, size, root, *extensions = lines
    return Checkpoint(origin, parse_size(size), parse_hash(root), tuple(extensions))


def parse_size(text: str) -> int:
    """A size or an index in decimal, without leading zeros, up to `MAX_SIZE`; raises ValueError."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 19) or (text[0] == "0" and text != "0"):
        raise ValueError(f"{text[:40]!r} is no size in decimal")
    if int(text) > MAX_SIZE:
        raise ValueError(f"the size {text} is larger than {MAX_SIZE}")
    return int(text)


def parse_hash(text: str) -> bytes:
    """A SHA-256 hash in base64; raises ValueError."""
    content = decoded(text)
    if len(content) != HASH_BYTES:
        raise ValueError(f"a hash of {len(content)} bytes, expected {HASH_BYTES}")
    return content
