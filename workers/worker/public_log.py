"""Keeps the public log of heads: one of several workers records, signs, and has witnesses cosign.

Witnesses and the archive are in a thread of their own, so that neither delays the log.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from ipaddress import ip_network
from queue import Empty, SimpleQueue

from replays.archive.opening import open_objects
from replays.bootstrap import now_ms, open_log, server_key
from replays.log.event_log import LogError
from replays.log.works import PUBLIC_LOG
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.fenced_lease import FencedLease
from replays.store.heartbeat import Health, Heartbeat
from replays.transparency.checkpoints import SignedCheckpoint
from replays.transparency.policies import KnownWitness, TrustPolicy
from service.application.channels.http.client import Client
from service.application.channels.http.destination import Destinations
from service.application.transparency.filing import LogFiles
from service.application.transparency.keys import ServiceKeys
from service.application.transparency.ledger import FENCE, LEASE, Ledger, LogFenced
from service.application.transparency.memory import LogForked, SignedMemory
from service.application.transparency.origins import log_signer, origin_of
from service.application.transparency.rounds import PublicLog
from service.application.transparency.sequencer import Sequencer
from service.application.transparency.signing import CheckpointUse, LogSigner
from service.application.transparency.tree import LogTree
from service.application.transparency.trust import is_cosigned, policy_of
from service.application.transparency.witnesses import Witnesses
from workers.outage import Reports
from workers.worker.background_thread import BackgroundThread
from workers.worker.projections.projection_thread import LEASE_MS, ProjectionThread

WITNESS_SECONDS = 10.0
"""The total time of a request to a witness."""
ANYWHERE = (ip_network("0.0.0.0/0"), ip_network("::/0"))
"""The operator names the witnesses, so they may be anywhere."""

HandOn = Callable[[SignedCheckpoint], None]
"""What is done with a published checkpoint. It may wait for other services, and must not raise."""


class PublishedThread(BackgroundThread):
    """Hands published checkpoints on; of several that wait, only the newest one."""

    def __init__(self, hand_on: Sequence[HandOn]) -> None:
        super().__init__("published", self._hand_on_newest)
        self._queue = SimpleQueue[SignedCheckpoint | None]()
        self._hand_on = hand_on

    def published(self, signed: SignedCheckpoint) -> None:
        """Hand this checkpoint on, soon."""
        self._queue.put(signed)

    def end(self) -> None:
        """Request the end, also during the wait for a checkpoint."""
        super().end()
        self._queue.put(None)

    def _hand_on_newest(self) -> float:
        newest = self._queue.get()
        while newest is not None:
            try:
                newest = self._queue.get_nowait()
            except Empty:
                break
        if newest is not None:
            for hand_on in self._hand_on:
                hand_on(newest)
        return 0.0


def public_log_threads(settings: Settings, reports: Reports) -> list[BackgroundThread]:
    """The thread that keeps the log, and the one that hands its checkpoints on."""
    store, log = clients.writer(settings.log_url()), open_log(settings)
    origin, tree = origin_of(settings), LogTree(Ledger(store))
    signer = log_signer(server_key(settings), origin)
    lease = FencedLease(store, LEASE, FENCE, secrets.token_hex(8), LEASE_MS)
    filed, memory = _files(settings, tree, origin), SignedMemory(settings.data, origin)
    keeper = LogSigner(tree, signer, memory, now_ms, filed.check if filed else lambda: None)
    policy = policy_of(settings.log_policy, signer.key)
    hand_on: list[HandOn] = []
    if filed:
        hand_on.append(lambda signed: _file(filed, lease, signed, reports))
    if any(each.url for each in policy.witnesses):
        hand_on.append(_asking_witnesses(tree, policy, keeper, lease, reports))
    after = PublishedThread(hand_on)
    rounds = PublicLog(
        lease,
        Sequencer(log, tree, ServiceKeys(store)),
        keeper,
        published=after.published,
        clock=now_ms,
    )
    health = Health(Heartbeat(store, PUBLIC_LOG))
    return [ProjectionThread(PUBLIC_LOG, rounds, lease, reports, health), after]


def _files(settings: Settings, tree: LogTree, origin: str) -> LogFiles | None:
    """The files of this log in the archive, under a name that is safe in a path."""
    if settings.archive is None:
        return None
    return LogFiles(open_objects(settings.archive), tree, hashlib.sha256(origin.encode()).hexdigest()[:16])


def _file(files: LogFiles, lease: FencedLease, signed: SignedCheckpoint, reports: Reports) -> None:
    """Write the files that a checkpoint completes; what fails is tried again with the next checkpoint."""
    try:
        files.file(lease.token, signed.checkpoint.size)
    except (LogError, LogFenced, LogForked, OSError) as error:
        reports.say(f"the public log: its files are not complete: {error}")


def _asking_witnesses(
    tree: LogTree, policy: TrustPolicy, keeper: LogSigner, lease: FencedLease, reports: Reports
) -> HandOn:
    """Has each witness cosign a checkpoint; the checkpoint is stored with each cosignature that comes."""
    failing: dict[str, str] = {}

    def report(witness: KnownWitness, why: str | None) -> None:
        if failing.get(witness.name) != why and (why or witness.name in failing):
            said = f"did not cosign: {why}" if why else "cosigns again"
            reports.say(f"the witness {witness.name} {said}")
        if why:
            failing[witness.name] = why
        else:
            failing.pop(witness.name, None)

    client = Client(Destinations(ANYWHERE), WITNESS_SECONDS)
    post = partial(client.post, headers={"Content-Type": "text/plain; charset=utf-8"})
    witnesses = Witnesses(tree, policy.witnesses, post, report)

    def ask(signed: SignedCheckpoint) -> None:
        try:
            for note in witnesses.cosigned(signed):
                enough = (CheckpointUse.COSIGNED,) if is_cosigned(policy, note) else ()
                cosigned = SignedCheckpoint(signed.checkpoint, note)
                keeper.keep(lease.token, cosigned, CheckpointUse.PUBLISHED, *enough)
        except (LogError, LogFenced) as error:
            reports.say(f"the public log: cosignatures are lost: {error}")

    return ask
