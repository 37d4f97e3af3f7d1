"""What a dispatcher has in hand."""

from replays.encoding.identity import GameId
from workers.dispatcher import Dispatcher
from workers.tasks import SCORE, Task


def known(dispatcher: Dispatcher, task: Task = SCORE) -> set[GameId]:
    """The games or dynasties that it has for this task, waiting or as jobs."""
    works = [*dispatcher._queue._waiting, *dispatcher._ids]
    return {work.id for work in works if work.task is task}
