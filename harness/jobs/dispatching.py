"""What a dispatcher has in hand, and a dispatcher whose accounts are each for themselves."""

from collections.abc import Iterable

from replays.encoding.identity import GameId
from workers.jobs.registry import SCORE, Task
from workers.relay.dispatcher import Dispatcher


def itself(accounts: Iterable[str]) -> dict[str, str]:
    """The groups of accounts that have nothing in common."""
    return {account: account for account in accounts}


def known(dispatcher: Dispatcher, task: Task = SCORE) -> set[GameId]:
    """The games or dynasties that it has for this task, waiting or as jobs."""
    waiting = (work for lane in dispatcher._lanes for work in lane.queue._waiting)
    works = [*waiting, *dispatcher._ids]
    return {work.id for work in works if work.task is task}
