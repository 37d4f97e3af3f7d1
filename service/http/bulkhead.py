"""Limits how many requests of one address a process works on at the same time: to one.

Threads share one interpreter, so each running request slows down all others. Without this limit an address
with 16 connections has sixteen times the share of an address with one. Further requests of the address wait
for their turn; when too many wait, they are refused. While a request waits for its body, it lets others of
its address go on: `outside`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from flask import Flask, g, request

from service.http.client_address import address
from service.problem import Problem

WAITING = 63
"""Requests of one address that may wait for their turn or for their body; each holds a thread."""
PATIENCE_SECONDS = 4.0
"""How long a request waits for its turn."""
UNLIMITED = ("healthz", "readyz", "static", "asset")
"""Endpoints of supervisors, and files that pages load."""


class TooManyAtOnce(Problem):
    """429: as many requests of the address wait as may, or this one's turn did not come."""

    def __init__(self) -> None:
        super().__init__(
            429,
            "limit/requests",
            "too many requests of this address run or wait at this moment: send fewer at a time",
            headers={"Retry-After": "1"},
        )


@dataclass(slots=True)
class _Compartment:
    """The requests of one address: the one that runs holds the turn; `members` counts all."""

    turn: Lock = field(default_factory=Lock)
    members: int = 0


class Admission:
    """A request that entered; for the thread that answers it."""

    def __init__(self, who: str, turn: Lock, patience: float) -> None:
        self.who = who
        self._turn = turn
        self._patience = patience
        self._running = False

    def run(self) -> None:
        """Wait for the turn; raises `TooManyAtOnce` when it does not come in time."""
        if not self._turn.acquire(timeout=self._patience):
            raise TooManyAtOnce
        self._running = True

    def pause(self) -> None:
        """Give the turn to the next one; does nothing if this one does not have it."""
        if self._running:
            self._running = False
            self._turn.release()


class Bulkhead:
    """The compartments of all addresses with a request in this process. Safe to share between threads."""

    def __init__(self, waiting: int = WAITING, patience: float = PATIENCE_SECONDS) -> None:
        self._patience = patience
        self._most = 1 + waiting
        self._compartments: dict[str, _Compartment] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """The number of addresses with a request."""
        return len(self._compartments)

    def enter(self, who: str) -> Admission:
        """Count a request of this address, which may `run` then; `leave` must follow.

        Raises `TooManyAtOnce`.
        """
        with self._lock:
            found = self._compartments.setdefault(who, _Compartment())
            if found.members >= self._most:
                raise TooManyAtOnce
            found.members += 1
        return Admission(who, found.turn, self._patience)

    def leave(self, admission: Admission) -> None:
        """End a request that entered, whether it runs or not."""
        admission.pause()
        with self._lock:
            found = self._compartments[admission.who]
            found.members -= 1
            if not found.members:
                del self._compartments[admission.who]


def register(app: Flask) -> None:
    """Let every request of the app pass a bulkhead; the body of a stream is sent outside of it."""
    bulkhead = Bulkhead()

    def enter() -> None:
        if request.endpoint in UNLIMITED:
            return
        g.admission = bulkhead.enter(address())
        g.admission.run()

    def leave(_: BaseException | None) -> None:
        admission = g.pop("admission", None)
        if admission is not None:
            bulkhead.leave(admission)

    app.before_request(enter)
    app.teardown_request(leave)


@contextmanager
def outside() -> Iterator[None]:
    """Let other requests of the address go on while this one waits for its client.

    Raises `TooManyAtOnce` when its turn does not come again. After another exception it stays outside.
    """
    admission = g.get("admission")
    if admission is not None:
        admission.pause()
    yield
    if admission is not None:
        admission.run()
