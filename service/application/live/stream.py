"""A live stream: the server-sent events for one follower, written when the server asks for them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from threading import Event

from replays.encoding.identity import GameId
from service.application.live.follower import Follower, Item, News

STILL_HERE = b": still here\n\n"
HEARTBEAT_SECONDS = 3.0
"""The interval of heartbeats on a quiet stream, for proxies and for pages.

A page reports a lost connection after 4.5 seconds without a byte (`static/live/watchdog.js`).
"""
CHECK_HEARTBEATS = 20
"""After this number of heartbeats, once a minute, a stream checks the log and its viewer's permission."""
LAST_TYPES = frozenset({"GameScored", "GameAborted", "DynastyDecided", "DynastyAborted"})
"""The types of event in the append that ends a game or a dynasty."""
STARTS = frozenset({"GameStarted", "DynastyGameStarted"})
"""The types of event with which the stream ends for spectators who may not watch the running game."""
TURNING_POINTS = LAST_TYPES | STARTS

Write = Callable[[Item], Iterator[bytes]]
"""Returns the messages for an item; it never waits."""


def always() -> bool:
    """Allow anybody to follow the stream to its end."""
    return True


@dataclass(slots=True)
class LiveStream:
    """A follower's messages: each game until its last event, or its start, if `stays` is false then.

    `stays` and `allowed` may read the store. The server sends `first`, and then the result of `take` whenever
    the follower's `on_news` was called. If that is None, it sends the result of `recover`, and in quiet times
    that of `check`: both read the log and may block. When `ended` is true, the server calls `close`.

    A plain WSGI server iterates over the stream in a thread.
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
        """True if nothing more will come."""
        follower = self.follower
        nothing_left = not follower.seen and not follower.talks and follower.player is None
        return nothing_left or self._is_forbidden or self.follower.ended

    def open(self, opening: bytes) -> None:
        """Begin with these bytes and the events in the log after the seen ones; raises `LogError`."""
        self.first = opening + self._written(self.follower.catch_up())

    def take(self) -> bytes | None:
        """The new messages, b"" for none; None if the log or the store has to be read first, by `recover`."""
        items = self.follower.take()
        if items is None or any(map(self._must_ask, items)):
            self._held = items or []
            return None
        return self._written(items)

    def recover(self) -> bytes:
        """The messages for which the log or the store has to be read; raises `LogError`."""
        held, self._held = self._held, []
        return self._written(held or self.follower.recover())

    def check(self) -> bytes:
        """A heartbeat and the events in the log that the feeds did not bring; raises `LogError`.

        Feed entries are lost if feeds are trimmed faster than they are read. If the viewer may no longer
        follow, the result is empty and the stream has ended.
        """
        self._is_forbidden = not self.allowed()
        return b"" if self._is_forbidden else STILL_HERE + self._written(self.follower.catch_up())

    def close(self) -> None:
        """Stop following all games."""
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
        """The events that the viewer may get; stops following a game of which no more will be sent."""
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
