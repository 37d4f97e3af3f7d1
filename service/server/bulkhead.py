"""Limits how many requests of one address a process works on at the same time: to one.

Threads share one interpreter, so each running request slows down all others. Without this limit an address
with 16 connections has 16 times the share of an address with one. Further requests of the address wait for
their turn on the event loop, where they hold no thread; when too many wait, further ones are refused.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf

from service.application.problem import Problem

WAITING = 63
"""The number of requests of one address that may wait for their turn."""
CHEAP_WAITING = 1000
"""The number of cheap requests of one address that may wait."""
PATIENCE_SECONDS = 4.0
"""The longest time that a request waits for its turn."""


class TooManyAtOnce(Problem):
    """429: too many requests of the address are waiting, or this one timed out while waiting."""

    def __init__(self) -> None:
        super().__init__(
            429,
            "limit/requests",
            "too many requests of this address run or wait at this moment: send fewer at a time",
            headers={"Retry-After": "1"},
        )


@dataclass(slots=True)
class _Compartment:
    """The requests of one address: the running one holds `turn`, `members` counts all."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    members: int = 0


class Bulkhead:
    """The compartments of all addresses with a request in this process, for one event loop.

    At most `waiting` requests of an address wait, for at most `patience` seconds; None is for ever.
    """

    def __init__(self, waiting: float = WAITING, patience: float | None = PATIENCE_SECONDS) -> None:
        self._patience = patience
        self._most = 1 + waiting
        self._compartments: dict[str, _Compartment] = {}

    def __len__(self) -> int:
        """The number of addresses with a request."""
        return len(self._compartments)

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Hold the turn of this address for the block; raises `TooManyAtOnce`."""
        found = self._compartments.setdefault(who, _Compartment())
        if found.members >= self._most:
            raise TooManyAtOnce
        found.members += 1
        try:
            await (found.turn.acquire() if found.members == 1 else self._wait_for(found.turn))
            try:
                yield
            finally:
                found.turn.release()
        finally:
            found.members -= 1
            if not found.members:
                del self._compartments[who]

    async def _wait_for(self, turn: asyncio.Lock) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await turn.acquire()
        except TimeoutError:
            raise TooManyAtOnce from None


class Bulkheads:
    """The turns of a process: of cheap requests, whose paths begin so, of the others, and of pieces.

    `pieces` are the further pieces of long responses; a response that has begun is not refused.
    """

    def __init__(self, cheap_paths: tuple[str, ...] = (), others: Bulkhead | None = None) -> None:
        self.pieces = Bulkhead(waiting=inf, patience=None)
        self._cheap_paths = cheap_paths
        self._cheap = Bulkhead(waiting=CHEAP_WAITING)
        self._others = Bulkhead() if others is None else others

    def of(self, path: str) -> Bulkhead:
        """The bulkhead of requests for this path."""
        return self._cheap if path.startswith(self._cheap_paths) else self._others
