"""Tournaments of people whose results a director assigns: no game is played."""

import os
from collections.abc import Sequence
from random import Random

from harness.games import KEY
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.commands.handler import Decide
from replays.commands.tables import Tables
from replays.encoding.identity import new_game_id
from replays.events.game_events import NO_OPTIONS, Options
from replays.events.regulations import Code, Format, Regulations
from replays.match.aggregate import Match
from replays.match.randomness.seed_store import SeedStore
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening
from replays.tournament.deciding.directing import Grounds
from replays.tournament.tournaments import Tournaments

WHY = Grounds("director", Code.CLERICAL, "as the players said")
NOW = 1_800_000_000_000


class Season:
    """A tournament on a log of its own, at `at` ms UTC; every method returns the tournament after it."""

    def __init__(self, plan: opening.Announcement, players: int) -> None:
        self.at = NOW
        self.tables = Tables(FakeEventLog(), SeedStore(KEY), lambda: self.at, os.urandom)
        self.all = Tournaments(self.tables, lambda: self.at)
        names = [f"player-{number}" for number in range(players)]
        self.now = self.all.found(new_game_id(Random(1).randbytes(16)), plan, WHY.by).after  # noqa: S311
        if names:
            self.act(lambda now, _: opening.enter_players(now, names, WHY.by))

    def start(self) -> Tournament:
        """Start it, and open the first round."""
        self.now = self.all.change(self.now, lambda now, _: opening.start(now, WHY.by)).after
        return self.advance()

    def advance(self) -> Tournament:
        """Carry out what is due."""
        self.now = self.all.advance(self.now.id)
        return self.now

    def pair(self, tables: Sequence[Sequence[int]], byes: Sequence[int] = ()) -> Tournament:
        """Pair the next round by hand; entrants from 1."""
        number = self.now.paired + 1
        return self.act(lambda now, _: acts.set_pairing(now, WHY, number, tables, byes))

    def act(self, decide: Decide[Tournament]) -> Tournament:
        """Carry out an act."""
        self.now = self.all.change(self.now, decide).after
        return self.now

    def close(self) -> Tournament:
        """Let the seats of each table come in order, sign the round off and pair the next one."""
        running = self.now.running
        assert running is not None
        for table in running.tables:
            self.correct(table.number, range(1, len(table.entrants) + 1))
        self.now = self.all.close(self.now, running.number, WHY.by).after
        return self.advance()

    def correct(self, game: int, places: Sequence[int]) -> Tournament:
        """Let a game count with these places."""
        return self.act(lambda now, _: acts.correct(now, WHY, game, places))

    def enter(self, name: str) -> Tournament:
        """Let a player enter."""
        return self.act(lambda now, _: opening.enter_players(now, [name], WHY.by))

    def match(self, number: int) -> Match:
        """The game of this number."""
        return self.tables.match(self.now.games[number - 1].id)


def season(
    form: Format,
    size: int,
    rounds: int,
    players: int,
    regulations: Regulations | None = None,
    *,
    options: Options = NO_OPTIONS,
) -> Season:
    """A tournament with players 1 to `players` in its field."""
    agreed = regulations or Regulations()
    plan = opening.Announcement("Cup", form, size, rounds, Rules(), options, agreed)
    return Season(plan, players)
