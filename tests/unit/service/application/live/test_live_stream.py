"""Messages of a live stream, and its end; without a server."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, cast

import pytest

from harness.games import tables_on
from harness.play.signing_in import World, code
from harness.store.fake_log import FakeEventLog
from harness.waiting import eventually
from kingdomino.rules import Rules
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.log.event_log import StoreAway
from replays.match.aggregate import Match, Sitter
from service.api.accounts.me_games import _messages
from service.api.live.sse import RESET, WELCOME
from service.application.live.follower import Follower
from service.application.live.hub import Hub
from service.application.live.items import GameHidden, Hint, Item, Missed, News
from service.application.live.stream import STILL_HERE, LiveStream, always
from service.application.notices.inboxes.stored import StoredInboxes

GAME = GameId("00000000-0000-4000-8000-000000000001")
PATIENCE = 5.0


class Script:
    """A follower with fixed items."""

    seen: ClassVar[dict[GameId, int]] = {}
    talks: ClassVar[dict[GameId, tuple[str, ...]]] = {}
    player = "ann"
    ended = False

    def __init__(self, *given: Item) -> None:
        self._given = list(given)
        self.is_closed = False

    def take(self) -> list[Item]:
        """Return the items, once."""
        given, self._given = self._given, []
        return given

    def catch_up(self) -> list[Any]:
        """Return nothing."""
        return []

    def check(self) -> list[Any]:
        """Return nothing."""
        return []

    def close(self) -> None:
        """Record the call."""
        self.is_closed = True


def of_types(item: Item) -> Iterator[bytes]:
    """One message for each event, with its type, and `GameHidden`."""
    if isinstance(item, GameHidden):
        yield b"GameHidden "
        return
    assert isinstance(item, News)
    for event in item.events:
        yield event.record["type"].encode() + b" "


def test_a_stream_that_cannot_begin_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store fails while unread notices are counted: the follower is closed."""
    world = World()
    ann = world.browser()
    ann.guest()

    def away(_: StoredInboxes, player: str) -> int:
        assert world.hub._all(), f"{player} is followed first, so that no change is missed"
        raise StoreAway("gone")

    monkeypatch.setattr(StoredInboxes, "unread", away)
    assert code(ann.ask("GET", "/events?mine=true")) == (503, "store/away")
    assert world.hub._all() == []
    world.hub.close()


def test_the_messages_of_hints() -> None:
    """A stream sends hints, a reset and keep-alives; closing it closes its follower."""
    script = Script(Hint(GAME, Version(7)), Missed())
    stream = LiveStream(cast("Follower", script), _messages, {})
    stream.open(WELCOME)
    assert stream.first == WELCOME
    assert stream.take() == b'data: {"game":"%b","version":7}\n\n' % GAME.encode() + RESET
    assert stream.check() == STILL_HERE
    assert not stream.ended
    stream.close()
    assert script.is_closed


class Site:
    """A table of two on an in-memory log, and a stream of it with this access check."""

    def __init__(self, stays: Callable[[], bool]) -> None:
        self.tables = tables_on(FakeEventLog())
        self.hub = Hub(self.tables.log, self.tables.matches, 1)
        table = NewTable(Rules(), 2, "ann", Sitter("ann", None))
        self.match = self.tables.create(derived_game_id("game"), table).after
        self.stream = LiveStream(self.hub.follow({self.match.id: 0}), of_types, {self.match.id: stays})

    def start(self) -> Match:
        """Let the second player join, which starts the game."""
        return self.tables.join(self.match, Sitter("bob", None)).after


def test_who_asks_is_asked_for_only_at_the_start() -> None:
    """Access is checked only when the game starts; until then everything is sent."""
    asked: list[bool] = []

    def stays() -> bool:
        asked.append(True)
        return False

    site = Site(stays)
    site.stream.open(b"")
    assert site.stream.first == b"GameCreated PlayerSeated "
    site.start()
    assert eventually(lambda: site.stream.take() is None, PATIENCE)
    assert not asked
    assert site.stream.recover() == b"PlayerSeated GameHidden "
    assert asked
    assert site.stream.ended
    site.hub.close()


def test_who_may_stay_sees_the_start() -> None:
    """With access the start is sent, and the stream continues."""
    site = Site(always)
    site.stream.open(b"")
    site.start()
    said = eventually(site.stream.take, PATIENCE)
    assert said is not None
    assert said.startswith(b"PlayerSeated GameStarted ")
    assert not site.stream.ended
    site.hub.close()
    assert site.stream.ended


def test_a_plain_server_iterates() -> None:
    """Iteration yields the past, then new events, and ends with the hub."""
    site = Site(always)
    site.stream.open(WELCOME)
    pieces = iter(site.stream)
    assert next(pieces) == WELCOME + b"GameCreated PlayerSeated "
    site.start()
    assert next(pieces).startswith(b"PlayerSeated GameStarted ")
    site.hub.close()
    assert list(pieces) == []
