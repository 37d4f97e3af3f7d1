"""What waits for workers, in a fair order: people before bots alone, and accounts in turn.

Tables where a person sits go first, but for every tenth turn, so that games of bots alone go on as well. Of
each of the two kinds, accounts take turns: the one that has waited longest goes first, with one of its games,
and then waits again. An account that let the workers rest before is ranked as if it had waited ten times as
long as it did so, and a minute longer at most. So a person who thinks for some seconds comes before any
number of scripts that move as fast as they are answered, and nobody can be kept waiting for ever.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from workers.tasks import Work

CREDIT = 10.0
"""Seconds of waiting that a second of rest counts as."""
MOST_CREDIT = 60.0
"""Seconds of waiting that any rest counts as at most."""
TURNS_FOR_BOTS = 10
"""One of so many turns is for tables of bots alone."""


class Priority(NamedTuple):
    """The account that a game counts for, and whether a person sits at the table."""

    account: str
    people: bool


@dataclass(slots=True)
class _Account:
    """Its works that wait, in order, and how many wait or are being done; `place` is that in the heap."""

    waiting: dict[Work, None] = field(default_factory=dict)
    busy: int = 0
    place: int | None = None


class _Line:
    """The accounts that have something to do, of one kind of tables."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun = clock()
        self._accounts: dict[str, _Account] = {}
        self._heap: list[tuple[float, int, str]] = []
        self._places = count()
        self._resting: OrderedDict[str, float] = OrderedDict()

    def add(self, name: str, work: Work) -> None:
        """Let it wait for the account's turn."""
        now = self._clock()
        account = self._accounts.setdefault(name, _Account())
        rank = now if account.busy else now - self._credit(name, now)
        account.busy += 1
        account.waiting[work] = None
        if account.place is None:
            self._enter(name, account, rank)

    def take(self) -> Work | None:
        """Take the next one; it is being done until it has ended."""
        while self._heap:
            _, place, name = heappop(self._heap)
            account = self._accounts.get(name)
            if account is None or account.place != place:
                continue
            account.place = None
            if account.waiting:
                work = next(iter(account.waiting))
                del account.waiting[work]
                if account.waiting:
                    self._enter(name, account, self._clock())
                return work
        return None

    def remove(self, name: str, work: Work) -> None:
        """Let it wait no more."""
        del self._accounts[name].waiting[work]
        self.end(name)

    def end(self, name: str) -> None:
        """One that was taken has ended; with the last one the account begins to rest."""
        account = self._accounts[name]
        account.busy -= 1
        if not account.busy:
            del self._accounts[name]
            self._resting[name] = self._clock()
            self._resting.move_to_end(name)

    def _enter(self, name: str, account: _Account, rank: float) -> None:
        account.place = next(self._places)
        heappush(self._heap, (rank, account.place, name))

    def _credit(self, name: str, now: float) -> float:
        """The credit for its rest; an account of which nothing is known rests since the beginning."""
        since = self._resting.pop(name, self._begun)
        while self._resting and now - next(iter(self._resting.values())) > MOST_CREDIT / CREDIT:
            self._resting.popitem(last=False)  # it has as much credit as one of which nothing is known
        return min(MOST_CREDIT, CREDIT * (now - since))


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
