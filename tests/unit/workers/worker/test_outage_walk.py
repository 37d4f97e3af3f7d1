"""A walk gives the time of a new outage back in every running game, once, and is not needed for that."""

from harness.games import KEY, seeded
from harness.store.fake_log import FakeEventLog
from harness.store.signs import ControlledSigns
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Options
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from workers.worker.outage_walk import PAGE, RECENT_MS, OutageWalk

START = 1_798_502_400_000
HOUR = 3_600_000
CLOCK = Options(clock=ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400))


class Hall:
    """In-memory games of two, and their signs of life; `now` is the time in ms UTC."""

    def __init__(self) -> None:
        self.now = START
        self.random = seeded(1)
        self.log = FakeEventLog()
        self.signs = ControlledSigns()
        self.tables = Tables(
            self.log, SeedStore(KEY), lambda: self.now, self.random.randbytes, signs=self.signs
        )
        self.walk = self.another()

    def another(self) -> OutageWalk:
        """Return the walk of another worker."""
        return OutageWalk(self.tables, lambda now: self.signs.known(now, 0), lambda: self.now)

    def game(self, options: Options = CLOCK, *others: Sitter) -> GameId:
        """Return a game of Ann with these others; it has begun if there is one."""
        game = new_game_id(self.random.randbytes(16))
        match = self.tables.create(game, NewTable(Rules(), 2, "ann", Sitter("ann", None), options)).after
        for other in others:
            match = self.tables.join(match, other).after
        return game

    def outage(self) -> None:
        """Let the service be away for an hour, after an hour."""
        self.now += 2 * HOUR
        self.signs.outage(self.now - HOUR, self.now)

    def walk_all(self) -> int:
        """Let the walk go on to its end; returns the number of its pages."""
        pages = 0
        while self.walk.go_on():
            pages += 1
        return pages

    def recorded(self, game: GameId) -> int:
        """Return how many outages the game has."""
        return [event.record["type"] for event in self.log.read(game)].count("OutageRecorded")


BOB = Sitter("bob", None)


def test_every_running_game_gets_its_time_back_once() -> None:
    """Games on several pages get one event; one without a clock, or not begun, none; then the walk rests."""
    hall = Hall()
    running = [hall.game(CLOCK, BOB) for _ in range(PAGE + 1)]
    others = [hall.game(NO_OPTIONS, BOB), hall.game(CLOCK)]
    assert hall.walk_all() == 0
    before = hall.tables.match(running[0]).deadline
    hall.outage()
    assert hall.walk_all() == 2
    assert [hall.recorded(game) for game in running] == [1] * len(running)
    assert [hall.recorded(game) for game in others] == [0, 0]
    assert hall.tables.match(running[0]).deadline == (before or 0) + 2 * HOUR
    assert hall.walk_all() == 0
    hall.walk = hall.another()
    assert hall.walk_all() == 2
    assert hall.recorded(running[0]) == 1


def test_a_walk_that_died_is_done_again() -> None:
    """Another worker begins anew, and a game whose outage is recorded already is left alone."""
    hall = Hall()
    games = [hall.game(CLOCK, BOB) for _ in range(PAGE + 1)]
    hall.outage()
    assert hall.walk.go_on()
    assert sorted(hall.recorded(game) for game in games)[:2] == [0, 1]
    hall.walk = hall.another()
    hall.walk_all()
    assert [hall.recorded(game) for game in games] == [1] * len(games)


def test_an_old_outage_is_not_walked_for() -> None:
    """A worker that starts two days later leaves it to the games' next changes."""
    hall = Hall()
    game = hall.game(CLOCK, BOB)
    hall.outage()
    hall.now += 2 * RECENT_MS
    assert hall.walk_all() == 0
    assert hall.recorded(game) == 0
