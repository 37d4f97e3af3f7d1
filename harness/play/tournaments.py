"""Tournaments for tests, opened and played through the same interfaces as all others."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from random import Random

from harness.games import finish, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.commands.attendance import Attendance
from replays.commands.handler import Decide
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Absent, Options
from replays.events.regulations import Code, Format, Regulations
from replays.log.event_log import EventLog
from replays.match.aggregate import Sitter, Status
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening
from replays.tournament.deciding.directing import Grounds
from replays.tournament.deciding.opening import Announcement
from replays.tournament.tournaments import Tournaments

DIRECTOR = "director"
WHY = Grounds(DIRECTOR, Code.CLERICAL, "for the test")


def plan(
    players: int = 2,
    rounds: int = 2,
    form: Format = Format.SWISS,
    options: Options = NO_OPTIONS,
    regulations: Regulations | None = None,
) -> Announcement:
    """A tournament that can be announced."""
    return Announcement("Cup", form, players, rounds, Rules(), options, regulations or Regulations())


SHORT = replace(NO_OPTIONS, absent=Absent.END)
"""Options by which a game of two ends when somebody resigns."""


@dataclass
class Season:
    """One tournament on a log, with its director's desk."""

    announcement: Announcement = field(default_factory=plan)
    log: EventLog = field(default_factory=FakeEventLog)
    seed: int = 1

    def __post_init__(self) -> None:
        self._open()
        self.random: Random = seeded(self.seed)
        self.id = GameId(new_game_id(self.random.randbytes(16)))
        self.all.found(self.id, self.announcement, DIRECTOR)

    def _open(self) -> None:
        self.tables = tables_on(self.log)
        self.all = Tournaments(self.tables, now_ms)

    def on(self, log: EventLog) -> "Season":
        """The same tournament on another log, which has its records."""
        there = copy(self)
        there.log = log
        there._open()
        return there

    @property
    def now(self) -> Tournament:
        """The tournament as it is in the log."""
        return self.all.tournament(self.id)

    def decide(self, decide: Decide[Tournament]) -> Tournament:
        """Append what `decide` decides."""
        return self.all.change(self.now, decide).after

    def enter(self, players: Iterable[str] = (), bots: int = 0) -> Tournament:
        """Players enter by themselves; the director enters bots."""
        for player in players:
            self.decide(lambda now, _, player=player: opening.enter(now, Sitter(player, None)))  # type: ignore[misc]
        if bots:
            self.decide(lambda now, _: opening.enter_bots(now, ["random"] * bots, DIRECTOR))
        return self.now

    def start(self) -> Tournament:
        """The director starts, and a worker opens the first round."""
        self.decide(lambda now, _: opening.start(now, DIRECTOR))
        return self.advance()

    def advance(self) -> Tournament:
        """A worker does what is due."""
        return self.all.advance(self.id)

    def award(self, winner: int = 0) -> Tournament:
        """The director gives each running table a result, by places: this seat first, the others share."""
        for table in self.now.games:
            if not self.now.has_result(table):
                places = [1 if seat == winner else 2 for seat in range(len(table.entrants))]
                number = table.number
                self.decide(lambda now, _, n=number, p=places: acts.correct(now, WHY, n, p))  # type: ignore[misc]
        return self.now

    def play(self) -> Tournament:
        """Play all running games to their ends, and count them."""
        for table in self.now.unscored:
            finish(self.tables, table.id, self.random)
            self.tables.settle(table.id)
        return self.advance()

    def close(self) -> Tournament:
        """The director signs the running round off, and a worker opens the next."""
        now = self.now
        self.all.close(now, now.paired, DIRECTOR)
        return self.advance()


def resign_all(season: Season) -> None:
    """End each running game of two by a resignation, and score it as a worker does."""
    attendance = Attendance(season.tables)
    for table in season.now.unscored:
        match = season.tables.match(table.id)
        if match.status is Status.ACTIVE:
            attendance.resign(match, match.sitters[season.random.randrange(2)].player)
        season.tables.settle(table.id)


def check_complete(season: Season, rounds: int) -> None:
    """Assert that the record is as if no process had ever died.

    Each round is paired, opened, counted and revealed once, nobody sits twice in a round, and the log has the
    games of the tables and no other.
    """
    now, log = season.now, season.log
    types = [event.record["type"] for event in log.read(season.id)]
    tables = [table for each in now.rounds for table in each.tables]
    for name in ("RoundPaired", "RoundOpened", "SeedRevealed", "RoundClosed"):
        assert types.count(f"Tournament{name}") == rounds, types
    assert types.count("TournamentTableScored") == len(tables)
    assert types[-1] == "TournamentEnded"
    for each in now.rounds:
        seated = [entrant for table in (*each.tables,) for entrant in table.entrants]
        assert sorted((*seated, *each.paired.byes)) == [entrant.number for entrant in now.field]
    games, _ = log.list_games(limit=len(tables) + 9)
    assert sorted(games) == sorted(table.id for table in tables)
    for game in games:
        of = [event.record["type"] for event in log.read(game)]
        assert [of.count(name) for name in ("GameCreated", "GameStarted", "GameScored")] == [1, 1, 1], of
