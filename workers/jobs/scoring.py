"""Scoring a finished game."""

from replays.encoding.identity import GameId
from replays.log import works
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def score(parts: Parts, game: GameId) -> None:
    """Reveal the seed and append the result of a finished game; any other game stays unchanged."""
    parts.tables.settle(game)


SCORE = Task("score", "game", "game {} is not scored", score, setback=works.SCORE)
