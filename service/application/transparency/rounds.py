"""The rounds of the process that keeps the public log: recording heads, and signing what is due.

Leaves are recorded and signed as soon as they come, because players wait for the proof of a table's opening
before they send entropy. Such a checkpoint is for proofs; once a minute one is published, for witnesses too.
"""

from collections.abc import Callable

from replays.projections.follower import Round
from replays.store.fenced_lease import FencedLease
from replays.transparency.checkpoints import SignedCheckpoint
from service.application.transparency.ledger import LogFenced
from service.application.transparency.sequencer import AT_ONCE, Sequencer
from service.application.transparency.signing import CheckpointUse, LogSigner, stored_checkpoint

PUBLISH_MS = 60_000
"""The shortest time between two checkpoints that the log serves."""


class PublicLog:
    """The rounds of the process that holds the lease. For one thread.

    `published` gets each checkpoint that the log serves from then on. `clock` returns ms UTC.
    """

    def __init__(
        self,
        lease: FencedLease,
        sequencer: Sequencer,
        signer: LogSigner,
        *,
        published: Callable[[SignedCheckpoint], None],
        clock: Callable[[], int],
    ) -> None:
        self._lease = lease
        self._sequencer = sequencer
        self._signer = signer
        self._ledger = signer.ledger
        self._published = published
        self._clock = clock
        self._token = 0
        self._must_sign = False
        self._publish_at: int | None = None
        self._last_at = 0

    def go_on(self, block_ms: int) -> Round:
        """Record the heads that wait, waiting for them for at most `block_ms`, and sign what is due."""
        try:
            if self._token != self._lease.token:
                self._take_over(self._lease.token)
            taken = self._sequencer.take(self._token, self._wait(block_ms))
            self._note(sign=bool(taken.leaves), publish=bool(taken.leaves))
            self._sign()
        except LogFenced:
            self._token = 0
            return Round()
        return Round(taken.appends, is_behind=taken.appends >= AT_ONCE)

    def _take_over(self, token: int) -> None:
        """Go on where another process stopped, anywhere."""
        self._signer.check()
        stored = self._ledger.checkpoints()
        signed, served = (
            stored_checkpoint(stored, CheckpointUse.SIGNED),
            stored_checkpoint(stored, CheckpointUse.PUBLISHED),
        )
        self._last_at = int(stored.get(f"{CheckpointUse.PUBLISHED.value}-at", b"0"))
        self._sequencer.record_keys(token)
        size = self._ledger.size()
        sizes = [each.checkpoint.size if each else 0 for each in (signed, served)]
        self._note(sign=size > sizes[0], publish=size > sizes[1])
        self._token = token

    def _note(self, *, sign: bool, publish: bool) -> None:
        """Note what new leaves ask for; a checkpoint is published a minute after the last one."""
        self._must_sign = self._must_sign or sign
        if publish and self._publish_at is None:
            self._publish_at = max(self._last_at + PUBLISH_MS, self._clock())

    def _wait(self, block_ms: int) -> int:
        """How long a read may wait, in ms: until a checkpoint is to be published at most; 0 does not wait."""
        if self._must_sign:
            return 0
        return (
            block_ms if self._publish_at is None else min(block_ms, max(0, self._publish_at - self._clock()))
        )

    def _sign(self) -> None:
        is_due = self._publish_at is not None and self._clock() >= self._publish_at
        if is_due:
            signed = self._signer.sign(self._token, CheckpointUse.SIGNED, CheckpointUse.PUBLISHED)
            self._last_at, self._publish_at = self._clock(), None
            self._published(signed)
        elif self._must_sign:
            self._signer.sign(self._token, CheckpointUse.SIGNED)
        self._must_sign = False
