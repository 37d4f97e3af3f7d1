"""A live stream: the server-sent events for one follower, written when the server asks for them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from threading import Event
from time import monotonic

from replays.encoding.identity import GameId
from replays.events.stream_events import STREAMS
from service.application.live.follower import Follower
from service.application.live.items import GameHidden, Item, News

STILL_HERE = b": still here\n\n"
HEARTBEAT_SECONDS = 3.0
"""The interval of heartbeats on a quiet stream, for proxies and for pages.

A page reports a lost connection after 4.5 seconds without a byte (`static/live/watchdog.js`).
"""
CHECK_SECONDS = 60.0
"""The interval at which a stream, busy or quiet, reads the log for what the feeds did not bring."""
Write = Callable[[Item], Iterator[bytes]]
"""Returns the messages for an item; it never waits."""


def always() -> bool:
    """Allow anybody to follow the stream to its end."""
    return True


@dataclass(slots=True)
class LiveStream:
    """A follower's messages: each game until its last event, or until it is hidden from the viewer.

    `stays` tells at an event of `STREAMS.hides` if the viewer may still watch; it may read the store.

    The server sends `first`, then the result of `take` whenever the follower's `on_news` was called. If that
    is None, it sends the result of `recover`, and every `CHECK_SECONDS` that of `check`: both read the log
    and may block. When `ended` is true, the server calls `close`.

    A plain WSGI server iterates over the stream in a thread.
    """

    follower: Follower
    write: Write
    stays: Mapping[GameId, Callable[[], bool]]
    first: bytes = b""
    _held: list[Item] = field(default_factory=list)

    def __iter__(self) -> Iterator[bytes]:
        news = Event()
        self.follower.on_news = news.set
        check_at = monotonic() + CHECK_SECONDS
        yield self.first
        while not self.ended:
            news.clear()
            message = self.take()
            if message is None:
                message = self.recover()
            if monotonic() >= check_at:
                check_at = monotonic() + CHECK_SECONDS
                message += self.check()
            if not message and not self.ended and not news.wait(HEARTBEAT_SECONDS):
                message = STILL_HERE
            if message:
                yield message

    @property
    def ended(self) -> bool:
        """True if nothing more will come."""
        follower = self.follower
        nothing_left = not follower.seen and not follower.talks and follower.player is None
        return nothing_left or self.follower.ended

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

        Feed entries are lost if feeds are trimmed faster than they are read. A game that the viewer may not
        watch any more is hidden first.
        """
        asked = [game for game, seen in list(self.follower.seen.items()) if seen and self._may_end(game)]
        hidden = [game for game in asked if not self.stays[game]()]
        for game in hidden:
            self.follower.drop(game)
        return STILL_HERE + self._written([*map(GameHidden, hidden), *self.follower.check()])

    def close(self) -> None:
        """Stop following all games."""
        self.follower.close()

    def _written(self, items: Iterable[Item]) -> bytes:
        return b"".join(
            message for item in items for shown in self._shown(item) for message in self.write(shown)
        )

    def _may_end(self, game: GameId) -> bool:
        return self.stays[game] is not always

    def _must_ask(self, item: Item) -> bool:
        return (
            isinstance(item, News)
            and self._may_end(item.game)
            and not STREAMS.hides.isdisjoint(item.once(_types))
        )

    def _shown(self, item: Item) -> Iterable[Item]:
        """What the viewer may get of the item; stops following a game of which no more will be sent."""
        if not isinstance(item, News):
            return (item,)
        if item.game not in self.follower.seen:  # an earlier item of the same batch was its last one
            return ()
        if item.once(_types).isdisjoint(STREAMS.turning_points):
            return (item,)
        shown = list(takewhile(lambda event: event.record["type"] not in STREAMS.hides, item.events))
        is_hidden = len(shown) < len(item.events) and not self.stays[item.game]()
        if is_hidden or not item.once(_types).isdisjoint(STREAMS.ends):
            self.follower.drop(item.game)
        return (News(item.game, shown, item.changes), GameHidden(item.game)) if is_hidden else (item,)


def _types(news: News) -> frozenset[str]:
    return frozenset(event.record["type"] for event in news.events)
