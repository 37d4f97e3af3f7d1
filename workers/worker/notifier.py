"""Makes the notices of players from the feeds, in a thread of the worker; of several workers one does it."""

import secrets
from collections.abc import Callable
from contextlib import suppress

from replays.bootstrap import now_ms, open_log
from replays.log.event_log import LogError
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.channels.announcing import Announcer
from service.channels.due import DueTargets
from service.channels.targets import Targets
from service.notices.lease import Lease
from service.notices.projector import Projector
from service.notices.stored import StoredInboxes
from workers.worker.background_thread import LogThread

BLOCK_MS = 500
"""The blocking time of a read, and so the longest delay of the end."""
GATHER_SECONDS = 0.1
"""A pause after something came, to take what follows together."""
OTHERS_SECONDS = 1.0
"""How often a worker looks whether the one that makes the notices is still there."""
LEASE_MS = 3000
AWAY_SECONDS = 1.0
LEASE = "notices-lease"


class NoticeThread(LogThread):
    """The thread that projects while it holds the lease; another worker goes on where it ends."""

    def __init__(self, projector: Projector, lease: Lease, say: Callable[[str], None]) -> None:
        super().__init__("notices", "making notices", self._project, say, AWAY_SECONDS)
        self._projector = projector
        self._lease = lease

    def _project(self) -> float:
        if not self._lease.hold():
            return OTHERS_SECONDS
        return GATHER_SECONDS if self._projector.go_on(BLOCK_MS) else 0.0

    def stop(self, seconds: float) -> None:
        """End after the present round, and let another worker go on at once."""
        super().stop(seconds)
        with suppress(LogError):  # it ends by itself
            self._lease.release()


def notice_thread(settings: Settings, say: Callable[[str], None]) -> NoticeThread:
    """The thread for these settings; nothing connects before it begins."""
    store = clients.writer(settings.log_url())
    announcer = Announcer(Targets(store), DueTargets(store), now_ms)
    projector = Projector(open_log(settings), StoredInboxes(store), now_ms, announcer.announce)
    return NoticeThread(projector, Lease(store, LEASE, secrets.token_hex(8), LEASE_MS), say)
