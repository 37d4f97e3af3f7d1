"""Mends the listings and the index of names in a store from an older version, in a thread of the worker."""

from collections.abc import Callable, Iterator
from itertools import islice

from replays.bootstrap import now_ms
from replays.log.works import LISTS
from replays.store.heartbeat import Health
from replays.streams.event_log import StreamsEventLog
from replays.streams.listing import SETTLED_MS
from service.application.accounts.players import Players
from workers.outage import Reports
from workers.worker.background_thread import LogThread
from workers.worker.walk import PagedWalk

PAGE = 100
"""The number of listings that one round mends."""
PAUSE_SECONDS = 0.1
"""The pause between two pages, because bots wait for the same process."""


def lists_walk(log: StreamsEventLog, clock: Callable[[], int] = now_ms) -> PagedWalk:
    """A walk over all players' listings, page by page; it has no pages once the listings are mended."""

    def pages() -> Iterator[None]:
        if not log.lists_are_mended():
            walk = log.mend_lists(clock())
            while len(list(islice(walk, PAGE))) == PAGE:
                yield

    return PagedWalk(pages)


def names_walk(players: Players) -> PagedWalk:
    """A walk over the index of names, page by page; it has no pages once all names are in it."""

    def pages() -> Iterator[None]:
        if not players.index.is_mended():
            for _ in players.index.mended(players.names):
                yield

    return PagedWalk(pages)


def mending_thread(
    log: StreamsEventLog, players: Players, reports: Reports, health: Health | None = None
) -> LogThread:
    """The thread in which a worker mends both."""
    walks = (lists_walk(log), names_walk(players))

    def go_on() -> float:
        more = [walk.go_on() for walk in walks]
        return PAUSE_SECONDS if any(more) else SETTLED_MS / 1000

    return LogThread(LISTS, go_on, reports, health=health)
