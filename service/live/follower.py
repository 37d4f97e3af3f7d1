"""A follower of games: a bounded inbox, the last seen events, and the closing of gaps."""

from collections.abc import Mapping
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import Protocol

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version
from replays.log.event_log import EventLog
from service.games.my_games import going_on
from service.quotas.streams import ANYBODY, StreamClient

BACKLOG = 64
"""The size of a follower's inbox in batches."""


@dataclass(frozen=True, slots=True)
class News:
    """Events of a game, in the order of versions."""

    game: GameId
    events: list[StoredEvent]


@dataclass(frozen=True, slots=True)
class Hint:
    """A game has changed; its last known version."""

    game: GameId
    version: Version


@dataclass(frozen=True, slots=True)
class Missed:
    """Some hints are missing: any of the player's games may have changed."""


Item = News | Hint | Missed


class Source(Protocol):
    """Where a follower gets its batches from."""

    @property
    def log(self) -> EventLog:
        """What it reads for itself."""

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""

    def leave(self, follower: "Follower") -> None:
        """Forget a follower."""


class Follower:
    """Somebody who follows games from just after the versions `seen`, and the games of `player` by hints."""

    def __init__(
        self,
        hub: Source,
        seen: Mapping[GameId, int],
        player: str | None = None,
        client: StreamClient = ANYBODY,
    ) -> None:
        self._hub = hub
        self._batches: Queue[list[News | Hint]] = Queue(BACKLOG)
        self._missed = False
        self._last: dict[GameId, StoredEvent] = {}
        self._is_lost = False
        self.seen = dict(seen)
        self.player = player
        self.client = client
        self.mine: set[GameId] = set()

    @property
    def ended(self) -> bool:
        """True if nothing more will come: the hub is closed, or a log lacks the last seen event.

        A client that reconnects learns so from its position in that log.
        """
        return self._is_lost or self._hub.closed

    def find_mine(self) -> None:
        """Look up which games the player plays; raises `LogError`."""
        if self.player is not None:
            self.mine.update(going_on(self._hub.log, self.player))

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
        """End a wait at once."""
        self._give([])

    def miss(self) -> None:
        """Make the follower read the logs itself, because its missing events are unknown."""
        self._missed = True
        self.wake()

    def wait(self, seconds: float) -> list[Item]:
        """The next events, each game in order and without a gap; empty after the timeout."""
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
        """Stop following this game."""
        self.seen.pop(game, None)
        self._last.pop(game, None)

    def close(self) -> None:
        """Stop following all games."""
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
        self.find_mine()
        missed: list[Item] = [Missed()] if self.player is not None else []
        return missed + self.catch_up()

    def _fresh(self, news: News) -> News | None:
        """What of it was not seen; from the log where it does not go on from what was."""
        if news.game not in self.seen:
            return None
        return self._saw(news.game, news.events) if self._continues(news) else self._rest(news.game)

    def _continues(self, news: News) -> bool:
        """Whether it says the same of what was seen last, or nothing, and leaves no gap after it."""
        events, seen = news.events, self.seen[news.game]
        if not events or events[-1].version < seen or events[0].version == seen + 1:
            return True
        return self._last.get(news.game) in events

    def _rest(self, game: GameId) -> News | None:
        """What comes after the event seen last; nothing where the log has another one in its place."""
        events = self._hub.log.read(game, after=max(self.seen[game] - 1, 0))
        self._is_lost |= game in self._last and events[:1] != [self._last[game]]
        return None if self._is_lost else self._saw(game, events)

    def _saw(self, game: GameId, events: list[StoredEvent]) -> News | None:
        """What of these is new."""
        fresh = [event for event in events if event.version > self.seen[game]]
        if events and events[-1].version >= self.seen[game]:
            self._last[game] = events[-1]
            self.seen[game] = events[-1].version
        return News(game, fresh) if fresh else None
