"""What workers can be asked to do: the one registry of tasks, by the names that stand in jobs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from replays.encoding.identity import GameId
from workers import jobs


@dataclass(frozen=True, slots=True)
class Task:
    """What can be done for a game or a dynasty: the name in a job, and the function that does it."""

    name: str
    do: Callable[[str], None]


SCORE = Task("score", jobs.score)
"""Score a finished game."""
ACT = Task("act", jobs.act)
"""Let a bot, a plan or a clock do what is due in a game."""
ADVANCE = Task("advance", jobs.advance)
"""Start or count the games of a dynasty."""

TASKS: Mapping[str, Task] = MappingProxyType({task.name: task for task in (SCORE, ACT, ADVANCE)})
"""Every task by its name. A worker runs nothing else."""


class Work(NamedTuple):
    """A task for one game or dynasty."""

    task: Task
    id: GameId
