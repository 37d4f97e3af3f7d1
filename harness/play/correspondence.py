"""Correspondence games to test with: bots, plans, time-outs, vacations, seats that are left, early ends.

Everything goes through the doors that the service uses; the time is in the hand of the test, and the same
seed gives the same game.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from harness.games import KEY, seeded
from harness.store.memory_log import MemoryEventLog
from kingdomino.board.kingdom import LegalPlacements
from kingdomino.board.numbers import Seat
from kingdomino.machine import legal_commands
from kingdomino.policies import quick
from kingdomino.rules import Rules
from replays.clocks.week import DAY
from replays.commands.attendance import Attendance
from replays.commands.duties import Duties
from replays.commands.handler import REFUSALS
from replays.commands.planning import Planning
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Options
from replays.log.event_log import Append, Appended, Repeated
from replays.match.aggregate import Match, Sitter, Status
from replays.match.deciding import leaving
from replays.match.deciding.plans import Plan
from replays.match.randomness.seed_store import SeedStore

START = 1_798_502_400_000
"""Three days before 2027, so that vacations meet a new year."""

MINUTE = 60_000
HOUR = 60 * MINUTE


class Played(NamedTuple):
    """A game's id, its stored events, and the version with which each append ended."""

    game: GameId
    events: tuple[StoredEvent, ...]
    appends: tuple[int, ...]


class _Log(MemoryEventLog):
    """A log that remembers where its appends ended."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[int] = []

    def append(self, append: Append) -> Appended | Repeated:
        """Add all of it or nothing."""
        outcome = super().append(append)
        self.ends.append(append.head.version)
        return outcome


class Correspondence:
    """One game with its table and its workers; `now` is the time in ms UTC, which only the test changes.

    Its people are `player-<seat>`, or have the ids that `named` gives. Methods raise what the service answers
    with; `attempt` does not.
    """

    def __init__(
        self,
        seed: int,
        rules: Rules | None = None,
        players: int = 2,
        options: Options = NO_OPTIONS,
        named: Callable[[int], str] = "player-{}".format,
    ) -> None:
        self._named = named
        self.random: Random = seeded(seed)
        self.now = START
        self.log = _Log()
        self.tables = Tables(self.log, SeedStore(KEY), self._clock, self.random.randbytes)
        self.attendance = Attendance(self.tables)
        self.planning = Planning(self.tables, self._clock)
        self.duties = Duties(self.tables, self.attendance, self.planning, lambda: 0.0)
        table = NewTable(rules or Rules(), players, named(0), self._person(0), options)
        self.game = self.tables.create(new_game_id(self.random.randbytes(16)), table).match.id

    def _clock(self) -> int:
        return self.now

    @property
    def match(self) -> Match:
        """The game as it is now."""
        return self.tables.match(self.game)

    @property
    def played(self) -> Played:
        """What was stored so far."""
        return Played(self.game, tuple(self.log.read(self.game)), tuple(self.log.ends))

    def fill(self, *policies: str | None) -> None:
        """Take the seats from 1 on: a bot of this policy, or a person for None."""
        for seat, policy in enumerate(policies, start=1):
            if policy is None:
                self.tables.join(self.match, self._person(seat))
            else:
                self.tables.seat_bot(self.match, self._named(0), policy)

    def work(self) -> None:
        """The workers do all that is due now."""
        self.duties.do(self.game)
        self.tables.settle(self.game)

    def wait(self, ms: int) -> None:
        """So much time passes; the workers look up only afterwards."""
        self.now += ms
        self.work()

    def wait_until_due(self, late: int = 0) -> None:
        """The time of the seat to act runs out, and the workers look up so many ms late."""
        self.wait(max(0, (self.match.deadline or self.now) - self.now) + late)

    def player(self, seat: int) -> str:
        """Who sits on a seat."""
        return self.match.sitters[seat].player

    def move(self) -> None:
        """The seat to act makes a random legal move, in person."""
        match = self.match
        assert match.game is not None
        assert match.mover is not None
        choice = self.random.choice(legal_commands(match.game))
        self.tables.move(match, Move(self.player(match.mover), choice, match.head.version))

    def claim(self) -> None:
        """Whoever is there claims the time-out of the seat to act, where that is to be claimed."""
        for seat in leaving.present(self.match):
            self.attempt(_claims, seat)
        self.work()

    def lay_plan(self, seat: Seat) -> None:
        """Somebody lays a plan for the next turn: any place for the own domino, and any wishes."""
        match = self.match
        assert match.game is not None
        kingdom, lines = match.game.kingdoms[seat], (*match.game.line, *match.game.next_line)
        own = next((slot.domino for slot in lines if slot.seat == seat), None)
        places = LegalPlacements(kingdom, kingdom.dominoes[own]) if own else ()
        place = self.random.choice(places) if places else None
        wished = self.random.sample(sorted(kingdom.dominoes), len(kingdom.dominoes))
        self.planning.lay(match, self.player(seat), Plan(place, tuple(wished)))

    def moves(self, count: int) -> None:
        """So many times somebody moves, a minute later each time, and the workers do what is due."""
        for _ in range(count):
            if self.match.mover is None:
                return
            self.now += MINUTE
            self.move()
            self.work()

    def finish(self) -> Played:
        """Everybody moves to the end, and the game is scored."""
        while self.match.mover is not None:
            self.moves(1)
        self.work()
        return self.played

    def attempt(self, change: Callable[["Correspondence", Seat], object], seat: Seat) -> None:
        """Somebody tries this, and it may be refused."""
        with suppress(*REFUSALS):
            change(self, seat)

    def step(self) -> None:
        """Some time passes, the workers may look up, and somebody does something."""
        self.now += self._pause()
        if self.random.random() < 0.9:
            self.work()
        if self.random.random() < 0.75:
            self.attempt(_moves, Seat(0))
        else:
            self.something()

    def something(self) -> None:
        """Somebody does something else than moving."""
        person = self.random.choice([*leaving.present(self.match), Seat(0)])
        [change] = self.random.choices([change for change, _ in RARELY], [weight for _, weight in RARELY])
        self.attempt(change, person)

    def _pause(self) -> int:
        """Mostly minutes, at times days, at times just up to a deadline or past it."""
        due = max(0, (self.match.deadline or self.now) - self.now)
        choices = [0, self.random.randrange(HOUR), self.random.randrange(2 * DAY), due - 1, due, due + HOUR]
        return max(0, self.random.choices(choices, [2, 12, 1, 1, 0.5, 0.5])[0])

    def _person(self, seat: int) -> Sitter:
        return Sitter(self._named(seat), self.random.randbytes(32).hex() if seat % 2 else None)


def _moves(table: Correspondence, _: Seat) -> None:
    if table.match.mover in leaving.present(table.match):
        table.move()


def _returns(table: Correspondence, _: Seat) -> None:
    away = [seat for seat, _policy in table.match.stand_ins]
    seat = table.random.choice(away or [Seat(0)])
    table.attendance.come_back(table.match, table.player(seat))


def _claims(table: Correspondence, seat: Seat) -> None:
    table.attendance.claim(table.match, table.player(seat))


def _takes_over(table: Correspondence, _: Seat) -> None:
    for seat in table.match.game.left if table.match.game else ():
        table.attendance.take_over(table.match, f"visitor-{table.match.head.version}", seat)


RARELY: tuple[tuple[Callable[[Correspondence, Seat], object], float], ...] = (
    (lambda table, seat: table.lay_plan(seat), 12),
    (_returns, 4),
    (_takes_over, 4),
    (_claims, 4),
    (lambda table, seat: table.attendance.begin_vacation(table.match, table.player(seat)), 2),
    (lambda table, seat: table.attendance.end_vacation(table.match, table.player(seat)), 2),
    (lambda table, seat: table.attendance.resign(table.match, table.player(seat)), 0.5),
    (lambda table, seat: table.attendance.agree_to_end(table.match, table.player(seat)), 1),
    (lambda table, seat: table.attendance.abort(table.match, table.player(seat)), 0.5),
)
"""What people do beside moving, each with how often."""


def played(seed: int, rules: Rules | None = None, players: int = 2, options: Options = NO_OPTIONS) -> Played:
    """A game of people and bots who do whatever comes to mind, until it is scored or aborted."""
    table = Correspondence(seed, rules, players, options)
    table.fill(*(table.random.choice([None, None, *quick()]) for _ in range(players - 1)))
    while table.match.status is Status.ACTIVE:
        table.step()
    table.work()
    return table.played
