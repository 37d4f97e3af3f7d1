"""The public log of a fake or real store, kept by rounds of this process under a clock of the test."""

from pathlib import Path

from redis import Redis

from replays.log.event_log import EventLog
from replays.store.fenced_lease import FencedLease
from replays.transparency.checkpoints import SignedCheckpoint
from replays.transparency.notes import NoteSigner
from service.application.transparency.keys import ServiceKeys
from service.application.transparency.ledger import FENCE, LEASE, Ledger
from service.application.transparency.memory import SignedMemory
from service.application.transparency.origins import log_signer
from service.application.transparency.proving import Prover
from service.application.transparency.rounds import PublicLog
from service.application.transparency.sequencer import Sequencer
from service.application.transparency.signing import LogSigner
from service.application.transparency.tree import LogTree

ORIGIN = "kingdomino.example.org/log"
KEY = bytes(range(32))
MINUTE_MS = 60_000


class KeptLog:
    """A process that keeps the log: its rounds, and what it published; `now` is the clock in ms UTC."""

    def __init__(
        self, log: EventLog, store: Redis, folder: Path, name: str = "one", origin: str = ORIGIN
    ) -> None:
        self.now = 1_700_000_000_000
        self.published: list[SignedCheckpoint] = []
        self.store = store
        self.tree = LogTree(Ledger(store))
        self.ledger = self.tree.ledger
        self.prover = Prover(self.tree)
        self.keys = ServiceKeys(store)
        self.signer: NoteSigner = log_signer(KEY, origin)
        self.lease = FencedLease(store, LEASE, FENCE, name, 6000)
        self.memory = SignedMemory(folder, origin)
        self.keeper = LogSigner(self.tree, self.signer, self.memory, self._clock)
        self.sequencer = Sequencer(log, self.tree, self.keys)
        self.rounds = PublicLog(
            self.lease, self.sequencer, self.keeper, published=self.published.append, clock=self._clock
        )

    def go_on(self) -> None:
        """A round, which waits for nothing."""
        assert self.lease.hold()
        self.rounds.go_on(1)

    def publish(self) -> SignedCheckpoint:
        """A round a minute later, which publishes a checkpoint; returns it."""
        self.now += MINUTE_MS
        self.go_on()
        return self.published[-1]

    def _clock(self) -> int:
        return self.now
