"""The registry of tasks, by their names in jobs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from replays.encoding.identity import GameId
from workers.jobs.acting import ACT, THINK
from workers.jobs.advancing import ADVANCE
from workers.jobs.delivering import DELIVERIES
from workers.jobs.drawing import DRAW
from workers.jobs.reviewing import REVIEW
from workers.jobs.scoring import SCORE
from workers.jobs.task import Task

__all__ = ["ACT", "ADVANCE", "DELIVERIES", "DRAW", "REVIEW", "SCORE", "TASKS", "THINK", "Task", "Work"]

TASKS: Mapping[str, Task] = MappingProxyType(
    {task.name: task for task in (SCORE, ACT, THINK, ADVANCE, DRAW, REVIEW, *DELIVERIES.values())}
)
"""All tasks by their names. A worker runs nothing else."""


class Work(NamedTuple):
    """A task for one game or dynasty, or for one target of notices."""

    task: Task
    id: GameId
