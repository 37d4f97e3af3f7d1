"""Live updates: one reader of the feeds per process, which hands new events to everybody who follows.

A follower may follow some games, whose events it gets, and a player, of whose games it gets hints that
something has changed. It has a bounded inbox and nobody waits for it: one that falls behind reads the logs
for itself, and is told that it has missed hints.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from queue import Empty, Full, Queue
from threading import Event, Lock, Thread

from replays.entries import StoredEvent
from replays.feeds import FeedEntry
from replays.identity import GameId, Version
from replays.log import EventLog, LogError
from replays.matches import Matches
from service.my_games import going_on

BLOCK_MS = 1000
RETRY_SECONDS = 0.5
BACKLOG = 64
"""How many batches a follower may be behind."""

WOKEN = 16
PAUSE_SECONDS = 0.005
"""So many followers are woken at once, and the next ones after a pause: the threads of all of them together
would keep the interpreter's lock from requests."""

SEATING = frozenset({"PlayerSeated", "SeatTakenOver"})
"""The types of event by which a game becomes one of a player's."""

log = logging.getLogger(__name__)


class TooManyFollowers(Exception):  # noqa: N818 - the answer, not a fault
    """The process serves as many streams as it can."""


@dataclass(frozen=True, slots=True)
class News:
    """Events of a game, in the order of versions."""

    game: GameId
    events: list[StoredEvent]


@dataclass(frozen=True, slots=True)
class Hint:
    """A game has changed; its last version that was heard of."""

    game: GameId
    version: Version


@dataclass(frozen=True, slots=True)
class Missed:
    """Some hints did not come: any of the player's games may have changed."""


Item = News | Hint | Missed


class Follower:
    """Somebody who follows games from just after the versions `seen`, and the games of `player` by hints."""

    def __init__(self, hub: "Hub", seen: Mapping[GameId, int], player: str | None = None) -> None:
        self._hub = hub
        self._batches: Queue[list[News | Hint]] = Queue(BACKLOG)
        self._missed = False
        self.seen = dict(seen)
        self.player = player
        self.mine: set[GameId] = set()

    @property
    def ended(self) -> bool:
        """Whether the hub is closed, so that nothing more will come."""
        return self._hub.closed

    def hear(self, latest: Mapping[GameId, Version], news: Mapping[GameId, News]) -> bool:
        """Take note, without waiting, of what concerns this one, and say whether anything did.

        What finds no room is missed.
        """
        batch: list[News | Hint] = [each for game, each in news.items() if game in self.seen]
        batch += [Hint(game, version) for game, version in latest.items() if game in self.mine]
        if batch:
            self._give(batch)
        return bool(batch)

    def wake(self) -> None:
        """Let a wait end at once."""
        self._give([])

    def wait(self, seconds: float) -> list[Item]:
        """What comes next, each game in order and without a gap; empty when nothing came in time."""
        try:
            batch = self._batches.get(timeout=seconds)
        except Empty:
            batch = []
        if self._missed:
            return self._recover()
        fresh = [self._fresh(each) if isinstance(each, News) else each for each in batch]
        return [each for each in fresh if each is not None]

    def catch_up(self) -> list[News]:
        """All events after those seen last, from the logs."""
        found = [self._rest(game) for game in self.seen]
        return [news for news in found if news is not None]

    def drop(self, game: GameId) -> None:
        """Follow this game no longer."""
        self.seen.pop(game, None)

    def close(self) -> None:
        """Follow nothing any longer."""
        self._hub.leave(self)

    def _give(self, batch: list[News | Hint]) -> None:
        try:
            self._batches.put_nowait(batch)
        except Full:
            self._missed = True

    def _recover(self) -> list[Item]:
        self._missed = False
        with self._batches.mutex:
            self._batches.queue.clear()
        missed: list[Item] = [Missed()] if self.player is not None else []
        return missed + self.catch_up()

    def _fresh(self, news: News) -> News | None:
        """What of it was not seen; from the log where something is missing before it."""
        if news.game not in self.seen:
            return None
        seen = self.seen[news.game]
        events = [event for event in news.events if event.version > seen]
        if events and events[0].version != seen + 1:
            return self._rest(news.game)
        return self._saw(news.game, events)

    def _rest(self, game: GameId) -> News | None:
        return self._saw(game, self._hub.log.read(game, after=self.seen[game]))

    def _saw(self, game: GameId, events: list[StoredEvent]) -> News | None:
        if not events:
            return None
        self.seen[game] = events[-1].version
        return News(game, events)


class Hub:
    """The live updates of one process; its reader starts with the first stream and ends with `close`."""

    def __init__(self, event_log: EventLog, matches: Matches, limit: int) -> None:
        self.log = event_log
        self._matches = matches
        self._limit = limit
        self._followers: set[Follower] = set()
        self._lock = Lock()
        self._closed = Event()
        self._reader: Thread | None = None

    def follow(self, seen: Mapping[GameId, int], player: str | None = None) -> Follower:
        """Follow games from just after the versions `seen`, and all that the player plays now and later.

        Until `close`; raises `TooManyFollowers`. The follower is known before the player's games are looked
        up, so none that is joined meanwhile is missed.
        """
        follower = Follower(self, seen, player)
        with self._lock:
            self._make_room()
            self._followers.add(follower)
        if player is not None:
            try:
                follower.mine.update(going_on(self.log, player))
            except LogError:
                follower.close()
                raise
        return follower

    def leave(self, follower: Follower) -> None:
        """Forget a follower; no change where it is forgotten already."""
        with self._lock:
            self._followers.discard(follower)

    def close(self) -> None:
        """End the reader, and wake everybody so that they see the end."""
        self._closed.set()
        for follower in self._all():
            follower.wake()

    @property
    def closed(self) -> bool:
        """Whether the process is about to end, so that streams should."""
        return self._closed.is_set()

    def _all(self) -> list[Follower]:
        with self._lock:
            return list(self._followers)

    def _make_room(self) -> None:
        """See that one more fits in, and that the reader runs; the caller holds the lock."""
        if len(self._followers) >= self._limit:
            raise TooManyFollowers
        if self._reader is None:
            cursors = self.log.feed_ends()
            self._reader = Thread(target=self._read, args=(cursors,), name="live", daemon=True)
            self._reader.start()

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
        followers = self._all()
        self._seat(entries, [each for each in followers if each.player is not None])
        latest = {entry.game: entry.version for entry in entries}
        news = self._news(latest, followers)
        for number, follower in enumerate(followers, start=1):
            if follower.hear(latest, news) and number % WOKEN == 0:
                self._closed.wait(PAUSE_SECONDS)

    def _seat(self, entries: list[FeedEntry], followers: list[Follower]) -> None:
        """Let players' followers know of new games; who sat down is asked once for each such game."""
        if not followers:
            return
        seatings = {entry.game for entry in entries if SEATING.intersection(entry.types)}
        for match in self._matches.readable(seatings):
            seated = {sitter.player for sitter in match.sitters}
            for follower in followers:
                if follower.player in seated:
                    follower.mine.add(match.id)

    def _news(self, games: Iterable[GameId], followers: list[Follower]) -> dict[GameId, News]:
        """What happened in those of the games that are followed, read once for all."""
        news = {}
        for game in games:
            # A follower may drop the game at any moment.
            seen = [version for each in followers if (version := each.seen.get(game)) is not None]
            if seen:
                news[game] = News(game, self.log.read(game, after=min(seen)))
        return news
