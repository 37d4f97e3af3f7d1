"""A projection of the feeds in a thread of the worker; of several workers one runs it."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from redis import Redis

from replays.log.event_log import LogError
from replays.store.lease import Lease
from workers.worker.background_thread import LogThread

BLOCK_MS = 500
"""The blocking time of a read, and so the longest delay of the end."""
GATHER_SECONDS = 0.1
"""A pause after something came, to take what follows together."""
OTHERS_SECONDS = 1.0
"""How often a worker looks whether the one that runs the projection is still there."""
LEASE_MS = 3000
AWAY_SECONDS = 1.0


class Projection(Protocol):
    """Something that follows the feeds."""

    def go_on(self, block_ms: int) -> bool:
        """Take the next steps, waiting at most `block_ms` for them; whether something came."""


class ProjectionThread(LogThread):
    """The thread that projects while it holds the lease; another worker goes on where it ends."""

    def __init__(
        self, name: str, what: str, projection: Projection, lease: Lease, say: Callable[[str], None]
    ) -> None:
        super().__init__(name, what, self._project, say, AWAY_SECONDS)
        self._projection = projection
        self._lease = lease

    def _project(self) -> float:
        if not self._lease.hold():
            return OTHERS_SECONDS
        return GATHER_SECONDS if self._projection.go_on(BLOCK_MS) else 0.0

    def stop(self, seconds: float) -> None:
        """End after the present round, and let another worker go on at once."""
        super().stop(seconds)
        with suppress(LogError):  # it ends by itself
            self._lease.release()


def lease_of(store: Redis, projection: str) -> Lease:
    """A lease of a projection for this process, under `<projection>-lease`."""
    return Lease(store, f"{projection}-lease", secrets.token_hex(8), LEASE_MS)
