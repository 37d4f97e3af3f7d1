"""Acting for bots, plans and clocks."""

from replays.encoding.identity import GameId
from replays.runtime.worker_registry import THINKING
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def act(parts: Parts, game: GameId) -> None:
    """Make a bot's move, carry out a plan or record a time-out if it is due; otherwise do nothing.

    What is due after that is done, too, but for a moment only: then it is for the next job.
    """
    parts.duties.do(game)


ACT = Task("act", "game", "what is due in game {} is not done", act)

THINK = Task("think", "game", "what is due in game {} is not done", act, queue=THINKING)
"""The same for a game in which a slow bot plays, in a queue of its own."""
