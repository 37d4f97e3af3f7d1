"""What all live streams have in common, and when a stream of hints ends; without a network but for a pair."""

import os
import socket
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, ClassVar, cast

import pytest
from fakeredis import FakeRedis

from replays.encoding.identity import GameId, Version
from service.accounts.players import Players
from service.accounts.tokens import FIRST, Access, Tokens
from service.api.accounts.me_games import _messages
from service.api.live.sse import HEARTBEAT_LOOKS, RESET, STILL_HERE, WELCOME, batches
from service.api.live.streams import LiveStream
from service.live.follower import Follower, Hint, Missed
from tests.support.games import ADDRESS

GAME = GameId("00000000-0000-4000-8000-000000000001")


class Script:
    """A source that gives these batches without waiting, then none for ever; it ends after so many looks."""

    seen: ClassVar[dict[GameId, int]] = {}
    player = "ann"

    def __init__(self, *given: list[Any], looks: int = 10**6) -> None:
        self._given = iter(given)
        self._looks = looks

    @property
    def ended(self) -> bool:
        """Whether all looks were taken."""
        return self._looks == 0

    def wait(self, _: float) -> list[Any]:
        """The next batch, or none."""
        self._looks -= 1
        return next(self._given, [])

    def catch_up(self) -> list[Any]:
        """Nothing was missed."""
        return []


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Give both ends of a connection."""
    one, other = socket.socketpair()
    with one, other:
        yield one, other


def test_signs_of_life() -> None:
    """One after so many quiet looks, counted from the last batch on; the end of the source ends it."""
    quiet: list[list[str]] = [[]] * (HEARTBEAT_LOOKS - 1)
    source = Script(*quiet, ["a"], *quiet, ["b"], looks=3 * HEARTBEAT_LOOKS)
    assert list(batches(source, None)) == [["a"], ["b"], None]


def test_a_client_that_has_left(pair: tuple[socket.socket, socket.socket]) -> None:
    """It ends the stream at the next quiet look; one that says nothing, or more, is there."""
    here, there = pair
    assert next(batches(Script(), here)) is None
    there.send(b"GET / HTTP/1.1")
    assert next(batches(Script(), here)) is None
    there.close()
    here.recv(100)
    assert list(batches(Script(["a"]), here)) == [["a"]]


def test_a_connection_that_is_closed_here(pair: tuple[socket.socket, socket.socket]) -> None:
    """It counts as left."""
    pair[0].close()
    assert list(batches(Script(), pair[0])) == []


def test_a_stream_of_hints_ends_with_its_token() -> None:
    """As long as the token holds it gives hints and signs of life; at the next sign after that it ends."""
    store = FakeRedis()
    players, tokens = Players(store, bytes(32), os.urandom, lambda: 0.0), Tokens(store, bytes(32), os.urandom)
    ann = players.register("Ann", None, ADDRESS, 1)
    tokens.issue(ann.id, "phone", None, 2)
    follower = cast("Follower", Script([Hint(GAME, Version(7)), Missed()]))
    access = Access(ann.id, FIRST)
    stream = LiveStream(follower, _messages, {}, partial(tokens.holds, access)).messages(None)
    data = b'data: {"game":"%b","version":7}\n\n' % GAME.encode()
    assert list(islice(stream, 4)) == [WELCOME, data, RESET, STILL_HERE]
    tokens.revoke(ann.id, FIRST)
    assert list(stream) == []
