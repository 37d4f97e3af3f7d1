"""Correspondence games for tests: bots, plans, time-outs, vacations, seats that are left, early ends.

They use the interfaces that the service uses. The test controls the time, and the same seed gives the same
game.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from harness.games import KEY, seeded
from harness.store.fake_log import FakeEventLog
from harness.store.signs import ControlledSigns
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
from replays.log.life import OutageReason
from replays.match.aggregate import Match, Sitter, Status
from replays.match.deciding import leaving
from replays.match.deciding.plans import Plan
from replays.match.randomness.seed_store import SeedStore

START = 1_798_502_400_000
"""Three days before 2027, in ms UTC, so that vacations extend into a new year."""

MINUTE = 60_000
HOUR = 60 * MINUTE


class Played(NamedTuple):
    """A game's id, its stored events, and the last version of each append."""

    game: GameId
    events: tuple[StoredEvent, ...]
    appends: tuple[int, ...]


class _Log(FakeEventLog):
    """A log that records the last version of each append."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[int] = []

    def append(self, append: Append) -> Appended | Repeated:
        """Store all of the append or nothing."""
        outcome = super().append(append)
        self.ends.append(append.head.version)
        return outcome


class Correspondence:
    """One game with its table and its workers; `now` is the time in ms UTC, which only the test changes.

    It opens at `start`. Its people have the ids `player-<seat>`, or those that `named` gives. Methods raise
    the service's refusals, which `attempt` suppresses.
    """

    def __init__(
        self,
        seed: int,
        rules: Rules | None = None,
        players: int = 2,
        options: Options = NO_OPTIONS,
        named: Callable[[int], str] = "player-{}".format,
        *,
        start: int = START,
    ) -> None:
        self._named = named
        self.random: Random = seeded(seed)
        self.now = start
        self.log = _Log()
        self.signs = ControlledSigns()
        self.tables = Tables(self.log, SeedStore(KEY), self._clock, self.random.randbytes, signs=self.signs)
        self.attendance = Attendance(self.tables)
        self.planning = Planning(self.tables, self._clock)
        self.duties = Duties(self.tables, self.attendance, self.planning, lambda: 0.0)
        table = NewTable(rules or Rules(), players, named(0), self._person(0), options)
        self.game = self.tables.create(new_game_id(self.random.randbytes(16)), table).after.id

    def _clock(self) -> int:
        return self.now

    @property
    def match(self) -> Match:
        """The game in its present state."""
        return self.tables.match(self.game)

    @property
    def played(self) -> Played:
        """The game's stored events so far."""
        return Played(self.game, tuple(self.log.read(self.game)), tuple(self.log.ends))

    def fill(self, *policies: str | None) -> None:
        """Fill the seats from 1 on: with a bot of this policy, or with a person for None."""
        for seat, policy in enumerate(policies, start=1):
            if policy is None:
                self.tables.join(self.match, self._person(seat))
            else:
                self.tables.seat_bot(self.match, self._named(0), policy)

    def work(self) -> None:
        """Let the workers do all work that is due now."""
        self.duties.do(self.game)
        self.tables.settle(self.game)

    def wait(self, ms: int) -> None:
        """Let this time pass; the workers act only after it."""
        self.now += ms
        self.work()

    def outage(self, ms: int, reason: OutageReason = OutageReason.AWAY, *actor: str) -> None:
        """Let the service be away for this time; nobody acts meanwhile, nor immediately afterwards."""
        self.signs.outage(self.now, self.now + ms, reason, *actor)
        self.now += ms

    def wait_until_due(self, late: int = 0) -> None:
        """Let the time of the seat to act run out; the workers act `late` ms afterwards."""
        self.wait(max(0, (self.match.deadline or self.now) - self.now) + late)

    def player(self, seat: int) -> str:
        """The id of the player on a seat."""
        return self.match.sitters[seat].player

    def move(self) -> None:
        """Make a random legal move of the person whose seat is to act."""
        match = self.match
        assert match.game is not None
        assert match.mover is not None
        choice = self.random.choice(legal_commands(match.game))
        self.tables.move(match, Move(self.player(match.mover), choice, match.head.version))

    def claim(self) -> None:
        """Let each present player claim the time-out of the seat to act, if it can be claimed."""
        for seat in leaving.present(self.match):
            self.attempt(_claims, seat)
        self.work()

    def lay_plan(self, seat: Seat) -> None:
        """Store a plan for the seat's next turn: a random placement of its next domino, and random wishes."""
        match = self.match
        assert match.game is not None
        kingdom, lines = match.game.kingdoms[seat], (*match.game.line, *match.game.next_line)
        own = next((slot.domino for slot in lines if slot.seat == seat), None)
        places = LegalPlacements(kingdom, kingdom.dominoes[own]) if own else ()
        place = self.random.choice(places) if places else None
        wished = self.random.sample(sorted(kingdom.dominoes), len(kingdom.dominoes))
        self.planning.lay(match, self.player(seat), Plan(place, tuple(wished)))

    def moves(self, count: int) -> None:
        """Make `count` moves, one minute apart; the workers do what is due after each."""
        for _ in range(count):
            if self.match.mover is None:
                return
            self.now += MINUTE
            self.move()
            self.work()

    def finish(self) -> Played:
        """Play with moves of all people until the game is scored."""
        while self.match.mover is not None:
            self.moves(1)
        self.work()
        return self.played

    def attempt(self, change: Callable[["Correspondence", Seat], object], seat: Seat) -> None:
        """Let the seat try this change, which may be refused."""
        with suppress(*REFUSALS):
            change(self, seat)

    def step(self) -> None:
        """Let some time pass, perhaps let the workers act, and let a player act."""
        self.now += self._pause()
        if self.random.random() < 0.9:
            self.work()
        if self.random.random() < 0.75:
            self.attempt(_moves, Seat(0))
        else:
            self.something()

    def something(self) -> None:
        """Let a random player do something other than moving."""
        person = self.random.choice([*leaving.present(self.match), Seat(0)])
        [change] = self.random.choices([change for change, _ in RARELY], [weight for _, weight in RARELY])
        self.attempt(change, person)

    def _pause(self) -> int:
        """A random pause in ms: mostly minutes, sometimes days, sometimes up to a deadline or past it."""
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
"""The actions of people other than moves, each with its weight."""


def played(seed: int, rules: Rules | None = None, players: int = 2, options: Options = NO_OPTIONS) -> Played:
    """A game in which people and bots act at random, until it is scored or aborted."""
    table = Correspondence(seed, rules, players, options)
    table.fill(*(table.random.choice([None, None, *quick()]) for _ in range(players - 1)))
    while table.match.status is Status.ACTIVE:
        table.step()
    table.work()
    return table.played
