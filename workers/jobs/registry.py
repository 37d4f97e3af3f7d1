"""The registry of tasks, by their names in jobs."""

from collections.abc import Mapping
from typing import NamedTuple

from replays.encoding.identity import GameId
from replays.kinds import KINDS
from workers.jobs.acting import ACT, THINK
from workers.jobs.advancing import advancing
from workers.jobs.delivering import DELIVERIES
from workers.jobs.drawing import DRAW
from workers.jobs.reviewing import REVIEW
from workers.jobs.scoring import SCORE
from workers.jobs.task import Task

__all__ = ["ACT", "DELIVERIES", "DRAW", "REVIEW", "SCORE", "THINK", "Task", "Work", "advancing", "tasks"]


def tasks() -> Mapping[str, Task]:
    """All tasks by their names. A worker runs nothing else."""
    series = map(advancing, KINDS.series)
    return {task.name: task for task in (SCORE, ACT, THINK, *series, DRAW, REVIEW, *DELIVERIES.values())}


class Work(NamedTuple):
    """A task for one game or series, or for one target of notices."""

    task: Task
    id: GameId
