"""Makes proofs that a head is in the public log."""

from collections.abc import Mapping

from replays.encoding.identity import GameId
from replays.transparency.checkpoints import SignedCheckpoint
from replays.transparency.leaves import HeadKind, digest_of
from replays.transparency.merkle import inclusion_proof
from replays.transparency.proofs import LogProof
from service.application.transparency.ledger import Ledger
from service.application.transparency.packing import mark_of
from service.application.transparency.signing import CheckpointUse, stored_checkpoint
from service.application.transparency.tree import LogTree

BEST_FIRST = (CheckpointUse.COSIGNED, CheckpointUse.PUBLISHED, CheckpointUse.SIGNED)
"""The checkpoints for a proof; only the last one has the tables that just opened."""


class Prover:
    """Makes proofs from a tree. Safe to share between threads; methods raise what its ledger raises."""

    def __init__(self, tree: LogTree) -> None:
        self.tree = tree
        self._ledger: Ledger = tree.ledger

    def prove(self, game: GameId, kind: HeadKind | None = None) -> LogProof | None:
        """The proof of a stream's leaf of this kind, by default of its last one that a checkpoint has.

        A checkpoint with cosignatures is preferred, then the one that the log serves. None if there is no
        such leaf, or no checkpoint has it yet.
        """
        places = self._places(game)
        stored = self._ledger.checkpoints() if places else {}
        checkpoints = [stored_checkpoint(stored, use) for use in BEST_FIRST]
        named = [place for mark, place in places.items() if kind is None or mark == mark_of(kind)]
        for index in sorted(named, reverse=True):
            for signed in checkpoints:
                if signed and index < signed.checkpoint.size:
                    return self._proof(index, signed)
        return None

    def is_in(self, game: GameId, kind: HeadKind, size: int) -> bool:
        """True if the first `size` leaves have this one, and a signed checkpoint has them."""
        index = self._places(game).get(mark_of(kind))
        signed = stored_checkpoint(self._ledger.checkpoints(), CheckpointUse.SIGNED)
        return signed is not None and index is not None and index < size <= signed.checkpoint.size

    def _places(self, game: GameId) -> Mapping[str, int]:
        (places,) = self._ledger.places([bytes.fromhex(digest_of(game))[:16]])
        return places

    def _proof(self, index: int, signed: SignedCheckpoint) -> LogProof:
        size = signed.checkpoint.size
        (leaf,) = self._ledger.leaves(index, 1)
        hashes = inclusion_proof(index, size, self.tree.nodes(size))
        return LogProof(leaf.entry(), index, tuple(hashes), signed)
