"""The fair order of waiting work: tables with people first, then round robin by group, account and game.

Tables with a person go first, except at every tenth turn, so that games of bots alone progress as well. In
each of these two kinds, the groups of accounts take turns, within a group its accounts, and within an account
its games; after its turn, each goes to the end of its line. So a newcomer waits for one game of each waiting
group, regardless of the number of their accounts and games. (Round robin at each level, after RFC 970.)
"""

from collections import OrderedDict
from itertools import count
from typing import NamedTuple

from workers.jobs.registry import Work

TURNS_FOR_BOTS = 10
"""The interval of the turns in which tables of bots alone go first."""


class Priority(NamedTuple):
    """The account and group to which a game is charged; `people` is true if a person sits at the table.

    `is_slow` is true if a slow bot plays in the game.
    """

    group: str
    account: str
    people: bool
    is_slow: bool = False


class _Line:
    """The waiting works of one kind of tables, by group and account, each level in the order of turns."""

    def __init__(self) -> None:
        self._groups: OrderedDict[str, OrderedDict[str, OrderedDict[Work, None]]] = OrderedDict()

    def add(self, group: str, account: str, work: Work) -> None:
        """Add a work at the end of its account's line."""
        accounts = self._groups.setdefault(group, OrderedDict())
        accounts.setdefault(account, OrderedDict())[work] = None

    def take(self) -> Work | None:
        """Remove and return the next work in turn; None if nothing waits."""
        if not self._groups:
            return None
        group, accounts = next(iter(self._groups.items()))
        account, works = next(iter(accounts.items()))
        work = next(iter(works))
        self._groups.move_to_end(group)
        accounts.move_to_end(account)
        self.remove(group, account, work)
        return work

    def remove(self, group: str, account: str, work: Work) -> None:
        """Remove a waiting work."""
        accounts = self._groups[group]
        del accounts[account][work]
        if not accounts[account]:
            del accounts[account]
        if not accounts:
            del self._groups[group]


class FairQueue:
    """The waiting works, each at most once; in memory only."""

    def __init__(self) -> None:
        self._people, self._bots = _Line(), _Line()
        self._waiting: dict[Work, Priority] = {}
        self._turns = count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, work: Work) -> bool:
        return work in self._waiting

    def add(self, work: Work, priority: Priority) -> None:
        """Add a work; a waiting work keeps its place."""
        if work not in self._waiting:
            self._waiting[work] = priority
            self._line(priority).add(priority.group, priority.account, work)

    def take(self) -> tuple[Work, Priority] | None:
        """Remove and return the next work in turn, with its priority; None if nothing waits."""
        lines = [self._people, self._bots]
        if next(self._turns) % TURNS_FOR_BOTS == 0:
            lines.reverse()
        for line in lines:
            if work := line.take():
                return work, self._waiting.pop(work)
        return None

    def remove(self, work: Work) -> None:
        """Remove a work if it waits."""
        if priority := self._waiting.pop(work, None):
            self._line(priority).remove(priority.group, priority.account, work)

    def _line(self, priority: Priority) -> _Line:
        return self._people if priority.people else self._bots
