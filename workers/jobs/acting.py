"""Acting for bots, plans and clocks."""

from replays.encoding.identity import GameId
from replays.log import works
from replays.runtime.worker_registry import THINKING
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def act(parts: Parts, game: GameId) -> None:
    """Make a bot's move, carry out a plan or record a time-out if it is due; otherwise do nothing.

    Steps that become due after that are done too, but only for a moment; the rest is left to the next job.
    """
    parts.duties.do(game)


ACT = Task("act", "game", "what is due in game {} is not done", act, setback=works.ACT)

THINK = Task("think", "game", "what is due in game {} is not done", act, queue=THINKING, setback=works.ACT)
"""The same task for a game with a slow bot, in a separate queue."""
