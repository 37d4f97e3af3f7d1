"""Tables opened by clients that stay below their limits: each table has its own accounts and address."""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import orjson

from bench.wire import Wire, request, wires
from harness.games import seeded
from harness.service import API

PLAYERS = 4

_names = count(1)


class Table:
    """A game, and the tokens of its players in order of seats."""

    def __init__(self, game: str, tokens: Sequence[str]) -> None:
        self.game = game
        self.tokens = tokens

    @property
    def path(self) -> str:
        """The path of the game's resource."""
        return f"{API}/games/{self.game}"

    def next_move(self, wire: Wire, random: Random) -> bytes | None:
        """A request for a random legal move; None at the end of the game."""
        offered: Any = orjson.loads(wire.expect(200, request("GET", f"{self.path}/moves")))
        if not offered["moves"]:
            return None
        return request(
            "POST",
            f"{self.path}/moves",
            orjson.dumps(random.choice(offered["moves"])),
            Authorization=f"Bearer {self.tokens[offered['seat']]}",
            If_Match=f'"{offered["version"]}"',
            Idempotency_Key=f"move-{offered['version']}",
        )


def account(wire: Wire) -> str:
    """The token of a new account."""
    name = orjson.dumps({"name": f"Guest {next(_names)}"})
    return str(orjson.loads(wire.expect(201, request("POST", f"{API}/players", name)))["token"])


def new_table(port: int) -> Table:
    """A game that four new accounts have just started."""
    with Wire(port) as wire:
        first, *others = (account(wire) for _ in range(PLAYERS))
        table = Table(open_table(wire, first, PLAYERS), [first, *others])
        for token in others:
            wire.expect(201, request("POST", f"{table.path}/seats", b"{}", Authorization=f"Bearer {token}"))
    return table


def open_table(wire: Wire, token: str, players: int) -> str:
    """The id of a new table for `players`, where this account sits; bots play on for players who leave."""
    body = orjson.dumps({"players": players, "absent": "bot"})
    opened = request("POST", f"{API}/games", body, Authorization=f"Bearer {token}")
    return str(orjson.loads(wire.expect(201, opened))["id"])


def moves(port: int, seed: int = 1) -> Iterator[bytes]:
    """Requests for moves, game after game; send each before taking the next."""
    random, asking = seeded(seed), wires(port)
    while True:
        table = new_table(port)
        while asked := table.next_move(next(asking), random):
            yield asked
