"""A follower of games: a bounded inbox, the last seen events, and the closing of gaps."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Protocol, TypeVar

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version
from replays.log.event_log import EventLog
from service.application.games.lists.my_games import going_on
from service.application.quotas.streams import ANYBODY, StreamClient

BACKLOG = 64
"""The size of a follower's inbox in batches."""

NO_TALK: Mapping[GameId, Collection[str]] = {}

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class News:
    """Events of a game, in the order of versions; followers that have seen the same share one object.

    `changes` has the changes of some of the events, by version, as JSON members ready to send (`changes.py`).
    """

    game: GameId
    events: list[StoredEvent]
    changes: Mapping[Version, bytes] = field(default_factory=dict)
    _made: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def after(self, version: int) -> "News":
        """The news with the events after this version only."""
        found: News | None = self._made.get(version)
        if found is None:
            fresh = [event for event in self.events if event.version > version]
            found = self._made[version] = News(self.game, fresh, self.changes)
        return found

    def once(self, make: Callable[["News"], Made]) -> Made:
        """The result of `make`, a module's function, on the news; computed once for all followers."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made


@dataclass(frozen=True, slots=True)
class Hint:
    """A game has changed; its last known version."""

    game: GameId
    version: Version


@dataclass(frozen=True, slots=True)
class Missed:
    """Some hints were lost: any of the player's games, and any talk, may have changed."""


@dataclass(frozen=True, slots=True)
class NoticesChanged:
    """The player's notices have changed: the number of unread ones, and the table of the last change."""

    unread: int
    table: GameId


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody wrote a message in this room of the game."""

    game: GameId
    room: str


Item = News | Hint | Missed | NoticesChanged | Talked
Heard = News | Hint | NoticesChanged | Talked
"""The items that the hub distributes."""


class BatchSource(Protocol):
    """The source of a follower's batches."""

    @property
    def log(self) -> EventLog:
        """The log from which the follower reads itself."""

    @property
    def closed(self) -> bool:
        """True if nothing more will come."""

    def leave(self, follower: "Follower") -> None:
        """Forget a follower."""


def _nothing() -> None:
    """Do nothing: the default for `on_news`, if nobody waits."""


class Follower:
    """Follows games from just after the versions `seen`, and the games of `player` by hints.

    `talks` are the rooms of games in which messages cause hints.

    The hub's reader fills the inbox and calls `on_news` in its own thread; everything else is for one user,
    in one thread at a time. `take` never waits; only `recover`, `catch_up` and `find_mine` read the log.
    """

    def __init__(
        self,
        hub: BatchSource,
        seen: Mapping[GameId, int],
        player: str | None = None,
        client: StreamClient = ANYBODY,
        talks: Mapping[GameId, Collection[str]] = NO_TALK,
    ) -> None:
        self._hub = hub
        self._inbox: list[list[Heard]] = []
        self._missed = False
        self._is_behind = False
        self._last: dict[GameId, StoredEvent] = {}
        self._is_lost = False
        self.on_news: Callable[[], None] = _nothing
        self.seen = dict(seen)
        self.player = player
        self.client = client
        self.mine: set[GameId] = set()
        self.talks = talks

    @property
    def ended(self) -> bool:
        """True if nothing more will come: the hub is closed, or a log lacks the last seen event.

        In the second case a client finds out when it reconnects with its position in that log.
        """
        return self._is_lost or self._hub.closed

    def find_mine(self) -> None:
        """Look up the player's running games; raises `LogError`."""
        if self.player is not None:
            self.mine.update(going_on(self._hub.log, self.player))

    def hear(
        self,
        latest: Mapping[GameId, Version],
        news: Mapping[GameId, News],
        notices: NoticesChanged | None = None,
        talked: Collection[Talked] = (),
    ) -> None:
        """Put the items for this follower into its inbox, without waiting; if it is full, they are missed."""
        batch: list[Heard] = [each for game, each in news.items() if game in self.seen]
        if self.mine:
            batch += [Hint(game, version) for game, version in latest.items() if game in self.mine]
        if notices:
            batch.append(notices)
        batch += [each for each in talked if each.room in self.talks.get(each.game, ())]
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

    def take(self) -> list[Item] | None:
        """The new items since the last call; None if the log has to be read first, by `recover`."""
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
        self.find_mine()
        missed: list[Item] = [Missed()] if self.player is not None or self.talks else []
        return missed + self.catch_up()

    def catch_up(self) -> list[Item]:
        """All events after the last seen ones, read from the log."""
        found = [self._rest(game) for game in self.seen]
        return [news for news in found if news is not None]

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
