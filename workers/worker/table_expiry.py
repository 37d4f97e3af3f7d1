"""Calls off tables that have waited too long for players, in a thread of the worker.

It walks the listings of open games and dynasties, from those that have just become too old to the oldest. So
it needs only the log, and finds tables of any age. Each table is called off by one append that expects the
head of the decision: either the last seat is taken first, or the table is called off.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from replays.bootstrap import now_ms, open_tables
from replays.commands.attendance import Attendance
from replays.commands.tables import Tables
from replays.dynasty.dynasties import Dynasties
from replays.encoding.identity import GameId
from replays.log.listing import Listing, Question, all_pages, cursor_at
from replays.log.works import EXPIRE
from replays.match.aggregate import Status
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

    def __init__(self, tables: Tables, dynasties: Dynasties, open_ms: int, clock: Callable[[], int]) -> None:
        self._tables = tables
        self._dynasties = dynasties
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
        log, status = self._tables.log, Status.OPEN.value
        for kind, listed, call_off in (
            ("game", log.list_games, self._game),
            ("dynasty", log.list_dynasties, self._dynasty),
        ):
            begin = cursor_at(self._clock() - self._open_ms)
            for found in all_pages(partial(listed, limit=PAGE, status=status), begin):
                self._attempts.each(found, call_off, kind)
                yield

    def _game(self, games: Sequence[str]) -> bool:
        for game in games:
            self._attendance.abort_unfilled(self._tables.match(GameId(game)), self._open_ms)
        return True

    def _dynasty(self, dynasties: Sequence[str]) -> bool:
        for dynasty in dynasties:
            self._dynasties.abort_unfilled(self._dynasties.dynasty(GameId(dynasty)), self._open_ms)
        return True

    def _any(self, tables: Sequence[str]) -> bool:
        """Call off those of these games and dynasties that are still open."""
        ids = [GameId(table) for table in tables]
        for listing, call_off in ((Listing.GAMES, self._game), (Listing.DYNASTIES, self._dynasty)):
            call_off(list(self._tables.log.among(Question(listing, Status.OPEN.value), ids)))
        return True


def expiry_thread(expiry: TableExpiry, reports: Reports, health: Health | None = None) -> LogThread:
    """The thread in which a worker calls tables off."""

    def go_on() -> float:
        return PAUSE_SECONDS if expiry.go_on() else WALK_SECONDS

    return LogThread(EXPIRE, go_on, reports, health=health)


def open_expiry(settings: Settings) -> TableExpiry:
    """The expiry for these settings; it connects at its first round."""
    tables = open_tables(settings)
    return TableExpiry(tables, Dynasties(tables, now_ms), settings.open_days * DAY_MS, now_ms)
