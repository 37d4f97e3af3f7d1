"""Drawing the animation of a finished game, in a separate queue, because no game waits for it."""

from replays.encoding.identity import GameId
from replays.runtime.worker_registry import PICTURES
from service.application.pictures.animations import TAKEN_MS
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def draw(parts: Parts, game: GameId) -> None:
    """Draw the animation of a game, if it is still wanted."""
    parts.draw(game)


DRAW = Task(
    "draw",
    "game",
    "the animation of game {} is not drawn",
    draw,
    queue=PICTURES,
    seconds=TAKEN_MS // 1000,
)
