"""Drawing the animation of a finished game."""

from replays.encoding.identity import GameId
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def draw(parts: Parts, game: GameId) -> None:
    """Have the animation drawn in another thread: it takes seconds, and bots must not wait for it."""
    parts.draw_later(game)


DRAW = Task("draw", "game", "the animation of game {} is not drawn", draw)
