"""Signs of life of the service, and the outages that follow from them or were declared.

A web process that can write to the store gives a sign of life every few seconds. While no process does, no
player can move. Times are ms UTC.
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, Protocol

AWAY_MS = 30_000
"""The time without a sign of life from which on the service counts as away."""


SERVICE = "system"
"""The actor of an outage that no account declared."""


class OutageReason(Enum):
    """The reason for which an interval is nobody's time; all but `away` are declared by a person.

    `away`: the service gave no sign of life. `unreachable`: it ran, and players could not reach it. `faulty`:
    it could be reached, and did not work. `halted`: the clocks were stopped for another reason.
    """

    AWAY = "away"
    UNREACHABLE = "unreachable"
    FAULTY = "faulty"
    HALTED = "halted"


class KnownOutage(NamedTuple):
    """An interval whose time is nobody's: from `start` to `end`, excluded.

    `actor` is the id of the account that declared it, or `SERVICE`.
    """

    start: int
    end: int
    reason: OutageReason
    actor: str = SERVICE


class Life(NamedTuple):
    """The last sign of life, None before the first one, and the newest outages that ended by then."""

    last: int | None
    outages: tuple[KnownOutage, ...] = ()

    def is_away(self, now: int) -> bool:
        """True if the service has given no sign of life for `AWAY_MS`."""
        return self.last is not None and now - self.last >= AWAY_MS


class SignsOfLife(Protocol):
    """What a process knows of the signs of life. Methods raise StoreAway."""

    def known(self, now: int, since: int) -> Life:
        """Return what is known: no outage that ended by `now` is missing, nor a sign of `since` or later.

        If the service is away, only an outage that has not ended is missing.
        """


class NoSigns:
    """The signs of a log without processes, such as one in memory: no outage is known."""

    def known(self, now: int, since: int) -> Life:  # noqa: ARG002 - the arguments of the interface
        """Return that nothing is known."""
        return Life(None)


class RecentSigns:
    """Signs of life that are asked for again when they could be incomplete. Safe to share between threads.

    `ask` returns what the store knows; a process whose work is itself a sign of life writes one with it.
    An outage is a time of at least `AWAY_MS` without a sign. So none has ended since a sign that is younger.
    """

    def __init__(self, ask: Callable[[int], Life]) -> None:
        self._ask = ask
        self._life = Life(None)

    def refresh(self, now: int) -> Life:
        """Ask the store, and return what it knows."""
        self._life = self._ask(now)
        return self._life

    def known(self, now: int, since: int) -> Life:
        """Return what is known, without asking the store if that is complete."""
        life = self._life
        if life.last is None or life.last < since or abs(now - life.last) >= AWAY_MS:
            return self.refresh(now)
        return life
