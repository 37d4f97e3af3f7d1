"""Calls off tables that have waited too long for players, in a thread of the worker.

It walks the listings of open games and series, from those that have just become too old to the oldest. So
it needs only the log, and finds tables of any age. Each table is called off by one append that expects the
head of the decision: either the last seat is taken first, or the table is called off.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from replays.bootstrap import now_ms, open_tables
from replays.commands.attendance import Attendance
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.kinds import KINDS, HandledStreams
from replays.log.listing import Question, all_pages, cursor_at
from replays.log.works import EXPIRE
from replays.match.aggregate import Status
from replays.match.kinds import StreamKind
from replays.match.recording import MATCHES
from replays.runtime.settings.settings import Settings
from replays.store.attempts import Attempts
from replays.store.heartbeat import Health
from workers.outage import Reports
from workers.worker.background_thread import LogThread
from workers.worker.walk import PagedWalk

PAGE = 100
"""The number of tables that one round calls off."""
PAUSE_SECONDS = 0.1
"""The pause between two pages, because bots wait for the same process."""
WALK_SECONDS = 60.0
"""The pause between two walks of both listings."""
DAY_MS = 24 * 60 * 60 * 1000


class TableExpiry:
    """Calls off the tables that were open for `open_ms`. Several may run at once. `clock` returns ms UTC."""

    def __init__(
        self, tables: Tables, streams: HandledStreams, open_ms: int, clock: Callable[[], int]
    ) -> None:
        self._log = tables.log
        self._tables = tables
        self._streams = streams
        self._attendance = Attendance(tables)
        self._open_ms = open_ms
        self._clock = clock
        self._walk = PagedWalk(self._pages)
        self._attempts = Attempts(tables.log, EXPIRE, clock)

    def go_on(self) -> bool:
        """Call off the tables on the next page; False at the end of a walk, after which a new one begins.

        Raises the errors of an outage; a new walk begins after these, too. A table that fails steps back.
        """
        self._attempts.again(self._any)
        return self._walk.go_on()

    def _pages(self) -> Iterator[None]:
        for kind, call_off in self._kinds():
            begin = cursor_at(self._clock() - self._open_ms)
            listed = partial(self._log.list_streams, Question(kind.listing, Status.OPEN.value), limit=PAGE)
            for found in all_pages(listed, begin):
                self._attempts.each(found, partial(self._each, call_off), kind.name)
                yield

    def _kinds(self) -> Iterator[tuple[StreamKind[Any], Callable[[GameId], object]]]:
        """The kinds of streams at which people sit, and the function that calls one of them off."""
        yield MATCHES, self._game
        for kind in KINDS.series:
            if kind.call_off:
                yield kind.stream, partial(self._series, kind.call_off, self._streams.commands(kind))

    def _game(self, game: GameId) -> object:
        return self._attendance.abort_unfilled(self._tables.match(game), self._open_ms)

    def _series(
        self, call_off: Callable[[Any, GameId, int], object], commands: Any, series: GameId
    ) -> object:
        return call_off(commands, series, self._open_ms)

    def _each(self, call_off: Callable[[GameId], object], tables: Sequence[str]) -> bool:
        for table in map(GameId, tables):
            call_off(table)
        return True

    def _any(self, tables: Sequence[str]) -> bool:
        """Call off those of these streams that are still open."""
        ids = [GameId(table) for table in tables]
        for kind, call_off in self._kinds():
            self._each(call_off, list(self._log.among(Question(kind.listing, Status.OPEN.value), ids)))
        return True


def expiry_thread(expiry: TableExpiry, reports: Reports, health: Health | None = None) -> LogThread:
    """The thread in which a worker calls tables off."""

    def go_on() -> float:
        return PAUSE_SECONDS if expiry.go_on() else WALK_SECONDS

    return LogThread(EXPIRE, go_on, reports, health=health)


def open_expiry(settings: Settings) -> TableExpiry:
    """The expiry for these settings; it connects at its first round."""
    tables = open_tables(settings)
    return TableExpiry(tables, HandledStreams(tables, now_ms), settings.open_days * DAY_MS, now_ms)
