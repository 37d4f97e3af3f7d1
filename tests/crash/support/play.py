"""Plays games over HTTP while processes are killed, and collects what was acknowledged."""

import uuid
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy, deepcopy
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from harness.games import seeded
from harness.programs.crash import PATIENCE, Caller, Installation, Json, Victim
from harness.waiting import eventually

MOVES = {2: 48, 3: 72, 4: 96}
"""The number of moves of a game, by players: each domino is chosen and placed or discarded (R5, R8)."""
REPEATED = 0.1
"""The fraction of acknowledged moves that are sent a second time."""


@dataclass(frozen=True, slots=True)
class Strike:
    """A kill just before this move of this game of the campaign, or after the last move."""

    victim: Victim
    game: int
    move: int


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A move that got 201: its player, key, content and expected version, and the returned state."""

    player: str
    key: str
    move: Json
    expected: int
    state: Json


@dataclass(slots=True)
class Played:
    """One game as its players have seen it. `troubles` and `longest` are those of the caller.

    `commands` has the keys of all requests of the game; `scored_after` is in seconds.
    """

    id: str
    players: list[str]
    moves: list[Acknowledged] = field(default_factory=list)
    commands: set[str] = field(default_factory=set)
    troubles: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    scored_after: float = 0.0


class Campaign:
    """Several games at once, one thread each, with strikes while they are played."""

    def __init__(
        self, site: Installation, tables: Sequence[int], strikes: Sequence[Strike], seed: int
    ) -> None:
        self._site = site
        self._tables = tables
        self._strikes = strikes
        self._seed = seed
        self._striking: list[Future[None]] = []
        self._pool = ThreadPoolExecutor(len(tables) + len(strikes))

    def run(self) -> list[Played]:
        """Play every game until it is scored."""
        with self._pool:
            played = list(self._pool.map(self._play, range(len(self._tables))))
        for strike in self._striking:
            strike.result()
        self._site.await_ready()
        return played

    def _play(self, number: int) -> Played:
        random = seeded(self._seed * 1000 + number)
        with Caller(self._site.port) as caller:
            table = Table(caller, self._tables[number], random)
            for move in range(MOVES[self._tables[number]]):
                self._strike_at(number, move)
                table.move()
            ended = monotonic()
            self._strike_at(number, MOVES[self._tables[number]])
            eventually(table.is_scored, PATIENCE)
            table.played.scored_after = monotonic() - ended
            table.played.troubles, table.played.longest = caller.troubles, caller.longest
        return table.played

    def _strike_at(self, game: int, move: int) -> None:
        """Start the strikes of this move in the background, so that they hit requests in flight."""
        for strike in self._strikes:
            if (strike.game, strike.move) == (game, move):
                self._striking.append(self._pool.submit(self._site.strike, strike.victim))


class Table:
    """One game; one caller plays for all players."""

    def __init__(self, caller: Caller, players: int, random: Random) -> None:
        self._caller = caller
        self._random = random
        self._tokens: dict[str, str] = {}
        ids = [self._register(f"player {seat}") for seat in range(players)]
        key = self._key()
        body = {"rules": {}, "players": players, "join": True}
        self.played = Played(caller.post("games", body, key, self.headers_of(ids[0]))["id"], ids)
        self.played.commands.add(f"{ids[0]} {key}")
        for seat, player in enumerate(ids[1:], start=1):
            answer = caller.post(f"{self._path}/seats", {}, self._next_key(player), self.headers_of(player))
            assert answer == {"seat": seat}

    def of(self, caller: Caller) -> "Table":
        """A copy of the table with another caller, which goes on with the game; this one stays as it is."""
        other = copy(self)
        other._caller, other._random, other.played = caller, copy(self._random), deepcopy(self.played)
        return other

    @property
    def _path(self) -> str:
        return f"games/{self.played.id}"

    def move(self) -> None:
        """Make a random one of the legal moves."""
        listed = self._caller.get(f"{self._path}/moves")
        player = self.played.players[listed["seat"]]
        move, version = self._random.choice(listed["moves"]), listed["version"]
        key = self._next_key(player)
        headers = {**self.headers_of(player), "If-Match": f'"{version}"'}
        state = self._caller.post(f"{self._path}/moves", move, key, headers)
        self.played.moves.append(Acknowledged(player, f"{player} {key}", move, version, state))
        if self._random.random() < REPEATED:
            assert self._caller.post(f"{self._path}/moves", move, key, headers) == state

    def is_scored(self) -> bool:
        """True if the game is scored."""
        return bool(self._caller.get(self._path)["status"] == "scored")

    def headers_of(self, player: str) -> dict[str, str]:
        """The headers that authenticate the player."""
        return {"Authorization": f"Bearer {self._tokens[player]}"}

    def _register(self, name: str) -> str:
        player = self._caller.post("players", {"name": name}, self._key())
        self._tokens[player["id"]] = player["token"]
        return str(player["id"])

    def _next_key(self, player: str) -> str:
        key = self._key()
        self.played.commands.add(f"{player} {key}")
        return key

    def _key(self) -> str:
        return new_key(self._random)


def new_key(random: Random) -> str:
    """A new random Idempotency-Key."""
    return str(uuid.UUID(int=random.getrandbits(128), version=4))
