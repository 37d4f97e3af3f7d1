"""A projection of the feeds in a thread of the worker; only one of several workers runs it."""

import secrets
from contextlib import suppress
from typing import Protocol

from redis import Redis

from replays.log.event_log import LogError
from replays.log.works import NOTICES, PUBLIC_LOG
from replays.projections.follower import Round
from replays.store.heartbeat import Health, Heartbeat
from replays.store.lease import Lease
from workers.outage import Reports
from workers.worker.background_thread import LogThread

BLOCK_MS = 4500
"""The blocking time of a read; a stop ends it."""
SHORTEST_SECONDS, LONGEST_SECONDS = 0.1, 1.0
"""The pause after new entries, so that the next ones are processed together."""
SECONDS_AN_ENTRY = 0.05
"""The pause grows with the batch: from 20 entries a second on, it is the longest one."""
OTHERS_SECONDS = 1.0
"""The interval at which other workers try to get the lease."""
LEASE_MS = 6000
AWAY_SECONDS = 1.0
PROMPT = frozenset({NOTICES, PUBLIC_LOG})
"""The work for which somebody waits."""


class Projection(Protocol):
    """A projection that follows the feeds."""

    def go_on(self, block_ms: int) -> Round:
        """Process new entries, waiting at most `block_ms` for them."""


class ProcessLease(Protocol):
    """The right of one of several processes to do shared work."""

    def hold(self) -> bool:
        """Acquire or extend the lease; True if this process holds it."""

    def release(self) -> None:
        """Release the lease if this process holds it."""


class ProjectionThread(LogThread):
    """A thread that runs the projection while it holds the lease; another worker continues after its end.

    It pauses after new entries: the longer, the more there were. Where nobody waits for the work, it always
    pauses for the longest time.
    """

    def __init__(
        self,
        name: str,
        projection: Projection,
        lease: ProcessLease,
        reports: Reports,
        health: Health | None = None,
    ) -> None:
        super().__init__(name, self._project, reports, AWAY_SECONDS, health)
        self._shortest = SHORTEST_SECONDS if name in PROMPT else LONGEST_SECONDS
        self._projection = projection
        self._lease = lease
        self._holds = False

    def _project(self) -> float:
        self._holds = self._lease.hold()
        if not self._holds:
            return OTHERS_SECONDS
        done = self._projection.go_on(BLOCK_MS)
        if done.is_behind or not done:
            return SHORTEST_SECONDS if done else 0.0
        return min(max(self._shortest, done.entries * SECONDS_AN_ENTRY), LONGEST_SECONDS)

    def _succeeded(self) -> None:
        if self._holds:  # the worker that holds the lease reports
            super()._succeeded()

    def stop(self, seconds: float) -> None:
        """End after the current round, and release the lease so that another worker continues immediately."""
        super().stop(seconds)
        with suppress(LogError):  # the lease expires anyway
            self._lease.release()


def projection_thread(name: str, projection: Projection, store: Redis, reports: Reports) -> ProjectionThread:
    """The thread of a projection, with a lease under the key `<name>-lease` and a heartbeat on this store."""
    lease = Lease(store, f"{name}-lease", secrets.token_hex(8), LEASE_MS)
    return ProjectionThread(name, projection, lease, reports, Health(Heartbeat(store, name)))
