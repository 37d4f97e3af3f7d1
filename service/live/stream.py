"""A live stream: the server-sent events for one follower, written when the server asks for them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from threading import Event

from replays.encoding.identity import GameId
from service.live.follower import Follower, Item, News

STILL_HERE = b": still here\n\n"
HEARTBEAT_SECONDS = 3.0
"""After how long a quiet stream says that it is alive, for proxies and for pages.

A page tells its reader of a lost connection after 4.5 seconds without a byte (`static/live/silence.js`).
"""
CHECK_HEARTBEATS = 20
"""Every so many heartbeats, once a minute, a stream looks at the log, and whether its reader may follow."""
LAST_TYPES = frozenset({"GameScored", "GameAborted", "DynastyDecided", "DynastyAborted"})
"""The types of event in the append that ends a game or a dynasty."""
STARTS = frozenset({"GameStarted", "DynastyGameStarted"})
"""The types of event with which it is over for spectators, where there shall be none."""
TURNING_POINTS = LAST_TYPES | STARTS

Write = Callable[[Item], Iterator[bytes]]
"""Writes the messages of what came; it never waits."""


def always() -> bool:
    """A stream that anybody may follow to its end."""
    return True


@dataclass(slots=True)
class LiveStream:
    """What a follower is sent; each game until its last event, or until its start, if `stays` says no then.

    `stays` and `allowed` may ask the store. The server sends `first`, and then what `take` gives whenever
    `on_news` of the follower was called. Where that is None it sends what `recover` gives, and in quiet
    times `check`: both read the log and take their time. After `ended` it calls `close`.

    A plain WSGI server iterates over it, in a thread.
    """

    follower: Follower
    write: Write
    stays: Mapping[GameId, Callable[[], bool]]
    allowed: Callable[[], bool] = always
    first: bytes = b""
    _held: list[Item] = field(default_factory=list)
    _is_forbidden: bool = False

    def __iter__(self) -> Iterator[bytes]:
        news = Event()
        self.follower.on_news = news.set
        beats = 0
        yield self.first
        while not self.ended:
            news.clear()
            message = self.take()
            if message is None:
                message = self.recover()
            if not message and not news.wait(HEARTBEAT_SECONDS):
                beats += 1
                message = STILL_HERE if beats % CHECK_HEARTBEATS else self.check()
            if message:
                yield message

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        follower = self.follower
        nothing_left = not follower.seen and not follower.talks and follower.player is None
        return nothing_left or self._is_forbidden or self.follower.ended

    def open(self, opening: bytes) -> None:
        """Begin with these bytes, and what is in the log after what was seen; raises `LogError`."""
        self.first = opening + self._written(self.follower.catch_up())

    def take(self) -> bytes | None:
        """The messages that came, which may be none; None where the log has to be asked first."""
        items = self.follower.take()
        if items is None or any(map(self._must_ask, items)):
            self._held = items or []
            return None
        return self._written(items)

    def recover(self) -> bytes:
        """The messages for which the log has to be asked; raises `LogError`."""
        held, self._held = self._held, []
        return self._written(held or self.follower.recover())

    def check(self) -> bytes:
        """A sign of life, and what the log has beyond what came; raises `LogError`.

        A hint is lost when feeds are trimmed faster than they are read. Who is not allowed to follow any
        longer gets nothing, and the stream has ended.
        """
        self._is_forbidden = not self.allowed()
        return b"" if self._is_forbidden else STILL_HERE + self._written(self.follower.catch_up())

    def close(self) -> None:
        """Follow nothing any more."""
        self.follower.close()

    def _written(self, items: Iterable[Item]) -> bytes:
        shown = (self._shown(item) if isinstance(item, News) else item for item in items)
        return b"".join(message for item in shown for message in self.write(item))

    def _must_ask(self, item: Item) -> bool:
        return (
            isinstance(item, News)
            and self.stays[item.game] is not always
            and not STARTS.isdisjoint(item.once(_types))
        )

    def _shown(self, news: News) -> News:
        """What of it is for the reader; a game of which that is all is followed no longer."""
        if news.once(_types).isdisjoint(TURNING_POINTS):
            return news
        shown = list(takewhile(lambda event: event.record["type"] not in STARTS, news.events))
        if len(shown) < len(news.events) and self.stays[news.game]():
            shown = news.events
        if len(shown) < len(news.events) or any(event.record["type"] in LAST_TYPES for event in shown):
            self.follower.drop(news.game)
        return News(news.game, shown, news.changes)


def _types(news: News) -> frozenset[str]:
    return frozenset(event.record["type"] for event in news.events)
