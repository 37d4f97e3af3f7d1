"""A crowd at one address that uses all the bots that an address may have.

It keeps to the default limits: it sends almost as many requests as one address may.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Event, Lock
from time import perf_counter, sleep
from typing import Any

import orjson

from bench.tables import account, open_table
from bench.wire import Wire, new_address, request
from harness.games import seeded
from harness.service import API

SEATS = 600
"""The number of seats that one address may let bots play per hour."""
BOTS = 3
"""The number of bots at each table."""
DRIVERS = 40
"""The number of the crowd's connections."""
REQUESTS = 190
"""The number of requests that the crowd sends per second; one address may send 200."""


Connect = Callable[[], Wire]


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's seat at a table where bots have all the others."""

    game: str
    token: str

    @property
    def path(self) -> str:
        """The path of the game's resource."""
        return f"{API}/games/{self.game}"

    def turn(self, wire: Wire) -> Any:
        """The legal moves if it is this seat's turn; None if it is a bot's. Raises GameOver."""
        offered = orjson.loads(wire.expect(200, request("GET", f"{self.path}/moves")))
        if offered["seat"] is None:
            raise GameOver
        return offered if offered["seat"] == 0 else None

    def move(self, offered: Any, random: Random) -> bytes:
        """A request for a random one of these moves."""
        return request(
            "POST",
            f"{self.path}/moves",
            orjson.dumps(random.choice(offered["moves"])),
            Authorization=f"Bearer {self.token}",
            If_Match=f'"{offered["version"]}"',
        )


class GameOver(Exception):  # noqa: N818 - not an error
    """Nobody is to move any more."""


def sit_down(wire: Wire, token: str, bots: int) -> Seat:
    """Open a table for this account, with this number of bots."""
    signed = {"Authorization": f"Bearer {token}"}
    seat = Seat(open_table(wire, token, bots + 1), token)
    for _ in range(bots):
        wire.expect(201, request("POST", f"{seat.path}/bots", b'{"policy":"steady"}', **signed))
    return seat


@contextmanager
def crowd(port: int, *, persons: bool) -> Iterator[Callable[[], bool]]:
    """Keep `SEATS` seats of bots in play until the block ends; yields a function: True while they play.

    With `persons` a script moves for the first seat of each table as soon as it can; otherwise that player
    resigns, and bots play alone.
    """
    pace, stop, connect = _Pace(), Event(), partial(Wire, port, new_address())
    bots_of_a_table = BOTS if persons else BOTS + 1  # a bot takes the seat of a player who resigns
    with connect() as wire:
        seats = [_seat(wire, pace, persons=persons) for _ in range(SEATS // bots_of_a_table)]
    with ThreadPoolExecutor(DRIVERS) as pool:
        drivers = [
            pool.submit(_drive, connect, seats[number::DRIVERS], pace, stop)
            for number in range(DRIVERS if persons else 0)
        ]
        try:
            yield lambda: all(_plays_on(connect, seat, pace) for seat in (seats[0], seats[-1]))
        finally:
            stop.set()
        for driver in drivers:
            driver.result()


class _Pace:
    """Limits requests per second across threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next = perf_counter()

    def wait(self, requests: int = 1) -> None:
        with self._lock:
            due = self._next = max(self._next, perf_counter()) + requests / REQUESTS
        sleep(max(0.0, due - perf_counter()))


def _seat(wire: Wire, pace: _Pace, *, persons: bool) -> Seat:
    pace.wait(BOTS + 3)
    seat = sit_down(wire, account(wire), BOTS)
    if not persons:
        signed = {"Authorization": f"Bearer {seat.token}"}
        wire.expect(201, request("POST", f"{seat.path}/resign", b"{}", **signed))
    return seat


def _plays_on(connect: Connect, seat: Seat, pace: _Pace) -> bool:
    pace.wait()
    with connect() as wire, suppress(GameOver):
        seat.turn(wire)
        return True
    return False


def _drive(connect: Connect, seats: Sequence[Seat], pace: _Pace, stop: Event) -> None:
    """Move at each of these tables as soon as possible, until their end or until `stop` is set."""
    going, random = list(seats), seeded(1)
    while going and not stop.is_set():
        # The server closes a connection that waits for its pace.
        with suppress(OSError), connect() as wire:
            while going and not stop.is_set():
                going = [seat for seat in going if _moved(wire, seat, pace, random)]


def _moved(wire: Wire, seat: Seat, pace: _Pace, random: Random) -> bool:
    """Move if it is this seat's turn; False at the end of the game."""
    pace.wait()
    try:
        offered = seat.turn(wire)
    except GameOver:
        return False
    if offered:
        pace.wait()
        wire.ask(seat.move(offered, random))
    return True
