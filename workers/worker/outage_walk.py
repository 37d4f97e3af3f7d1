"""Gives the time of a new outage back in all games whose clocks run, in a thread of the worker.

A change in a game gives it back anyway, before a player's move or a time-out is judged. The walk lets the
others see the new deadlines at once: at the table, in notices and in calendars. So it may stop anywhere.
"""

from collections.abc import Callable, Iterator
from functools import partial

from replays.bootstrap import now_ms, open_tables, watched_signs
from replays.commands.tables import Tables
from replays.log.life import KnownOutage, Life
from replays.log.listing import all_pages
from replays.match.aggregate import Status
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.heartbeat import Health, Heartbeat
from workers.outage import Reports
from workers.worker.background_thread import LogThread
from workers.worker.walk import PagedWalk

PAGE = 100
"""The number of games that one round reads."""
PAUSE_SECONDS = 0.1
"""The pause between two pages, because bots wait for the same process."""
LOOK_SECONDS = 5.0
"""The pause between two looks for new outages."""
RECENT_MS = 24 * 60 * 60 * 1000
"""The age up to which a worker that has just started walks for an outage."""


class OutageWalk:
    """Walks the running games once for each new outage. Several may run at once.

    `look` asks for the signs of life anew, which the tables know then too; `clock` returns ms UTC.
    """

    def __init__(self, tables: Tables, look: Callable[[int], Life], clock: Callable[[], int]) -> None:
        self._tables = tables
        self._look = look
        self._clock = clock
        self._walked: frozenset[KnownOutage] = frozenset()
        self.go_on = PagedWalk(self._pages).go_on
        """Gives time back on the next page; False if no outage is new. Raises the errors of the log."""

    def _pages(self) -> Iterator[None]:
        now = self._clock()
        known = self._look(now).outages
        if not [each for each in known if each not in self._walked and each.end > now - RECENT_MS]:
            return
        running = partial(self._tables.log.list_games, limit=PAGE, status=Status.ACTIVE.value)
        for games in all_pages(running):
            for match in self._tables.matches.readable(games):
                self._tables.record_outages(match)
            yield
        self._walked = frozenset(known)


def outage_thread(settings: Settings, reports: Reports) -> LogThread:
    """The thread for these settings; it connects at its first round."""
    signs = watched_signs(settings)
    walk = OutageWalk(open_tables(settings, signs=signs), signs.refresh, now_ms)
    return LogThread(
        "outages",
        lambda: PAUSE_SECONDS if walk.go_on() else LOOK_SECONDS,
        reports,
        health=Health(Heartbeat(clients.writer(settings.log_url()), "outages")),
    )
