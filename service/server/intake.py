"""Shares the reading of requests among addresses, before any other limit can count a request.

One event loop parses all connections. So all that an address sends delays everybody, even if it never
becomes a request. Therefore everything received has a price in steps, of some two microseconds each. An
address may take `TURN_STEPS` in one iteration of the loop, and `STEPS_A_SECOND` in the long run. Beyond that
nothing is refused: the connections of the address take turns, one slice each. The socket of a connection that
waits is not read.
"""

import asyncio
from collections import deque
from math import inf
from typing import Protocol
from weakref import WeakValueDictionary

STEPS_A_SECOND = 50_000.0
"""The steps that an address may take in a second: a tenth of a core, or the reading of 400 requests."""
BURST_STEPS = STEPS_A_SECOND / 2
"""The steps that an address may take at once after it was quiet."""
TURN_STEPS = 500
"""The steps after which an address waits for the next iteration of the loop: about a millisecond."""

SLICE_STEPS = 25
"""The price of a slice, of any size, besides what is found in it; each part of a request costs one step."""
CONNECTION_STEPS = 50
REQUEST_STEPS = 100
"""The price of a complete head, whose request is queued for its answer."""
REFUSAL_STEPS = 500
"""The price of a request that is refused here: an address that sends nothing else has 100 in a second."""


class Reader(Protocol):
    """What a connection has received."""

    def read(self) -> int:
        """Parse one slice; returns the steps that it took."""

    def waits(self) -> bool:
        """True if another slice can be parsed."""


class Share:
    """The steps of one address, and its connections that wait for their turn, in order.

    Until the address has earned its burst again, the loop holds the share, so a new connection finds the
    debts of closed ones.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._loop = asyncio.get_running_loop()
        self._credit, self._counted_at = burst, self._loop.time()
        self._waiting: deque[Reader] = deque()
        self._turn: asyncio.Handle | None = None
        self._has_rest = True

    def ask(self, reader: Reader) -> None:
        """Let this connection be read: at once if its address is at rest, else in its turn."""
        self._waiting.append(reader)
        if self._has_rest:
            self._take_turn()

    def ask_later(self, reader: Reader) -> None:
        """Let this connection be read in its turn, and not before the next iteration of the loop."""
        self._waiting.append(reader)
        if self._has_rest:
            self._plan(0)

    def _take_turn(self) -> None:
        """Read slices of the waiting connections, one each, until the turn is over; then plan the next."""
        self._earn()
        taken, self._has_rest = 0, False  # so that none of the readers begins another turn
        try:
            while self._waiting and taken < TURN_STEPS and self._credit > 0:
                reader = self._waiting.popleft()
                steps = reader.read()
                taken += steps
                self._credit -= steps
                if reader.waits():
                    self._waiting.append(reader)
        finally:  # a fault at one connection must not stop the others for ever
            self._plan(taken)

    def _plan(self, taken: int) -> None:
        self._has_rest = not (taken or self._waiting)
        if not self._has_rest:
            # Who is in debt waits until it has a whole turn: many short turns would cost more than they read.
            self._after(0.0 if self._credit > 0 else (TURN_STEPS - self._credit) / self._rate)
            return
        if self._credit < self._burst:
            self._after((self._burst - self._credit) / self._rate)

    def _after(self, seconds: float) -> None:
        """Take the next turn after this time, in place of any that was planned before."""
        if self._turn is not None:
            self._turn.cancel()
        if seconds > 0:
            self._turn = self._loop.call_later(seconds, self._take_turn)
        else:
            self._turn = self._loop.call_soon(self._take_turn)

    def _earn(self) -> None:
        now = self._loop.time()
        if self._credit < self._burst:
            self._credit = min(self._burst, self._credit + self._rate * (now - self._counted_at))
        self._counted_at = now


class Intake:
    """The shares of all addresses, for one event loop; without limits an address only takes turns."""

    def __init__(self, *, is_limited: bool) -> None:
        self._steps = (STEPS_A_SECOND, BURST_STEPS) if is_limited else (inf, inf)
        self._shares: WeakValueDictionary[str, Share] = WeakValueDictionary()

    def __len__(self) -> int:
        """The number of addresses with connections, or with steps to be given back."""
        return len(self._shares)

    def share(self, address: str) -> Share:
        """The share of this address; valid as long as somebody holds it."""
        found = self._shares.get(address)
        if found is None:
            found = self._shares[address] = Share(*self._steps)
        return found
