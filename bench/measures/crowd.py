"""A crowd at one address that takes all the bots an address may have.

It keeps to the default limits: it sends as many requests as one address may, and no more.
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
"""How many seats one address may let bots play in an hour."""
BOTS = 3
"""At each table."""
DRIVERS = 40
"""Connections of the crowd."""
REQUESTS = 190
"""How many requests the crowd sends in a second; one address may send 200."""


Connect = Callable[[], Wire]


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's seat at a table of which bots have all others."""

    game: str
    token: str

    @property
    def path(self) -> str:
        """Where its state is."""
        return f"{API}/games/{self.game}"

    def turn(self, wire: Wire) -> Any:
        """The legal moves if it is this seat's turn; None at the turn of a bot. Raises GameOver."""
        offered = orjson.loads(wire.expect(200, request("GET", f"{self.path}/moves")))
        if offered["seat"] is None:
            raise GameOver
        return offered if offered["seat"] == 0 else None

    def move(self, offered: Any, random: Random) -> bytes:
        """A request that makes one of these moves."""
        return request(
            "POST",
            f"{self.path}/moves",
            orjson.dumps(random.choice(offered["moves"])),
            Authorization=f"Bearer {self.token}",
            If_Match=f'"{offered["version"]}"',
        )


class GameOver(Exception):  # noqa: N818 - no fault
    """Nobody is to act any more."""


def sit_down(wire: Wire, token: str, bots: int) -> Seat:
    """A new table of this account, with so many bots."""
    signed = {"Authorization": f"Bearer {token}"}
    seat = Seat(open_table(wire, token, bots + 1), token)
    for _ in range(bots):
        wire.expect(201, request("POST", f"{seat.path}/bots", b'{"policy":"steady"}', **signed))
    return seat


@contextmanager
def crowd(port: int, *, persons: bool) -> Iterator[Callable[[], bool]]:
    """`SEATS` seats of bots in play, until the end of the block; gives what says whether they still are.

    With `persons` a script moves for the last seat of each table as soon as it can; else that seat is left,
    and the tables are for bots alone.
    """
    pace, stop, connect = _Pace(), Event(), partial(Wire, port, new_address())
    bots_of_a_table = BOTS if persons else BOTS + 1  # who resigns gives one more seat to a bot
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
    """Lets so many requests pass in a second, whichever thread sends them."""

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
    """Move at each of these tables as soon as it can be done, to the end or until told to stop."""
    going, random = list(seats), seeded(1)
    while going and not stop.is_set():
        # The server hangs up on a connection that waits for its pace.
        with suppress(OSError), connect() as wire:
            while going and not stop.is_set():
                going = [seat for seat in going if _moved(wire, seat, pace, random)]


def _moved(wire: Wire, seat: Seat, pace: _Pace, random: Random) -> bool:
    """Move where it is this seat's turn; False at the end of the game."""
    pace.wait()
    try:
        offered = seat.turn(wire)
    except GameOver:
        return False
    if offered:
        pace.wait()
        wire.ask(seat.move(offered, random))
    return True
