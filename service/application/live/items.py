"""The items that a follower of live updates takes: new events, hints, and the end of a right to watch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version

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


@dataclass(frozen=True, slots=True)
class GameHidden:
    """The viewer may not watch this game any more, and gets none of its later events."""

    game: GameId


Item = News | Hint | Missed | NoticesChanged | Talked | GameHidden
Heard = News | Hint | NoticesChanged | Talked
"""The items that the hub distributes."""
