"""Limits how many requests of one address a process works on at the same time.

Threads share one interpreter, so each running request slows down all others. Without this limit an address
with 16 connections has sixteen times the share of an address with one. Further requests of the address wait
for their turn; when too many wait, they are refused.
"""

from dataclasses import dataclass, field
from threading import BoundedSemaphore, Lock

from flask import Flask, g, request

from service.asker import address
from service.problems import Problem

AT_ONCE = 4
"""Requests of one address that a process works on at once; they take milliseconds."""
WAITING = 60
"""Requests of one address that may wait for that; each holds a thread."""
PATIENCE_SECONDS = 4.0
"""How long a request waits; slow bodies of the same address may hold it up."""
UNLIMITED = ("healthz", "readyz", "static", "asset")
"""Endpoints of supervisors, and files that pages load."""


class TooManyAtOnce(Exception):  # noqa: N818 - the answer, not a fault
    """As many requests of the address wait as may."""


@dataclass(slots=True)
class _Compartment:
    """The requests of one address: running ones hold a slot; `members` counts these and the waiting ones."""

    slots: BoundedSemaphore
    members: int = field(default=0)


class Bulkhead:
    """The compartments of all addresses with a request in this process. Safe to share between threads."""

    def __init__(
        self, at_once: int = AT_ONCE, waiting: int = WAITING, patience: float = PATIENCE_SECONDS
    ) -> None:
        self._at_once = at_once
        self._patience = patience
        self._most = at_once + waiting
        self._compartments: dict[str, _Compartment] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """The number of addresses with a request."""
        return len(self._compartments)

    def enter(self, who: str) -> None:
        """Wait until a request of this address may be worked on; raises `TooManyAtOnce`, at once or later."""
        with self._lock:
            found = self._compartments.get(who)
            if found is None:
                found = self._compartments[who] = _Compartment(BoundedSemaphore(self._at_once))
            if found.members >= self._most:
                raise TooManyAtOnce
            found.members += 1
        if not found.slots.acquire(timeout=self._patience):
            with self._lock:
                self._withdraw(who, found)
            raise TooManyAtOnce

    def leave(self, who: str) -> None:
        """End a request that entered."""
        with self._lock:
            found = self._compartments[who]
            found.slots.release()
            self._withdraw(who, found)

    def _withdraw(self, who: str, found: _Compartment) -> None:
        """Count a request no more; the caller holds the lock."""
        found.members -= 1
        if not found.members:
            del self._compartments[who]


def register(app: Flask) -> None:
    """Let every request of the app pass a bulkhead; the body of a stream is sent outside of it."""
    bulkhead = Bulkhead()

    def enter() -> None:
        if request.endpoint in UNLIMITED:
            return
        who = address()
        try:
            bulkhead.enter(who)
        except TooManyAtOnce:
            raise Problem(
                429,
                "limit/requests",
                "too many requests of this address run or wait at this moment: send fewer at a time",
                headers={"Retry-After": "1"},
            ) from None
        g.compartment = who

    def leave(_: BaseException | None) -> None:
        who = g.pop("compartment", None)
        if who is not None:
            bulkhead.leave(who)

    app.before_request(enter)
    app.teardown_request(leave)
