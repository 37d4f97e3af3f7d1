"""What waits for workers, in a fair order: people before bots alone, then groups in turn, accounts in turn.

Tables where a person sits go first, but for every tenth turn, so that games of bots alone go on as well. Of
each of the two kinds, groups of accounts take turns, in a group its accounts, and of an account its games:
who had a turn goes to the end of the line. So whoever comes waits for one game of each group that waits
already, however many accounts and games these have. (Round robin at each level, after RFC 970.)
"""

from collections import OrderedDict
from itertools import count
from typing import NamedTuple

from workers.jobs.registry import Work

TURNS_FOR_BOTS = 10
"""One of so many turns is for tables of bots alone."""


class Priority(NamedTuple):
    """The account that a game counts for and the group of that, and whether a person sits at the table.

    `is_slow` says that a slow bot plays there.
    """

    group: str
    account: str
    people: bool
    is_slow: bool = False


class _Line:
    """What waits of one kind of tables: works of accounts of groups, each in the order of their turns."""

    def __init__(self) -> None:
        self._groups: OrderedDict[str, OrderedDict[str, OrderedDict[Work, None]]] = OrderedDict()

    def add(self, group: str, account: str, work: Work) -> None:
        """Let it wait, at the end."""
        accounts = self._groups.setdefault(group, OrderedDict())
        accounts.setdefault(account, OrderedDict())[work] = None

    def take(self) -> Work | None:
        """The one whose turn it is; None where nothing waits."""
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
        """Let it wait no more."""
        accounts = self._groups[group]
        del accounts[account][work]
        if not accounts[account]:
            del accounts[account]
        if not accounts:
            del self._groups[group]


class FairQueue:
    """Works that wait, each once. Kept in memory only."""

    def __init__(self) -> None:
        self._people, self._bots = _Line(), _Line()
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
            self._line(priority).add(priority.group, priority.account, work)

    def take(self) -> tuple[Work, Priority] | None:
        """Take the one whose turn it is; None where nothing waits."""
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
            self._line(priority).remove(priority.group, priority.account, work)

    def _line(self, priority: Priority) -> _Line:
        return self._people if priority.people else self._bots
