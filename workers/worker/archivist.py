"""The archivist: moves streams that ended long enough ago into the archive, in a thread of the worker.

It repeatedly walks the log's own listings. So it needs no state of its own, no stream can be missed, and
games that ended before there was an archive are found too.
"""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from replays.archive.moving import Mover
from replays.archive.opening import open_archive
from replays.bootstrap import now_ms, open_log
from replays.encoding.identity import DynastyId, GameId
from replays.log.event_log import ArchiveDamaged, EventLog
from replays.log.listing import cursor_at
from replays.match.aggregate import Status
from replays.match.aggregate_cache import Damaged
from replays.runtime.settings.settings import Settings
from workers.outage import Reports
from workers.worker.background_thread import LogThread

PAGE = 100
"""The number of streams of a listing in one round."""
PAUSE_SECONDS = 1.0
"""The pause between two rounds: a million games take three hours."""
DAY_MS = 24 * 60 * 60 * 1000

Page = tuple[Sequence[GameId], str | None]

logger = logging.getLogger("rq.worker")  # the logger of the worker


@dataclass(frozen=True, slots=True)
class _Walk:
    """A listing of finished streams of a kind, and the function that moves one of them."""

    kind: str
    page: Callable[[str], Page]
    move: Callable[[GameId, int], bool]


class Archivist:
    """Walks finished streams and moves due ones; several may run at once. `clock` returns ms UTC."""

    def __init__(self, log: EventLog, mover: Mover, after_ms: int, clock: Callable[[], int]) -> None:
        self._log = log
        self._after_ms = after_ms
        self._clock = clock
        self._cursor: str | None = None
        self._walks = deque(_walks(log, mover))

    def go_on(self) -> list[GameId]:
        """Read the next page of finished streams, move the due ones, and return the moved ones.

        Raises the errors of the log, and ArchiveAway; the next call then reads the same page again.
        """
        until = self._clock() - self._after_ms
        walk = self._walks[0]
        found, following = walk.page(self._cursor or cursor_at(until))
        entombed = self._log.entombed(found)
        moved = [stream for stream in found if stream not in entombed and _moved(walk, stream, until)]
        self._cursor = following
        if following is None:
            self._walks.rotate(-1)
        return moved


def _walks(log: EventLog, mover: Mover) -> list[_Walk]:
    def games(status: Status) -> _Walk:
        return _Walk(
            "game",
            lambda cursor: log.list_games(limit=PAGE, status=status.value, cursor=cursor),
            mover.move_game,
        )

    def dynasties(status: Status) -> _Walk:
        return _Walk(
            "dynasty",
            lambda cursor: log.list_dynasties(limit=PAGE, status=status.value, cursor=cursor),
            lambda stream, until: mover.move_dynasty(DynastyId(stream), until),
        )

    return [walk(status) for walk in (games, dynasties) for status in (Status.SCORED, Status.ABORTED)]


def _moved(walk: _Walk, stream: GameId, until: int) -> bool:
    """True if the stream was moved; a stream that is damaged in log or archive is logged and skipped."""
    try:
        return walk.move(stream, until)
    except (Damaged, ArchiveDamaged, ValueError) as error:
        logger.error("left in the log: %s", error, extra={walk.kind: stream})
        return False


def archive_thread(archivist: Archivist, reports: Reports) -> LogThread:
    """The thread in which a worker archives."""

    def go_on() -> float:
        return 0.0 if archivist.go_on() else PAUSE_SECONDS

    return LogThread("archivist", "archiving", go_on, reports)


def open_archivist(settings: Settings) -> Archivist:
    """The archivist for these settings; it connects at its first round."""
    log = open_log(settings)
    mover = Mover(log, open_archive(settings.archive))
    return Archivist(log, mover, settings.archive_after * DAY_MS, now_ms)
