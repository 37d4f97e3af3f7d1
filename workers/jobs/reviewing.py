"""Reviewing a game that is over, in a queue of its own: no game waits for it."""

from replays.encoding.identity import GameId
from replays.runtime.worker_registry import REVIEWS
from service.games.reviews.analyst import LONGEST
from workers.jobs.parts import Parts
from workers.jobs.task import Task

SECONDS = LONGEST + 60
"""How long one may take: the analyst ends before."""


def review(parts: Parts, subject: GameId) -> None:
    """Make the review of a game or a study, if it is still wanted."""
    parts.review(subject)


REVIEW = Task("review", "game", "the review of {} is not made", review, queue=REVIEWS, seconds=SECONDS)
