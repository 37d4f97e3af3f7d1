"""The work that a dispatcher holds, and groups in which each account is alone."""

from collections.abc import Iterable

from replays.encoding.identity import GameId
from workers.jobs.registry import SCORE, Task
from workers.relay.dispatcher import Dispatcher


def itself(accounts: Iterable[str]) -> dict[str, str]:
    """The groups of accounts that have no connection to each other."""
    return {account: account for account in accounts}


def known(dispatcher: Dispatcher, task: Task = SCORE) -> set[GameId]:
    """The games or dynasties that the dispatcher holds for this task, waiting or as jobs."""
    waiting = (work for lane in dispatcher._lanes for work in lane.queue._waiting)
    works = [*waiting, *dispatcher._ids]
    return {work.id for work in works if work.task is task}
