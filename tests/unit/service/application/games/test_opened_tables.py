"""Opened tables by opener: few reads, pruned when full, and nobody locked out."""

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import KEY
from harness.store.fake_log import FakeEventLog
from harness.store.records import CREATED, first, games, later
from replays.encoding.identity import GameId
from replays.log.event_log import IndexChange
from replays.log.listing import GAMES
from service.application.games.seats.opened_tables import BEING_OPENED_MS, OpenedTables, Opening

MOST = 3


class World:
    """A log, a store and the opened tables there; `now` is the time in ms UTC."""

    def __init__(self) -> None:
        self.now = CREATED
        self.log = FakeEventLog()
        self.store = FakeRedis(server=FakeServer())
        self.opened = OpenedTables(self.store, self.log, KEY, lambda: self.now)

    def note(self, game: GameId, address: str = "192.0.2.1") -> bool:
        """Return True if there is room for a game from this address."""
        return self.opened.from_address(Opening(GAMES, game, address), MOST)

    def open(self, game: GameId, address: str = "192.0.2.1") -> bool:
        """Open a game if there is room for it."""
        if noted := self.note(game, address):
            self.log.append(first(game, index=IndexChange(CREATED, None, "open")))
        return noted

    def end(self, game: GameId, status: str = "active") -> None:
        """End the game's wait for players."""
        self.log.append(later(self.log, game, index=IndexChange(CREATED, "open", status)))


@pytest.fixture
def world() -> World:
    """Give an empty store."""
    return World()


def test_so_many_and_no_more(world: World) -> None:
    """The same game needs no second place; another address has its own places."""
    ids = games(5)
    assert [world.open(game) for game in ids[:4]] == [True, True, True, False]
    assert world.note(ids[0])
    assert world.open(ids[4], "192.0.2.2")


@pytest.mark.parametrize("status", ["active", "aborted"])
def test_what_waits_no_more_makes_room(world: World, status: str) -> None:
    """A table that is filled or called off frees its place."""
    ids = games(6)
    for game in ids[:3]:
        world.open(game)
    world.end(ids[0], status)
    world.end(ids[1], status)
    assert [world.open(game) for game in ids[3:]] == [True, True, False]


def test_what_is_being_opened_keeps_its_place(world: World) -> None:
    """A place is reserved for a minute; if the game does not appear in the log, it is free again."""
    ids = games(4)
    for game in ids[:3]:
        assert world.note(game)
    world.now += BEING_OPENED_MS
    assert not world.note(ids[3])
    world.now += 1
    assert world.note(ids[3])


def test_a_clock_that_was_ahead_locks_nobody_out(world: World) -> None:
    """Places reserved a day ahead and never used are pruned after the clock is set back."""
    ids = games(4)
    world.now += 86_400_000
    for game in ids[:3]:
        assert world.note(game)
    world.now -= 86_400_000
    assert world.note(ids[3])


def test_the_sets_of_owners_end(world: World) -> None:
    """The stored sets expire."""
    world.open(games(1)[0])
    [key] = world.store.keys()
    assert world.store.ttl(key) > 0
