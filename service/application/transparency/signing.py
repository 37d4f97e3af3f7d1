"""Signs checkpoints of the log: never one that does not continue the last signed one."""

from collections.abc import Callable, Mapping
from enum import Enum
from threading import Lock

from replays.transparency.checkpoints import (
    Checkpoint,
    SignedCheckpoint,
    parse_signed_checkpoint,
    sign_checkpoint,
)
from replays.transparency.merkle import Nodes, ProofError, check_consistency, consistency_proof, root
from replays.transparency.notes import NoteSigner
from service.application.transparency.memory import LogForked, SignedMemory
from service.application.transparency.tree import LogTree


class CheckpointUse(Enum):
    """What a stored checkpoint is for.

    `SIGNED` is the newest, for proofs of tables that just opened; `PUBLISHED` is the one that the log serves,
    with the cosignatures so far; `COSIGNED` is the newest that meets the policy with a cosignature.
    """

    SIGNED = "signed"
    PUBLISHED = "published"
    COSIGNED = "cosigned"


class LogSigner:
    """Signs the checkpoints of a log for the holder of the lease. For one thread, but for `keep`.

    `clock` returns ms UTC. `check` raises `LogForked` if something else shows that the store has lost leaves.
    Methods raise what the ledger raises, `LogForked`, and OSError.
    """

    def __init__(
        self,
        tree: LogTree,
        signer: NoteSigner,
        memory: SignedMemory,
        clock: Callable[[], int],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._tree = tree
        self.ledger = self._ledger = tree.ledger
        self._signer = signer
        self._memory = memory
        self._clock = clock
        self.check = check
        self._lock = Lock()
        self._kept: dict[CheckpointUse, int] = {}

    def sign(self, token: int, *uses: CheckpointUse) -> SignedCheckpoint:
        """Sign the log as it is, for these uses; a crash in between leaves the one before, or this one.

        The checkpoint is remembered outside the store before it can be seen.
        """
        size = self._ledger.size()
        nodes = self._tree.nodes(size)
        checkpoint = Checkpoint(self._signer.key.name, size, root(size, nodes))
        for last in self._last():
            _check(last, checkpoint, nodes)
        note = sign_checkpoint(checkpoint, self._signer)
        self._memory.keep(note)
        signed = SignedCheckpoint(checkpoint, note)
        self.keep(token, signed, *uses)
        return signed

    def keep(self, token: int, signed: SignedCheckpoint, *uses: CheckpointUse) -> None:
        """Store a checkpoint for these uses, with the time; not for a use that has a larger one by now.

        So a cosignature that comes late, for a checkpoint before the present one, replaces nothing.
        """
        size, now = signed.checkpoint.size, str(self._clock()).encode()
        with self._lock:
            due = [use for use in uses if size >= self._kept.get(use, 0)]
            if not due:
                return
            fields = {use.value: signed.note.serialized() for use in due}
            self._ledger.keep(token, fields | {f"{use.value}-at": now for use in due})
            self._kept |= dict.fromkeys(due, size)

    def _last(self) -> list[Checkpoint]:
        """The last checkpoints that were signed for this origin, as the store and this machine know them."""
        stored = stored_checkpoint(self._ledger.checkpoints(), CheckpointUse.SIGNED)
        in_store = stored.checkpoint if stored else None
        self._memory.check_copy(in_store)
        found = (in_store, self._memory.last())
        return [each for each in found if each and each.origin == self._signer.key.name]


def stored_checkpoint(stored: Mapping[str, bytes], use: CheckpointUse) -> SignedCheckpoint | None:
    """The checkpoint for this use among those of a ledger, or None; raises `LogForked` if it is damaged."""
    content = stored.get(use.value)
    if content is None:
        return None
    try:
        return parse_signed_checkpoint(content)
    except ValueError as error:
        raise LogForked(f"the stored checkpoint {use.value!r} cannot be read: {error}") from error


def _check(last: Checkpoint, new: Checkpoint, nodes: Nodes) -> None:
    """Check that the new checkpoint continues the last one, or raise `LogForked`."""
    if new.size < last.size:
        raise LogForked(
            f"a checkpoint of {last.size} leaves was signed, and the store has {new.size}: it has lost "
            "some (docs/operate/backup.md#the-public-log)"
        )
    proof = consistency_proof(last.size, new.size, nodes)
    try:
        check_consistency(last.size, last.root, new.size, new.root, proof)
    except ProofError as error:
        raise LogForked(
            f"the first {last.size} leaves in the store are not those that were signed "
            f"(docs/operate/backup.md#the-public-log): {error}"
        ) from error
