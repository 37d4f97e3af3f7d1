"""Drawing the animation of a finished game, in a separate queue, because no game waits for it."""

from replays.encoding.identity import GameId
from replays.runtime.worker_registry import PICTURES
from service.application.pictures.animations import TAKEN_MS, AnimationRequest
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def draw(parts: Parts, subject: GameId) -> None:
    """Draw the requested animation, if it is still wanted."""
    parts.draw(AnimationRequest.parse(subject))


def read(subject: str) -> GameId:
    """The subject of a request for an animation; ValueError for another text."""
    return AnimationRequest.parse(subject).subject


DRAW = Task(
    "draw",
    "game",
    "the animation of game {} is not drawn",
    draw,
    queue=PICTURES,
    read=read,
    seconds=TAKEN_MS // 1000,
)
