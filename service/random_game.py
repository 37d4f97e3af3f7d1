"""A whole game at a running service, played over HTTP with random legal moves."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from service.client import Client, Player

Json = dict[str, Any]

NAMES = ("Ann", "Ben", "Cleo", "Dan")
POLL_SECONDS = 0.1
SCORED_SECONDS = 30.0
"""How long the worker may take for the result; it needs a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game that has started, and its players by seat."""

    state: Json
    players: Mapping[int, Player]

    @property
    def game(self) -> str:
        """The game's id."""
        return str(self.state["id"])


def open_table(client: Client, rules: Json, players: int) -> Table:
    """Register as many players, open a game for them and let them sit down."""
    first, *others = [client.create_player(name) for name in NAMES[:players]]
    game = client.create_game(first, rules, players)["id"]
    seated = {0: first} | {client.take_seat(player, game): player for player in others}
    return Table(client.state(game), seated)


def play(client: Client, table: Table, random: Random) -> Iterator[Json]:
    """The state after each move, until nobody is to act; every legal move is equally likely."""
    state = table.state
    while state["to_act"]:
        offered = client.moves(table.game)
        move = random.choice(offered["moves"])
        state = client.move(table.players[offered["seat"]], table.game, move, offered["version"])
        yield state


def until_scored(
    client: Client,
    game: str,
    *,
    seconds: float = SCORED_SECONDS,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Json:
    """The state once the game is scored; the last one seen where that takes longer than `seconds`."""
    deadline = clock() + seconds
    while (state := client.state(game))["status"] != "scored" and clock() < deadline:
        pause(POLL_SECONDS)
    return state


def dominoes_used(state: Json) -> int:
    """How many dominoes lie in kingdoms or were discarded by their owners."""
    return sum(len(kingdom["cells"]) // 2 + len(kingdom["discarded"]) for kingdom in state["kingdoms"])


def dominoes_in_all(state: Json) -> int:
    """How many dominoes the players get in the whole game (R1, R2)."""
    players = len(state["kingdoms"])
    kings = 4 if players == 2 else players
    return int(state["rounds"]) * kings
