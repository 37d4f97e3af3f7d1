"""Four at a table on a real server: one plays by plan, one by hand, one is a bot, and one is late.

In each turn of the late player an outage over the deadline is declared first, which moves the deadline.
The test controls the time, relay, sweepers and workers.
"""

from collections.abc import Callable
from contextlib import ExitStack

from harness.games import KEY
from harness.jobs.site import Site
from kingdomino.board.kingdom import LegalPlacements
from kingdomino.board.numbers import Seat
from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.attendance import Attendance
from replays.commands.planning import Planning
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import derived_game_id
from replays.encoding.signing import Signer
from replays.events.game_events import Options
from replays.log.life import KnownOutage, OutageReason, RecentSigns
from replays.match.aggregate import Match, Sitter, Status
from replays.match.deciding.coming_turns import coming_turn
from replays.match.deciding.plans import Plan
from replays.match.randomness.seed_store import SeedStore
from replays.store import clients
from replays.store.life import LifeStore
from workers.relay.relay import Relay
from workers.relay.sweeper import PATIENCE, DueSweeper

GAME = derived_game_id("company")
DAY = 86_400
HOUR = 3_600_000
START = 1_798_502_400_000
"""Three days before 2027, in ms UTC."""

PLANNER, BY_HAND, BOT, LATE = map(Seat, range(4))
"""The seats of the players."""

SEED = b"company's seed, of 32 bytes long"
"""A seed with which the late player acts first, so that the planner can plan from the first turn on."""


class Company:
    """The game and all its players; `now` is the time in ms UTC, which only the test changes."""

    def __init__(self, url: str, stack: ExitStack, now: int = START) -> None:
        self.now = now
        self.site = site = Site(url, stack)
        self.life = LifeStore(stack.enter_context(clients.writer(url)))
        signs = RecentSigns(lambda _: self.life.read())
        site.tables = self.tables = Tables(site.log, SeedStore(KEY), self.clock, lambda _: SEED, signs=signs)
        site.relay = Relay(site.log, site.dispatcher, "relay-1", dead_after_ms=0, clock=self.clock)
        self.attendance = Attendance(self.tables)
        self.planning = Planning(self.tables, self.clock)
        self.due_sweeper = DueSweeper(site.log, site.dispatcher, site.clock, self.clock)

    def clock(self) -> int:
        """The time in ms UTC."""
        return self.now

    @property
    def match(self) -> Match:
        """The game in its present state."""
        return self.tables.match(GAME)

    def begin(self) -> None:
        """Fill the table: three players and the bot."""
        day = ClockSpec(TimeControl.PER_TURN, DAY, DAY, DAY)
        planner = Sitter("planner", "ab" * 32)
        table = NewTable(Rules(), 4, planner.player, planner, Options(clock=day))
        match = self.tables.create(GAME, table).after
        match = self.tables.join(match, Sitter("by-hand", None)).after
        match = self.tables.seat_bot(match, "by-hand", "greedy").after
        assert self.tables.join(match, Sitter("late", "cd" * 32)).after.mover == LATE

    def play(self, advance: Callable[[], object]) -> Match:
        """Play until the game is scored; `advance` may do any part of the work of relay and workers."""
        while (match := self.match).status is not Status.SCORED:
            if match.status is Status.ACTIVE:
                self.act(match)
            advance()
        return match

    def act(self, match: Match) -> None:
        """Let the players act: one plans, one moves, one returns or lets their time run out."""
        assert match.game is not None
        self.now += 1000
        is_planned = match.mover == PLANNER or self.planning.show(match, "planner") is not None
        if not is_planned and coming_turn(match.game, PLANNER):
            self.planning.lay(match, "planner", planned(match))
        if match.policy_of(LATE) and match.mover != LATE and match.game.round % 3 == 0:
            match = self.attendance.come_back(match, "late").after
        if match.mover == BY_HAND and match.game is not None:
            choice = legal_commands(match.game)[0]
            self.tables.move(match, Move("by-hand", choice, match.head.version))
        elif match.mover == LATE and match.deadline is not None:
            self.now = self.late(match, match.deadline)

    def late(self, match: Match, deadline: int) -> int:
        """The time at which the late player has not moved: after an outage, or at the deadline after it."""
        clocks = match.clocks
        if clocks and any(each.start >= clocks.since for each in clocks.outages):
            return deadline
        self.life.declare(KnownOutage(deadline - HOUR, deadline + HOUR, OutageReason.FAULTY, "operator"))
        return deadline + HOUR

    def sweep(self) -> None:
        """Let the sweepers find due work, including lost work, for which they wait longer."""
        self.site.clock.advance(PATIENCE)
        self.site.sweep_patiently()
        self.due_sweeper.sweep()
        self.site.relay.dispatch()


def planned(match: Match) -> Plan:
    """A plan for the planner's next turn: the first legal placement of its next domino, and any domino."""
    assert match.game is not None
    game = match.game
    own = next((slot.domino for slot in (*game.line, *game.next_line) if slot.seat == PLANNER), None)
    kingdom, wishes = game.kingdoms[PLANNER], tuple(sorted(match.rules.dominoes))
    places = LegalPlacements(kingdom, kingdom.dominoes[own]) if own else ()
    return Plan(next(iter(places), None), wishes)


def check_whole(company: Company) -> None:
    """Assert that the game is complete: all seats played their way, once, and no audit verdict fails."""
    events, fault = company.site.log.read_checked(GAME)
    assert fault is None
    records = [event.record for event in events]
    kinds = [record["type"] for record in records]
    moves = {"DominoChosen", "DominoPlaced", "DominoDiscarded"}
    causes: dict[int, set[str]] = {}
    for record in records:
        if record["type"] in moves:
            causes.setdefault(record["seat"], set()).add(record["cause"])
    assert causes == {PLANNER: {"plan"}, BY_HAND: {"player"}, BOT: {"bot"}, LATE: {"bot"}}
    assert kinds.count("PlanFired") == 13
    assert kinds.count("OutageRecorded") == kinds.count("TimeExpired")
    assert kinds.count("TimeExpired") == kinds.count("SeatAway") > kinds.count("SeatReturned") > 1
    assert kinds[-3:] == ["GameEnded", "SeedRevealed", "GameScored"]
    report = audit(game_bundle(GAME, company.site.log.read(GAME), Signer(bytes(32))))
    assert Verdict.FAIL not in report.verdicts.values(), report
    assert company.site.log.due(2**53, 9) == []
