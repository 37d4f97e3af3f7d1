"""Proofs that an entry is in a log (C2SP tlog-proof), to be verified offline.

A proof has the leaf's index, the hashes from the leaf to the root, and a checkpoint with all its signatures.
In this project the `extra` line holds the leaf's entry, so that a proof says by itself what was logged; its
hash binds it to the root.
"""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from replays.transparency.checkpoints import (
    SignedCheckpoint,
    check_signed,
    parse_hash,
    parse_signed_checkpoint,
    parse_size,
)
from replays.transparency.merkle import MOST_HASHES, check_inclusion, leaf_hash
from replays.transparency.notes import LONGEST_NOTE, NoteKey, decoded
from replays.transparency.tiles import LONGEST_ENTRY

HEADER = "c2sp.org/tlog-proof@v1"
SUFFIX = ".tlog-proof"
LONGEST_PROOF = LONGEST_NOTE + 2 * LONGEST_ENTRY
"""The maximum size of a proof in bytes."""

_MOST_LINES = 3 + MOST_HASHES


@dataclass(frozen=True, slots=True)
class LogProof:
    """A proof that the leaf at `index` of the checkpoint's tree is the hash of `entry`; it may be wrong."""

    entry: bytes
    index: int
    hashes: tuple[bytes, ...]
    signed: SignedCheckpoint

    def serialized(self) -> bytes:
        """The proof's bytes."""
        hashes = [b64encode(each).decode() for each in self.hashes]
        lines = [HEADER, f"extra {b64encode(self.entry).decode()}", f"index {self.index}", *hashes, ""]
        return "".join(f"{line}\n" for line in lines).encode() + self.signed.note.serialized()

    def check_inclusion(self) -> None:
        """Check that the entry is in the checkpoint's tree; raises `ProofError`. Checks no signature."""
        head = self.signed.checkpoint
        check_inclusion(leaf_hash(self.entry), self.index, head.size, self.hashes, head.root)

    def check(self, keys: Iterable[NoteKey]) -> None:
        """Check the log's signature too; raises `NoteRefused` or `ProofError`. A policy checks witnesses."""
        check_signed(self.signed, keys)
        self.check_inclusion()


def parse_proof(content: bytes) -> LogProof:
    """Parse a proof with its entry in the `extra` line; raises ValueError. Verifies nothing."""
    if len(content) > LONGEST_PROOF:
        raise ValueError(f"a proof of {len(content)} bytes; at most {LONGEST_PROOF} are allowed")
    head, empty, note = content.partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise ValueError("the beginning of a proof is not ASCII") from error
    if not empty or lines[0] != HEADER or not 3 <= len(lines) <= _MOST_LINES:
        raise ValueError(f"a proof begins with {HEADER}, has a few lines and then a checkpoint")
    entry = decoded(_after("extra ", lines[1]))
    index = parse_size(_after("index ", lines[2]))
    hashes = tuple(parse_hash(line) for line in lines[3:])
    if len(entry) > LONGEST_ENTRY:
        raise ValueError(f"an entry of {len(entry)} bytes; at most {LONGEST_ENTRY} are allowed")
    return LogProof(entry, index, hashes, parse_signed_checkpoint(note))


def _after(word: str, line: str) -> str:
    if not line.startswith(word):
        raise ValueError(f"a proof's line {line[:40]!r} does not begin with {word.strip()!r}")
    return line.removeprefix(word)
