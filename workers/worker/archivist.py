"""The archivist: moves streams that ended long enough ago into the archive, in a thread of the worker.

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
from replays.store.attempts import Attempts
from replays.store.heartbeat import Health
from workers.outage import Reports
from workers.worker.background_thread import LogThread

PAGE = 100
"""The number of streams of a listing in one round."""
PAUSE_SECONDS = 1.0
"""The pause between two rounds: a million games take three hours."""
DAY_MS = 24 * 60 * 60 * 1000


class Archivist:
    """Walks finished streams and moves due ones; several may run at once. `clock` returns ms UTC."""

    def __init__(self, log: EventLog, mover: Mover, after_ms: int, clock: Callable[[], int]) -> None:
        self._log = log
        self._mover = mover
        self._after_ms = after_ms
        self._clock = clock
        self._cursor: str | None = None
        self._walks = deque((kind, status) for kind in KINDS for status in (Status.SCORED, Status.ABORTED))
        self._attempts = Attempts(log, ARCHIVE, clock)

    def go_on(self) -> list[GameId]:
        """Read the next page of finished streams, move the due ones, and return the moved ones.

        Raises the errors of an outage; the next call then reads the same page again. A stream that cannot be
        moved stays in the log and steps back.
        """
        self._attempts.again(self._check)
        until = self._clock() - self._after_ms
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
        return 0.0 if archivist.go_on() else PAUSE_SECONDS

    return LogThread(ARCHIVE, go_on, reports, health=health)


def open_archivist(settings: Settings) -> Archivist:
    """The archivist for these settings; it connects at its first round."""
    log = open_log(settings)
    mover = Mover(log, open_archive(settings.archive))
    return Archivist(log, mover, settings.archive_after * DAY_MS, now_ms)
