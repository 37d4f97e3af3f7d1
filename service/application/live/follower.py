"""A follower of games: a bounded inbox, the last seen events, and the closing of gaps."""

from collections.abc import Callable, Collection, Mapping
from itertools import chain
from typing import Protocol

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version
from replays.log.event_log import EventLog
from replays.match.aggregate import Match
from replays.match.matches import Matches
from service.application.games.lists.my_games import going_on
from service.application.live.items import Heard, Hint, Item, Missed, News, NoticesChanged, Talked
from service.application.live.rights import ANYBODYS, Rights
from service.application.quotas.streams import ANYBODY, StreamClient

BACKLOG = 64
"""The size of a follower's inbox in batches."""

NO_TALK: Mapping[GameId, Collection[str]] = {}


class BatchSource(Protocol):
    """The source of a follower's batches."""

    @property
    def log(self) -> EventLog:
        """The log from which the follower reads itself."""

    @property
    def matches(self) -> Matches:
        """The matches of the log."""

    @property
    def closed(self) -> bool:
        """True if nothing more will come."""

    def check(self, follower: "Follower") -> None:
        """End the follower if one of its rights is no longer valid; raises `LogError`."""

    def leave(self, follower: "Follower") -> None:
        """Forget a follower."""


def _nothing() -> None:
    """Do nothing: the default for `on_news`, if nobody waits."""


class Follower:
    """Follows games from just after the versions `seen`, and the games of `player` by hints.

    `talks` are the rooms of games in which messages cause hints; `rights` those of the viewer.

    The hub's reader fills the inbox and calls `on_news` in its own thread; everything else is for one user,
    in one thread at a time. `take` never waits; only `recover`, `check`, `catch_up` and `look_up` read the
    log, and the rights after it. What they read is not returned if one of them has ended meanwhile.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a stream follows, for whom, and by what right
        self,
        hub: BatchSource,
        seen: Mapping[GameId, int],
        player: str | None = None,
        client: StreamClient = ANYBODY,
        talks: Mapping[GameId, Collection[str]] = NO_TALK,
        rights: Rights = ANYBODYS,
    ) -> None:
        self._hub = hub
        self._inbox: list[list[Heard]] = []
        self._missed = False
        self._is_behind = False
        self._last: dict[GameId, StoredEvent] = {}
        self._is_lost = False
        self._is_forbidden = False
        self.on_news: Callable[[], None] = _nothing
        self.seen = dict(seen)
        self.player = player
        self.client = client
        self.mine: set[GameId] = set()
        self.talks = dict(talks)
        self.rights = rights
        self.check_at = 0.0

    @property
    def ended(self) -> bool:
        """True if nothing more will come: the hub is closed, a right has ended, or a log lacks an event.

        In the last case, that of the last seen event, a client finds out when it reconnects with its position
        in that log; if a right has ended, by the response.
        """
        return self._is_lost or self._is_forbidden or self._hub.closed

    def look_up(self) -> None:
        """Look up the player's running games, and the rooms that may be read; raises `LogError`."""
        if self.player is not None:
            self.mine.update(going_on(self._hub.log, self.player))
        self._look_at_rooms()

    def _look_at_rooms(self) -> None:
        if self.talks:
            found = {match.id: self._rooms(match) for match in self._hub.matches.readable(list(self.talks))}
            self.talks = {game: rooms for game, rooms in found.items() if rooms}

    def _rooms(self, match: Match) -> list[str]:
        """Those of the rooms so far that the viewer may still read."""
        return [room for room in self.rights.rooms(match) if room in self.talks.get(match.id, ())]

    def reseat(self, match: Match) -> None:
        """Follow a change of the seats at this table; for the hub's reader only."""
        if self.player is not None and match.seat_of(self.player) is not None:
            self.mine.add(match.id)
        if match.id in self.talks:
            others = {game: rooms for game, rooms in self.talks.items() if game != match.id}
            rooms = self._rooms(match)
            self.talks = others | ({match.id: rooms} if rooms else {})
            self.on_news()  # without any room, the stream may have ended

    def batch(
        self,
        latest: Mapping[GameId, Version],
        news: Mapping[GameId, News],
        notices: NoticesChanged | None = None,
        talked: Collection[Talked] = (),
        sits: Callable[[GameId, str], bool] = lambda _game, _player: True,
    ) -> list[Heard]:
        """The items for this follower; `sits` tells whether a player has a seat now."""
        batch: list[Heard] = [each for game, each in news.items() if game in self.seen]
        if self.mine and self.player is not None:
            games = [game for game in latest if game in self.mine and sits(game, self.player)]
            batch += [Hint(game, latest[game]) for game in games]
        if notices:
            batch.append(notices)
        batch += [each for each in talked if each.room in self.talks.get(each.game, ())]
        return batch

    def put(self, batch: list[Heard]) -> None:
        """Put the items into the inbox, without waiting; if it is full, they are missed."""
        if not batch:
            return
        if len(self._inbox) < BACKLOG:
            self._inbox.append(batch)
        else:
            self._missed = True
        self.on_news()

    def miss(self) -> None:
        """Make the follower read the logs itself, because its missing events are unknown."""
        self._missed = True
        self.on_news()

    def forbid(self) -> None:
        """End the stream, because a right has ended; nothing more is taken."""
        self._is_forbidden = True
        self.on_news()

    def take(self) -> list[Item] | None:
        """The new items since the last call; None if the log has to be read first, by `recover`."""
        if self._is_forbidden:
            return []
        if self._missed or self._is_behind:
            return None
        inbox, self._inbox = self._inbox, []
        fresh = [self._fresh(item) if isinstance(item, News) else item for item in chain.from_iterable(inbox)]
        return [item for item in fresh if item is not None]

    def recover(self) -> list[Item]:
        """The new items, read from the log after a gap or after lost items."""
        self._is_behind = False
        if not self._missed:
            return self.catch_up()
        self._missed = False
        self._inbox = []
        self.look_up()
        missed: list[Item] = [Missed()] if self.player is not None or self.talks else []
        return self._permitted(missed + self._read())

    def check(self) -> list[Item]:
        """The events that the feeds did not bring, after a look at the rooms that may still be read."""
        self._look_at_rooms()
        return self.catch_up()

    def catch_up(self) -> list[Item]:
        """All events after the last seen ones, read from the log."""
        return self._permitted(self._read())

    def _read(self) -> list[Item]:
        found = [self._rest(game) for game in list(self.seen)]
        return [news for news in found if news is not None]

    def _permitted(self, items: list[Item]) -> list[Item]:
        """The items if the rights are still valid now, after they were read; otherwise the stream ends."""
        if items:
            self._hub.check(self)
        return [] if self._is_forbidden else items

    def drop(self, game: GameId) -> None:
        """Stop following this game."""
        self.seen.pop(game, None)
        self._last.pop(game, None)

    def close(self) -> None:
        """Stop following all games."""
        self._hub.leave(self)

    def _fresh(self, news: News) -> News | None:
        """The unseen events, or None; if they do not continue the seen ones, the log has to be read."""
        if news.game not in self.seen:
            return None
        if not self._continues(news):
            self._is_behind = True
            self.on_news()  # nothing else may come, and the log has to be read
            return None
        return self._saw(news)

    def _continues(self, news: News) -> bool:
        """True if the news leaves no gap after the last seen event and does not contradict it."""
        events, seen = news.events, self.seen[news.game]
        if not events or events[-1].version < seen or events[0].version == seen + 1:
            return True
        return self._last.get(news.game) in events

    def _rest(self, game: GameId) -> News | None:
        """The events after the last seen one; None without any, or if the log has replaced that one."""
        events = self._hub.log.read(game, after=max(self.seen[game] - 1, 0))
        self._is_lost |= game in self._last and events[:1] != [self._last[game]]
        return None if self._is_lost else self._saw(News(game, events))

    def _saw(self, news: News) -> News | None:
        """Mark the events as seen; those that are new, None if there are none."""
        game, events, seen = news.game, news.events, self.seen[news.game]
        if events and events[-1].version >= seen:
            self._last[game] = events[-1]
            self.seen[game] = events[-1].version
        fresh = news.after(seen)
        return fresh if fresh.events else None
