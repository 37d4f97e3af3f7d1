"""The relay: reads the work of the log, which are the appends that concern it, and dispatches jobs.

Several relays may run at once. If one dies before it acknowledged an entry, another relay claims the entry,
and a job may be enqueued twice; the second run does nothing. The sweepers find in the log the work that a
dead relay's dispatcher had in memory, and lost entries and jobs.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from replays.bootstrap import now_ms
from replays.commands.series import series_of
from replays.encoding.identity import GameId
from replays.events.stream_events import STREAMS, names
from replays.kinds import KINDS
from replays.log.event_log import ArchiveAway, EventLog
from replays.log.feeds import FeedEntry
from replays.projections.follower import SCORED
from replays.runtime.worker_registry import RELAY
from replays.store.outages import is_outage
from workers.jobs.registry import ACT, SCORE, Work, advancing
from workers.relay.dispatcher import Dispatcher

GROUP = RELAY
DUE = "GameEnded"
"""The type of event after which a game needs scoring."""
BLOCK_MS = 500
"""The blocking time of a read, and so the longest delay of a stop signal."""
BUSY_BLOCK_MS = 20
"""The blocking time while work waits for the end of a job, which may come without a feed entry."""
DEAD_AFTER_MS = 5_000

logger = logging.getLogger(__name__)


class Relay:
    """A relay of the group. Methods raise StoreAway and redis-py's errors, and may be retried.

    Entries that it could not dispatch are dispatched first in the next call. `consumer` is the name of its
    pending entries; relays may share one. A relay counts as dead if it does not finish an entry within
    `dead_after_ms`. `clock` returns ms UTC.
    """

    def __init__(
        self,
        log: EventLog,
        dispatcher: Dispatcher,
        consumer: str,
        dead_after_ms: int = DEAD_AFTER_MS,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._log = log
        self._dispatcher = dispatcher
        self._consumer = consumer
        self._dead_after_ms = dead_after_ms
        self._clock = clock
        self._held: list[FeedEntry] = []

    def relay(self, block_ms: int) -> bool:
        """Dispatch due work, waiting at most `block_ms` for entries; earlier undispatched entries come first.

        Returns True if there were entries.
        """
        if not self._held:
            wait_ms = min(block_ms, BUSY_BLOCK_MS) if self._dispatcher.is_waiting else block_ms
            self._held = self._log.claim_new(GROUP, self._consumer, wait_ms)
        found = bool(self._held)
        self.dispatch()
        return found

    def take_over(self) -> None:
        """Dispatch entries that a relay claimed and did not finish."""
        if not self._held:
            self._held = self._log.claim_stale(GROUP, self._consumer, self._dead_after_ms)
        self.dispatch()

    def trim(self) -> None:
        """Trim the feeds' entries that all projections have finished."""
        self._log.trim_feeds()

    def dispatch(self) -> None:
        """Dispatch due work as far as there is room, then acknowledge its feed entries."""
        again = self._dispatcher.collect()
        self._dispatcher.add(work for work in again if work.task is not ACT)
        self._act([work.id for work in again if work.task is ACT])
        self._hear(self._held)
        self._dispatcher.send()
        if self._held:
            self._log.acknowledge(GROUP, self._held)
        self._held = []

    def _hear(self, entries: Sequence[FeedEntry]) -> None:
        """Add the work that is due after these entries; an entry that fails is left to the sweepers."""
        try:
            self._add(entries)
        except Exception as error:
            if is_outage(error):
                raise
            if len(entries) > 1:
                for entry in entries:
                    self._hear([entry])
            else:
                (entry,) = entries
                fields = {STREAMS.kind_of(entry.types): entry.game}
                logger.exception("entry %s is left to the sweepers", entry.entry_id, extra=fields)

    def _add(self, entries: Sequence[FeedEntry]) -> None:
        self._dispatcher.heard(entries)
        self._dispatcher.add(Work(SCORE, entry.game) for entry in entries if DUE in entry.types)
        self._dispatcher.add(self._series(entries))
        self._act([entry.game for entry in entries])

    def _act(self, some: Iterable[GameId]) -> None:
        """Dispatch those of these games in which a bot or a plan is due, and no others."""
        games = list(dict.fromkeys(some))
        if not games:
            return
        now, due = self._clock(), self._log.due_of(games)
        for game in games:
            if due.get(game, now + 1) > now:
                self._dispatcher.drop(Work(ACT, game))
        self._dispatcher.add(Work(ACT, game) for game in games if due.get(game, now + 1) <= now)

    def _series(self, entries: Iterable[FeedEntry]) -> Iterator[Work]:
        """The series with a possibly due step; those of archived games are left to the sweeper."""
        for entry in entries:
            kind = KINDS.series_named(STREAMS.kind_of(entry.types))
            if kind and not names(kind.due_after).isdisjoint(entry.types):
                yield Work(advancing(kind), entry.game)
            elif SCORED in entry.types:
                with suppress(ArchiveAway):
                    if place := series_of(self._log, entry.game):
                        yield Work(advancing(KINDS.of(place)), place.id)
