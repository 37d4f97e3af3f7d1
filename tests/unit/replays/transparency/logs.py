"""A small log in memory, with its key, whose checkpoints and proofs tests show to whoever reads logs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from replays.transparency.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from replays.transparency.merkle import (
    Frontier,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root,
)
from replays.transparency.notes import NoteSigner
from replays.transparency.proofs import LogProof
from replays.transparency.tiles import WIDTH, bundles_of, entry_bundle, tiles_of
from replays.transparency.witnessing import Submission

ORIGIN = "play.example/log"


@dataclass
class MemoryLog:
    """A log of these entries, which signs whatever it is asked to."""

    entries: Sequence[bytes]
    signer: NoteSigner = field(default_factory=lambda: NoteSigner(ORIGIN, bytes(32)))

    def nodes(self, level: int, index: int) -> bytes:
        """The nodes of the tree."""
        frontier = Frontier()
        frontier.extend(leaf_hash(entry) for entry in self.entries[index << level : index + 1 << level])
        return frontier.root()

    def signed(self, size: int | None = None) -> SignedCheckpoint:
        """The signed checkpoint of the first entries, by default of all."""
        count = len(self.entries) if size is None else size
        head = Checkpoint(self.signer.key.name, count, root(count, self.nodes))
        return SignedCheckpoint(head, sign_checkpoint(head, self.signer))

    def submission(self, old: int, size: int | None = None) -> Submission:
        """What the log sends to a witness."""
        signed = self.signed(size)
        proof = consistency_proof(old, signed.checkpoint.size, self.nodes)
        return Submission(old, tuple(proof), signed)

    def proof(self, index: int, size: int | None = None) -> LogProof:
        """The proof that an entry is in the log."""
        signed = self.signed(size)
        hashes = inclusion_proof(index, signed.checkpoint.size, self.nodes)
        return LogProof(self.entries[index], index, tuple(hashes), signed)

    @cached_property
    def files(self) -> dict[str, bytes]:
        """The files as which the log is served, by their paths under its prefix."""
        size = len(self.entries)
        found = {"checkpoint": self.signed().note.serialized()}
        for tile in tiles_of(size):
            hashes = [self.nodes(8 * (tile.level or 0), tile.index * WIDTH + n) for n in range(tile.width)]
            found[tile.path()] = b"".join(hashes)
        for tile in bundles_of(size):
            start = tile.index * WIDTH
            found[tile.path()] = entry_bundle(self.entries[start : start + tile.width])
        return found


def some_log(count: int = 11, prefix: str = "entry") -> MemoryLog:
    """A log of numbered entries."""
    return MemoryLog([f"{prefix} {n}".encode() for n in range(count)])
