"""What waits for workers, in a fair order: people before bots alone, and accounts in turn.

Tables where a person sits go first, but for every tenth turn, so that games of bots alone go on as well. Of
each of the two kinds, accounts take turns: the one that has waited longest goes first, with one of its games,
and then waits again. An account that lets the workers rest between its turns is ranked as if it had waited
forty times as long as it does so on average. So a person who thinks for some seconds, if not each time, comes
before any number of scripts that move as fast as they are answered, and nobody is kept waiting for ever.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from workers.tasks import Work

CREDIT = 40.0
"""Seconds of waiting that a second of rest counts as."""
LONGEST_REST = 6.0
"""Seconds; a longer rest counts as this."""
NEW_REST = 0.5
"""Seconds, of an account of which nothing is known: more than a script rests, and less than a person."""
REMEMBERED_RESTS = 10
"""The average is that of so many rests: what came before fades by a tenth with each."""
NEW_RESTS = 2
"""As how many rests that counts, so that one long rest alone does not make a person."""
FORGOTTEN_SECONDS = 3600.0
"""An account that rests for so long is forgotten."""
TURNS_FOR_BOTS = 10
"""One of so many turns is for tables of bots alone."""


class Priority(NamedTuple):
    """The account that a game counts for, and whether a person sits at the table."""

    account: str
    people: bool


@dataclass(slots=True)
class _Account:
    """What waits, in order, how much waits or is being done, and how long it rests before a turn, on average.

    `rests` counts those that `rest` is the average of. `place` is its place in the heap while it is there,
    `idle_since` when its last work ended, if nothing is to be done.
    """

    waiting: dict[Work, None] = field(default_factory=dict)
    busy: int = 0
    rest: float = NEW_REST
    rests: int = 0
    idle_since: float = 0.0
    place: int | None = None

    def rank(self, now: float) -> float:
        """When it would have begun to wait for its turn, had it not rested; the least is next."""
        if self.rests:
            rest = 0.0 if self.busy else min(now - self.idle_since, LONGEST_REST)
            self.rest += (rest - self.rest) / (self.rests + NEW_RESTS)
        self.rests = min(self.rests + 1, REMEMBERED_RESTS - NEW_RESTS)
        return now - CREDIT * self.rest


class _Line:
    """The accounts that have something to do, of one kind of tables."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._accounts: dict[str, _Account] = {}
        self._resting: OrderedDict[str, None] = OrderedDict()
        self._heap: list[tuple[float, int, str]] = []
        self._places = count()

    def add(self, name: str, work: Work) -> None:
        """Let it wait for the account's turn."""
        account = self._accounts.setdefault(name, _Account())
        account.waiting[work] = None
        if account.place is None:
            self._enter(name, account)
        account.busy += 1
        self._resting.pop(name, None)

    def take(self) -> Work | None:
        """Take the next one; it is being done until it has ended."""
        while self._heap:
            _, place, name = heappop(self._heap)
            account = self._accounts.get(name)
            if account is None or account.place != place:
                continue
            account.place = None
            work = next(iter(account.waiting))
            del account.waiting[work]
            if account.waiting:
                self._enter(name, account)
            return work
        return None

    def remove(self, name: str, work: Work) -> None:
        """Let it wait no more."""
        account = self._accounts[name]
        del account.waiting[work]
        if not account.waiting:
            account.place = None
        self.end(name)

    def end(self, name: str) -> None:
        """One that was taken has ended; with the last one the account begins to rest."""
        account = self._accounts[name]
        account.busy -= 1
        if not account.busy:
            account.idle_since = self._clock()
            self._resting[name] = None
            self._forget(account.idle_since)

    def _enter(self, name: str, account: _Account) -> None:
        account.place = next(self._places)
        heappush(self._heap, (account.rank(self._clock()), account.place, name))

    def _forget(self, now: float) -> None:
        """Forget the accounts that have rested for long."""
        while now - self._accounts[first := next(iter(self._resting))].idle_since > FORGOTTEN_SECONDS:
            del self._resting[first], self._accounts[first]


class FairQueue:
    """Works that wait, each once; `clock` gives seconds that only grow. Kept in memory only."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._people, self._bots = _Line(clock), _Line(clock)
        self._waiting: dict[Work, Priority] = {}
        self._turns = count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, work: Work) -> bool:
        return work in self._waiting

    def add(self, work: Work, priority: Priority) -> None:
        """Let it wait; one that waits keeps its place."""
        if work not in self._waiting:
            self._waiting[work] = priority
            self._line(priority).add(priority.account, work)

    def take(self) -> tuple[Work, Priority] | None:
        """Take the one whose turn it is; None where nothing waits. `end` must follow."""
        lines = [self._people, self._bots]
        if next(self._turns) % TURNS_FOR_BOTS == 0:
            lines.reverse()
        for line in lines:
            if work := line.take():
                return work, self._waiting.pop(work)
        return None

    def remove(self, work: Work) -> None:
        """Let it wait no more, if it does."""
        if priority := self._waiting.pop(work, None):
            self._line(priority).remove(priority.account, work)

    def end(self, priority: Priority) -> None:
        """One that was taken has ended."""
        self._line(priority).end(priority.account)

    def _line(self, priority: Priority) -> _Line:
        return self._people if priority.people else self._bots
