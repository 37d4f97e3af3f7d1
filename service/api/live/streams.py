"""What live streams say: one loop for a game, for several, and for hints; each has its own way to write.

An event's place in its log is `<version>.<first 8 digits of its hash>`, so that a client that comes back can
be told whether this log still has what it knows.
"""

import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, takewhile

import orjson

from replays.dynasty.aggregate import Dynasty
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from service.api.live.sse import STILL_HERE, WELCOME, batches
from service.games.visibility import Table
from service.live.follower import Follower, Hint, Item, News
from service.services import services
from service.shared.visibility import may_watch, viewer

HASH_PREFIX = 8
"""How many digits of an event's hash its place has."""
LONGEST_VERSION = 9
"""How many digits the version in a place has at most."""
LAST_TYPES = frozenset({"GameScored", "GameAborted", "DynastyDecided", "DynastyAborted"})
"""The types of event in the append that ends a game or a dynasty."""
STARTS = frozenset({"GameStarted", "DynastyGameStarted"})
"""The types of event with which it is over for spectators, where there shall be none."""

Write = Callable[[Item], Iterator[bytes]]


def always() -> bool:
    """A stream that anybody may follow to its end."""
    return True


@dataclass(frozen=True, slots=True)
class LiveStream:
    """What a follower is sent; each game until its last event, or until its start, if `stays` says no then.

    `allowed` is asked at every sign of life.
    """

    follower: Follower
    write: Write
    stays: Mapping[GameId, Callable[[], bool]]
    allowed: Callable[[], bool] = always

    def messages(self, client: socket.socket | None, opening: bytes = WELCOME) -> Iterator[bytes]:
        """Server-sent events: first what is in the log, then what happens, until nothing is followed.

        The log is asked now and then: a hint is lost when feeds are trimmed faster than they are read.
        """
        yield opening
        for batch in chain([self.follower.catch_up()], batches(self.follower, client)):
            if batch is None and not self.allowed():
                return
            if batch is None:
                yield STILL_HERE
            for item in self.follower.catch_up() if batch is None else batch:
                yield from self.write(self._shown(item) if isinstance(item, News) else item)
            if not self.follower.seen and self.follower.player is None:
                return

    def _shown(self, news: News) -> News:
        """What of it is for the reader; a game of which that is all is followed no longer."""
        shown = list(takewhile(lambda event: event.record["type"] not in STARTS, news.events))
        if len(shown) < len(news.events) and self.stays[news.game]():
            shown = news.events
        if len(shown) < len(news.events) or any(event.record["type"] in LAST_TYPES for event in shown):
            self.follower.drop(news.game)
        return News(news.game, shown)


def stays_for_viewer(table: Table) -> Callable[[], bool]:
    """Whether who asks may watch the table after its start; they may sit down until then."""
    if may_watch(table):
        return always
    parts, who = services(), viewer()
    if isinstance(table, Dynasty):
        return lambda: parts.visibility.may_watch(parts.dynasties.dynasty(table.id), who)
    return lambda: parts.visibility.may_watch(parts.tables.match(table.id), who)


def seen_at(table: Table, place: str) -> int | None:
    """The version at a place of the log, or None where this log does not have that event (any more)."""
    version, _, prefix = place.partition(".")
    if not (version.isascii() and version.isdigit() and len(version) <= LONGEST_VERSION):
        return None
    if not 0 < int(version) <= table.head.version:
        return None
    events = services().tables.log.read(table.id, after=int(version) - 1, limit=1)
    return int(version) if events and events[0].hash[:HASH_PREFIX] == prefix else None


def nothing_follows(table: Table, seen: int | None) -> bool:
    """Whether who has seen this version has seen everything there will ever be."""
    return seen is not None and seen >= table.head.version and table.is_over


def place_of(event: StoredEvent) -> str:
    """Where the event is in its log."""
    return f"{event.version}.{event.hash[:HASH_PREFIX]}"


def hint_data(hint: Hint) -> bytes:
    """The hint as a message's data."""
    return b"data: " + orjson.dumps({"game": hint.game, "version": hint.version}) + b"\n\n"
