"""Live updates: one reader of the feeds per process, which hands new events to everybody who watches.

A watcher has a bounded queue; one that falls behind is not waited for but reads the log for itself.
"""

import logging
from queue import Empty, Full, Queue
from threading import Event, Lock, Thread

from replays.entries import StoredEvent
from replays.feeds import FeedEntry
from replays.identity import GameId, Version
from replays.log import EventLog, LogError

BLOCK_MS = 1000
RETRY_SECONDS = 0.5
BACKLOG = 64
"""How many appends a watcher may be behind before it has to read the log for itself."""

log = logging.getLogger(__name__)


class TooManyWatchers(Exception):  # noqa: N818 - the answer, not a fault
    """The process serves as many streams as it can."""


class Watcher:
    """Somebody who follows one game: the events that came, in batches, and the version seen last."""

    def __init__(self, hub: "Hub", game: GameId, seen: Version) -> None:
        self.game = game
        self.seen: int = seen
        self._hub = hub
        self._inbox: Queue[list[StoredEvent]] = Queue(BACKLOG)
        self._missed = False

    @property
    def ended(self) -> bool:
        """Whether the hub is closed, so that nothing more will come."""
        return self._hub.closed

    def give(self, batch: list[StoredEvent]) -> None:
        """Hand events over without waiting; what finds no room is read from the log later."""
        try:
            self._inbox.put_nowait(batch)
        except Full:
            self._missed = True

    def wait(self, seconds: float) -> list[StoredEvent]:
        """The next events in order, without a gap; empty when none came in time."""
        try:
            batch = self._inbox.get(timeout=seconds)
        except Empty:
            return []
        fresh = [event for event in batch if event.version > self.seen]
        if self._missed or (fresh and fresh[0].version != self.seen + 1):
            return self.catch_up()
        return self._saw(fresh)

    def catch_up(self) -> list[StoredEvent]:
        """All events after the one seen last, from the log."""
        self._missed = False
        return self._saw(self._hub.log.read(self.game, after=self.seen))

    def close(self) -> None:
        """Follow no longer."""
        self._hub.leave(self)

    def _saw(self, events: list[StoredEvent]) -> list[StoredEvent]:
        if events:
            self.seen = events[-1].version
        return events


class Hub:
    """The live updates of one process; its reader starts with the first watcher and ends with `close`."""

    def __init__(self, event_log: EventLog, limit: int) -> None:
        self.log = event_log
        self._limit = limit
        self._watchers: dict[GameId, set[Watcher]] = {}
        self._lock = Lock()
        self._closed = Event()
        self._reader: Thread | None = None

    def watch(self, game: GameId, seen: Version) -> Watcher:
        """Follow a game from just after the version `seen`, until `close`; raises `TooManyWatchers`."""
        watcher = Watcher(self, game, seen)
        with self._lock:
            if sum(map(len, self._watchers.values())) >= self._limit:
                raise TooManyWatchers
            if self._reader is None:
                cursors = self.log.feed_ends()
                self._reader = Thread(target=self._read, args=(cursors,), name="live", daemon=True)
                self._reader.start()
            self._watchers.setdefault(game, set()).add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher; no change where it is forgotten already."""
        with self._lock:
            watchers = self._watchers.get(watcher.game, set())
            watchers.discard(watcher)
            if not watchers:
                self._watchers.pop(watcher.game, None)

    def close(self) -> None:
        """End the reader, and wake all watchers so that they see the end."""
        self._closed.set()
        with self._lock:
            everybody = [watcher for watchers in self._watchers.values() for watcher in watchers]
        for watcher in everybody:
            watcher.give([])

    @property
    def closed(self) -> bool:
        """Whether the process is about to end, so that streams should."""
        return self._closed.is_set()

    def _read(self, cursors: dict[int, str]) -> None:
        while not self.closed:
            try:
                entries = self.log.tail(cursors, BLOCK_MS)
                self._hand_out(entries)
            except LogError as error:
                log.warning("live updates wait for the store: %s", error)
                self._closed.wait(RETRY_SECONDS)
                continue
            for entry in entries:
                cursors[entry.partition] = entry.entry_id

    def _hand_out(self, entries: list[FeedEntry]) -> None:
        for game in dict.fromkeys(entry.game for entry in entries):
            with self._lock:
                watchers = list(self._watchers.get(game, ()))
            if not watchers:
                continue
            batch = self.log.read(game, after=min(watcher.seen for watcher in watchers))
            for watcher in watchers:
                watcher.give(batch)
