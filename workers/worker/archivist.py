"""The archivist: moves streams that ended long enough ago into the archive, in a thread of the worker.

While the store's memory is short, streams go that ended less long ago.

It repeatedly walks the log's own listings. So it needs no state of its own, no stream can be missed, and
games that ended before there was an archive are found too.
"""

from collections import deque
from collections.abc import Callable, Sequence

from replays.archive.moving import Mover
from replays.archive.opening import open_archive
from replays.bootstrap import now_ms, open_log
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.log.event_log import EventLog
from replays.log.listing import Question, cursor_at
from replays.log.works import ARCHIVE
from replays.match.aggregate import Status
from replays.match.aggregate_cache import Damaged
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.attempts import Attempts
from replays.store.heartbeat import Health
from replays.store.memory import MemorySampler
from replays.streams.archive_age import ArchiveAge
from workers.outage import Reports
from workers.worker.background_thread import LogThread

PAGE = 100
"""The number of streams of a listing in one round."""
PAUSE_SECONDS = 1.0
"""The pause between two rounds: a million games take three hours."""
SHORT_PAUSE_SECONDS = 0.05
"""The pause while memory is short: a million games that are archived already take ten minutes."""
DAY_MS = 24 * 60 * 60 * 1000


class Archivist:
    """Walks finished streams and moves due ones; several may run at once. `clock` returns ms UTC."""

    def __init__(self, log: EventLog, mover: Mover, age: ArchiveAge, clock: Callable[[], int]) -> None:
        self._log = log
        self._mover = mover
        self.age = age
        self._clock = clock
        self._cursor: str | None = None
        self._walks = deque((kind, status) for kind in KINDS for status in (Status.SCORED, Status.ABORTED))
        self._last = self._walks[-1]
        self._attempts = Attempts(log, ARCHIVE, clock)

    def go_on(self) -> list[GameId]:
        """Read the next page of finished streams, move the due ones, and return the moved ones.

        Raises the errors of an outage; the next call then reads the same page again. A stream that cannot be
        moved stays in the log and steps back.
        """
        self._attempts.again(self._check)
        until = self._clock() - self.age.ms()
        kind, status = self._walks[0]
        ended = Question(kind.listing, status.value)
        found, following = self._log.list_streams(ended, limit=PAGE, cursor=self._cursor or cursor_at(until))
        entombed = self._log.entombed(found)
        there = [stream for stream in found if stream not in entombed]
        moved = self._attempts.each(
            there,
            lambda streams: [each for each in streams if self._mover.move(kind, each, until)],
            kind.name,
        )
        self._cursor = following
        if following is None:
            self._walks.rotate(-1)
            if (kind, status) == self._last:
                self.age.walked()
        return [stream for each in moved for stream in each]

    def _check(self, streams: Sequence[str]) -> bool:
        """Check streams that could not be moved; the walk moves those that can be read now."""
        for stream in map(GameId, streams):
            _, fault = self._log.read_checked(stream)
            if fault:
                raise Damaged(f"{stream} is damaged at version {fault.version}: {fault.text}")
        return True


def archive_thread(archivist: Archivist, reports: Reports, health: Health | None = None) -> LogThread:
    """The thread in which a worker archives."""

    def go_on() -> float:
        if archivist.go_on():
            return 0.0
        return SHORT_PAUSE_SECONDS if archivist.age.is_short() else PAUSE_SECONDS

    return LogThread(ARCHIVE, go_on, reports, health=health)


def open_archivist(settings: Settings) -> Archivist:
    """The archivist for these settings; it connects at its first round."""
    log = open_log(settings)
    mover = Mover(log, open_archive(settings.archive))
    store = clients.writer(settings.log_url())
    memory = MemorySampler(store)
    age = ArchiveAge(store, settings.archive_after * DAY_MS, settings.archive_above / 100, memory.last)
    return Archivist(log, mover, age, now_ms)
