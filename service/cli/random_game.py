"""Plays a whole game at a running service over HTTP with random legal moves, optionally against bots."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from service.cli.client import ApiClient, ClientError, Player

Json = dict[str, Any]

NAMES = ("Ann", "Ben", "Cleo", "Dan")
POLL_SECONDS = 0.1
WORKER_SECONDS = 30.0
"""The time limit for a worker to play a bot's moves or score the game; it needs a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Patience:
    """A time limit for polling, with its clock."""

    seconds: float = WORKER_SECONDS
    clock: Callable[[], float] = time.monotonic
    pause: Callable[[float], None] = time.sleep

    def until(self, done: Callable[[Json], bool], look: Callable[[], Json]) -> Json:
        """Poll `look` until `done` holds or the time is over; returns the last result."""
        deadline = self.clock() + self.seconds
        while not done(seen := look()) and self.clock() < deadline:
            self.pause(POLL_SECONDS)
        return seen


PATIENCE = Patience()
"""Enough for any running worker."""


@dataclass(frozen=True, slots=True)
class RemoteTable:
    """A game that has started, and its players by seat; bots have the other seats."""

    state: Json
    players: Mapping[int, Player]

    @property
    def game(self) -> str:
        """The game's id."""
        return str(self.state["id"])


def open_table(client: ApiClient, rules: Json, players: int, bots: Sequence[str] = ()) -> RemoteTable:
    """Open a game, and seat newly registered players and a bot of each policy."""
    first, *others = [client.create_player(name) for name in NAMES[: players - len(bots)]]
    game = client.create_game(first, rules, players, join=False)["id"]
    seated = {client.take_seat(player, game): player for player in (first, *others)}
    for policy in bots:
        client.seat_bot(first, game, policy)
    return RemoteTable(client.state(game), seated)


def play(
    client: ApiClient, table: RemoteTable, random: Random, patience: Patience = PATIENCE
) -> Iterator[Json]:
    """Play uniformly random legal moves to the end; yields the states after these and after bots' moves.

    Waits for bots; raises `ClientError` if they do not move.
    """
    state = table.state
    while state["to_act"]:
        player = table.players.get(state["to_act"]["seat"])
        state = _move(client, table.game, player, random) if player else _bots_move(client, table, patience)
        yield state


def _move(client: ApiClient, game: str, player: Player, random: Random) -> Json:
    """Make a random move, and return the state after it."""
    offered = client.moves(game)
    return client.move(player, game, random.choice(offered["moves"]), offered["version"])


def _bots_move(client: ApiClient, table: RemoteTable, patience: Patience) -> Json:
    """Wait until no bot is to act, and return the state."""

    def waits(state: Json) -> bool:
        return not state["to_act"] or state["to_act"]["seat"] in table.players

    state = patience.until(waits, lambda: client.state(table.game))
    if not waits(state):
        raise ClientError("no bot moves: do the processes `kingdomino relay` and `kingdomino worker` run?")
    return state


def until_scored(client: ApiClient, game: str, patience: Patience = PATIENCE) -> Json:
    """Wait until the game is scored, and return the state, or the last one seen if the time is over."""
    return patience.until(lambda state: state["status"] == "scored", lambda: client.state(game))


def dominoes_used(state: Json) -> int:
    """The number of dominoes that were placed or discarded."""
    return sum(len(kingdom["cells"]) // 2 + len(kingdom["discarded"]) for kingdom in state["kingdoms"])


def dominoes_in_all(state: Json) -> int:
    """The number of dominoes that the players get in the whole game (R1, R2)."""
    players = len(state["kingdoms"])
    kings = 4 if players == 2 else players
    return int(state["rounds"]) * kings
