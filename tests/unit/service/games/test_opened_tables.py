"""Tables noted by who opened them: few questions, pruned when full, and nobody locked out."""

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import KEY
from harness.store.memory_log import MemoryEventLog
from harness.store.records import CREATED, first, games, later
from replays.encoding.identity import GameId
from replays.log.event_log import IndexChange
from replays.log.listing import Listing
from service.games.seats.opened_tables import BEING_OPENED_MS, OpenedTables, Opening

MOST = 3


class World:
    """A log, a store and what is noted there; `now` is the time in ms UTC."""

    def __init__(self) -> None:
        self.now = CREATED
        self.log = MemoryEventLog()
        self.store = FakeRedis(server=FakeServer())
        self.opened = OpenedTables(self.store, self.log, KEY, lambda: self.now)

    def note(self, game: GameId, address: str = "192.0.2.1") -> bool:
        """Whether there is room for a game from this address."""
        return self.opened.from_address(Opening(Listing.GAMES, game, address), MOST)

    def open(self, game: GameId, address: str = "192.0.2.1") -> bool:
        """The same, and the game is opened then."""
        if noted := self.note(game, address):
            self.log.append(first(game, index=IndexChange(CREATED, None, "open")))
        return noted

    def end(self, game: GameId, status: str = "active") -> None:
        """The game waits for players no more."""
        self.log.append(later(self.log, game, index=IndexChange(CREATED, "open", status)))


@pytest.fixture
def world() -> World:
    """Give an empty store."""
    return World()


def test_so_many_and_no_more(world: World) -> None:
    """The same one again needs no room; another address has its own."""
    ids = games(5)
    assert [world.open(game) for game in ids[:4]] == [True, True, True, False]
    assert world.note(ids[0])
    assert world.open(ids[4], "192.0.2.2")


@pytest.mark.parametrize("status", ["active", "aborted"])
def test_what_waits_no_more_makes_room(world: World, status: str) -> None:
    """As soon as it is filled or called off, for as many as there are."""
    ids = games(6)
    for game in ids[:3]:
        world.open(game)
    world.end(ids[0], status)
    world.end(ids[1], status)
    assert [world.open(game) for game in ids[3:]] == [True, True, False]


def test_what_is_being_opened_keeps_its_place(world: World) -> None:
    """For a minute, in which it must come into the log; the place of what never comes is free then."""
    ids = games(4)
    for game in ids[:3]:
        assert world.note(game)
    world.now += BEING_OPENED_MS
    assert not world.note(ids[3])
    world.now += 1
    assert world.note(ids[3])


def test_a_clock_that_was_ahead_locks_nobody_out(world: World) -> None:
    """What was noted a day ahead and never opened is pruned when the clock is back."""
    ids = games(4)
    world.now += 86_400_000
    for game in ids[:3]:
        assert world.note(game)
    world.now -= 86_400_000
    assert world.note(ids[3])


def test_the_sets_of_owners_end(world: World) -> None:
    """Nothing is kept for ever."""
    world.open(games(1)[0])
    [key] = world.store.keys()
    assert world.store.ttl(key) > 0
