"""Does each step of a game and of a dynasty over HTTP while a process is killed."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from random import Random

from harness.programs.crash import PATIENCE, Caller, Installation, Victim
from harness.waiting import eventually
from tests.crash.support.audit import audit, audit_begun, audit_dynasty, audit_tournament
from tests.crash.support.play import MOVES, Table, new_key

CHOSEN = {"choose": list(range(1, 49))}
"""A plan that can choose from any line."""


class Strikes:
    """The steps at one installation; a victim is killed during each of them, and then the log is audited.

    A strike needs a moment to find its victim, so a short step is repeated until the strike is over, and once
    after it.
    """

    def __init__(self, site: Installation, caller: Caller, pool: ThreadPoolExecutor, random: Random) -> None:
        self._site = site
        self._caller = caller
        self._pool = pool
        self._random = random

    def open(self, victim: Victim) -> None:
        """Players register, open tables and take seats, and their games start."""
        tables: list[Table] = []
        self._while_falls(victim, lambda: tables.append(self._table()))
        audit_begun(self._site, [table.played for table in tables])

    def move(self, victim: Victim) -> None:
        """Players move."""
        tables = [self._table()]

        def move() -> None:
            if len(tables[-1].played.moves) == MOVES[2]:
                tables.append(self._table())
            tables[-1].move()

        self._while_falls(victim, move)
        audit_begun(self._site, [table.played for table in tables])

    def plan(self, victim: Victim) -> None:
        """A player stores a plan, and a worker carries it out when the turn has come."""
        table = self._table()
        path, players = f"games/{table.played.id}", table.played.players
        planner = 1 - self._caller.get(f"{path}/moves")["seat"]
        fallen = self._strike(victim)
        laid = self._caller.put(f"{path}/plan", CHOSEN, table.headers_of(players[planner]))
        assert laid["plan"] == CHOSEN
        while self._caller.get(f"{path}/moves")["seat"] != planner:
            table.move()
        eventually(lambda: self._types(path).count("PlanFired"), PATIENCE)
        fallen.result()
        assert self._types(path).count("PlanFired") == 1
        audit_begun(self._site, [table.played])

    def score(self, victim: Victim) -> None:
        """The last move of a game is made, and a worker scores it."""
        table = self._table()
        for _ in range(MOVES[2] - 1):
            table.move()
        fallen = self._strike(victim)
        table.move()
        eventually(table.is_scored, PATIENCE)
        fallen.result()
        audit(self._site, [table.played])

    def dynasty(self, victim: Victim) -> None:
        """A dynasty is opened, its seats are taken, and a worker starts its first game."""
        table = self._table()
        first, second = map(table.headers_of, table.played.players)
        fallen = self._strike(victim)
        path = "dynasties"
        dynasty = self._caller.post(path, {"players": 2}, new_key(self._random), first)["id"]
        self._caller.post(f"{path}/{dynasty}/seats", {}, new_key(self._random), second)
        eventually(lambda: self._caller.get(f"{path}/{dynasty}")["games"], PATIENCE)
        fallen.result()
        audit_dynasty(self._site, dynasty)

    def tournament(self, victim: Victim) -> None:
        """A tournament of bots is started; workers pair its round, open and play it, and count its games."""
        table, key = self._table(), partial(new_key, self._random)
        director = table.headers_of(table.played.players[0])
        wanted = {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 1, "clock": None}
        path = f"tournaments/{self._caller.post('tournaments', wanted, key(), director)['id']}"
        self._caller.post(f"{path}/entries", {"bots": ["random"] * 5}, key(), director)
        fallen = self._strike(victim)
        self._caller.post(f"{path}/start", {}, key(), director, 200)
        eventually(lambda: self._round(path) == "done", PATIENCE)
        fallen.result()
        self._caller.post(f"{path}/rounds/1/close", {}, key(), director, 200)
        eventually(lambda: self._types(path)[-1] == "TournamentEnded", PATIENCE)
        audit_tournament(self._site, path)

    def _round(self, path: str) -> str:
        rounds = self._caller.get(path)["rounds"]
        return rounds[0]["status"] if rounds else ""

    @property
    def steps(self) -> Sequence[Callable[[Victim], None]]:
        """All steps."""
        return self.open, self.move, self.plan, self.score, self.dynasty, self.tournament

    def _table(self) -> Table:
        return Table(self._caller, 2, self._random)

    def _types(self, path: str) -> list[str]:
        return [event["type"] for event in self._caller.get(f"{path}/events")["events"]]

    def _strike(self, victim: Victim) -> Future[None]:
        return self._pool.submit(self._site.strike, victim)

    def _while_falls(self, victim: Victim, step: Callable[[], None]) -> None:
        fallen = self._strike(victim)
        while not fallen.done():
            step()
        step()
        fallen.result()


def strike_all(site: Installation, random: Random) -> int:
    """Kill every victim in every step; returns the number of kills."""
    with Caller(site.port) as caller, ThreadPoolExecutor(1) as pool:
        strikes = Strikes(site, caller, pool, random)
        for step in strikes.steps:
            for victim in Victim:
                step(victim)
    site.await_ready()
    return len(strikes.steps) * len(Victim)
