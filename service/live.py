"""Live updates: one reader of the feeds per process, which hands new events to everybody who watches.

A watcher follows one game and gets its events; a listener follows all games of a player and gets hints that
something has changed. Both have a bounded inbox and nobody is waited for: a watcher that falls behind reads
the log for itself, a listener is told that it has missed something.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from queue import Empty, Full, Queue
from threading import Event, Lock, Thread
from typing import Generic, TypeVar

from replays.entries import StoredEvent
from replays.feeds import FeedEntry
from replays.identity import GameId, Version
from replays.log import EventLog, LogError
from replays.matches import Matches
from service.my_games import going_on

BLOCK_MS = 1000
RETRY_SECONDS = 0.5
BACKLOG = 64
"""How many batches a watcher or a listener may be behind."""

SEATING = frozenset({"PlayerSeated", "SeatTakenOver"})
"""The types of event by which a game becomes one of a player's."""

log = logging.getLogger(__name__)

T = TypeVar("T")


class TooManyWatchers(Exception):  # noqa: N818 - the answer, not a fault
    """The process serves as many streams as it can."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A game has changed; its last version that was heard of."""

    game: GameId
    version: Version


class Inbox(Generic[T]):
    """Batches that come from the hub's reader."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._batches: Queue[list[T]] = Queue(BACKLOG)
        self._missed = False

    @property
    def ended(self) -> bool:
        """Whether the hub is closed, so that nothing more will come."""
        return self._hub.closed

    def give(self, batch: list[T]) -> None:
        """Hand a batch over without waiting; what finds no room is missed."""
        try:
            self._batches.put_nowait(batch)
        except Full:
            self._missed = True

    def _take(self, seconds: float) -> list[T]:
        try:
            return self._batches.get(timeout=seconds)
        except Empty:
            return []

    def close(self) -> None:
        """Follow no longer."""
        self._hub.leave(self)


class Watcher(Inbox[StoredEvent]):
    """Somebody who follows one game: the events that came, in batches, and the version seen last."""

    def __init__(self, hub: "Hub", game: GameId, seen: Version) -> None:
        super().__init__(hub)
        self.game = game
        self.seen: int = seen

    def wait(self, seconds: float) -> list[StoredEvent]:
        """The next events in order, without a gap; empty when none came in time."""
        batch = self._take(seconds)
        fresh = [event for event in batch if event.version > self.seen]
        if self._missed or (fresh and fresh[0].version != self.seen + 1):
            return self.catch_up()
        return self._saw(fresh)

    def catch_up(self) -> list[StoredEvent]:
        """All events after the one seen last, from the log."""
        self._missed = False
        return self._saw(self._hub.log.read(self.game, after=self.seen))

    def _saw(self, events: list[StoredEvent]) -> list[StoredEvent]:
        if events:
            self.seen = events[-1].version
        return events


class Listener(Inbox[Hint]):
    """Somebody who follows all games of a player."""

    def __init__(self, hub: "Hub", player: str) -> None:
        super().__init__(hub)
        self.player = player
        self.games: set[GameId] = set()

    def wait(self, seconds: float) -> list[Hint | None]:
        """The next hints; a None stands for some that were missed; empty when none came in time."""
        batch = self._take(seconds)
        if not self._missed:
            return list(batch)
        self._missed = False
        with self._batches.mutex:
            self._batches.queue.clear()
        return [None]

    def hear(self, latest: Mapping[GameId, Version]) -> None:
        """Take note of what has changed, as far as it concerns the player."""
        hints = [Hint(game, version) for game, version in latest.items() if game in self.games]
        if hints:
            self.give(hints)


class Hub:
    """The live updates of one process; its reader starts with the first stream and ends with `close`."""

    def __init__(self, event_log: EventLog, matches: Matches, limit: int) -> None:
        self.log = event_log
        self._matches = matches
        self._limit = limit
        self._watchers: dict[GameId, set[Watcher]] = {}
        self._listeners: set[Listener] = set()
        self._lock = Lock()
        self._closed = Event()
        self._reader: Thread | None = None

    def watch(self, game: GameId, seen: Version) -> Watcher:
        """Follow a game from just after the version `seen`, until `close`; raises `TooManyWatchers`."""
        watcher = Watcher(self, game, seen)
        with self._lock:
            self._make_room()
            self._watchers.setdefault(game, set()).add(watcher)
        return watcher

    def listen(self, player: str) -> Listener:
        """Follow what the player plays now and sits down to later, until `close`; raises `TooManyWatchers`.

        The listener is known before its games are looked up, so none that is joined meanwhile is missed.
        """
        listener = Listener(self, player)
        with self._lock:
            self._make_room()
            self._listeners.add(listener)
        try:
            listener.games.update(going_on(self.log, player))
        except LogError:
            listener.close()
            raise
        return listener

    def leave(self, inbox: object) -> None:
        """Forget a watcher or a listener; no change where it is forgotten already."""
        with self._lock:
            if isinstance(inbox, Listener):
                self._listeners.discard(inbox)
            elif isinstance(inbox, Watcher):
                watchers = self._watchers.get(inbox.game, set())
                watchers.discard(inbox)
                if not watchers:
                    self._watchers.pop(inbox.game, None)

    def close(self) -> None:
        """End the reader, and wake everybody so that they see the end."""
        self._closed.set()
        with self._lock:
            watchers = [watcher for watchers in self._watchers.values() for watcher in watchers]
            listeners = list(self._listeners)
        for watcher in watchers:
            watcher.give([])
        for listener in listeners:
            listener.give([])

    @property
    def closed(self) -> bool:
        """Whether the process is about to end, so that streams should."""
        return self._closed.is_set()

    def _make_room(self) -> None:
        """See that one more fits in, and that the reader runs; the caller holds the lock."""
        if sum(map(len, self._watchers.values())) + len(self._listeners) >= self._limit:
            raise TooManyWatchers
        if self._reader is None:
            cursors = self.log.feed_ends()
            self._reader = Thread(target=self._read, args=(cursors,), name="live", daemon=True)
            self._reader.start()

    def _read(self, cursors: dict[int, str]) -> None:
        while not self.closed:
            try:
                entries = self.log.tail(cursors, BLOCK_MS)
                self._hint(entries)
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

    def _hint(self, entries: list[FeedEntry]) -> None:
        """Tell the listeners; who has sat down is asked once for each game that somebody sat down to."""
        with self._lock:
            listeners = list(self._listeners)
        if not listeners:
            return
        for match in self._matches.readable(
            {entry.game for entry in entries if SEATING.intersection(entry.types)}
        ):
            seated = {sitter.player for sitter in match.sitters}
            for listener in listeners:
                if listener.player in seated:
                    listener.games.add(match.id)
        latest = {entry.game: entry.version for entry in entries}
        for listener in listeners:
            listener.hear(latest)
