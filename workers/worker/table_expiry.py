"""Calls off tables that have waited too long for players, in a thread of the worker.

It walks the listings of open games and dynasties, from those that have just become too old to the oldest. So
it needs only the log, and finds tables of any age. Each table is called off by one append that expects the
head of the decision: either the last seat is taken first, or the table is called off.
"""

import logging
from collections.abc import Callable, Iterator

from replays.bootstrap import now_ms, open_tables
from replays.commands.attendance import Attendance
from replays.commands.tables import Tables, UnknownGame
from replays.dynasty.dynasties import Dynasties, UnknownDynasty
from replays.encoding.identity import GameId
from replays.log.listing import cursor_at
from replays.match.aggregate import Status
from replays.match.aggregate_cache import Damaged
from replays.match.randomness.seed_store import SeedStoreError
from replays.runtime.settings.settings import Settings
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

logger = logging.getLogger("rq.worker")  # the logger of the worker


class TableExpiry:
    """Calls off the tables that were open for `open_ms`. Several may run at once. `clock` returns ms UTC."""

    def __init__(self, tables: Tables, dynasties: Dynasties, open_ms: int, clock: Callable[[], int]) -> None:
        self._tables = tables
        self._dynasties = dynasties
        self._attendance = Attendance(tables)
        self._open_ms = open_ms
        self._clock = clock
        self.go_on = PagedWalk(self._pages).go_on
        """Calls off the tables on the next page; False at the end of a walk. Raises the errors of the log."""
        self._unreadable: set[GameId] = set()

    def _pages(self) -> Iterator[None]:
        log, status = self._tables.log, Status.OPEN.value
        for kind, listed, call_off in (
            ("game", log.list_games, self._game),
            ("dynasty", log.list_dynasties, self._dynasty),
        ):
            cursor: str | None = cursor_at(self._clock() - self._open_ms)
            while cursor is not None:
                found, cursor = listed(limit=PAGE, status=status, cursor=cursor)
                for table in found:
                    self._try(kind, call_off, table)
                yield

    def _game(self, game: GameId) -> None:
        self._attendance.abort_unfilled(self._tables.match(game), self._open_ms)

    def _dynasty(self, dynasty: GameId) -> None:
        self._dynasties.abort_unfilled(self._dynasties.dynasty(dynasty), self._open_ms)

    def _try(self, kind: str, call_off: Callable[[GameId], None], table: GameId) -> None:
        """Call off a table; one that cannot be read or whose seed cannot be opened is reported once."""
        try:
            call_off(table)
        except (Damaged, SeedStoreError, UnknownGame, UnknownDynasty) as error:
            if table not in self._unreadable:
                name = type(error).__name__
                logger.error("an open table cannot be called off: %s", name, extra={kind: table})
            self._unreadable.add(table)


def expiry_thread(expiry: TableExpiry, reports: Reports) -> LogThread:
    """The thread in which a worker calls tables off."""

    def go_on() -> float:
        return PAUSE_SECONDS if expiry.go_on() else WALK_SECONDS

    return LogThread("table expiry", "calling off old tables", go_on, reports)


def open_expiry(settings: Settings) -> TableExpiry:
    """The expiry for these settings; it connects at its first round."""
    tables = open_tables(settings)
    return TableExpiry(tables, Dynasties(tables, now_ms), settings.open_days * DAY_MS, now_ms)
