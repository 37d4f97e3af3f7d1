"""Reviewing a finished game or a study, in a separate queue, because no game waits for it."""

from replays.encoding.identity import GameId
from replays.runtime.worker_registry import REVIEWS
from service.application.games.reviews.analyst import LONGEST
from workers.jobs.parts import Parts
from workers.jobs.task import Task

SECONDS = LONGEST + 60
"""The timeout of a review; the analyst stops earlier."""


def review(parts: Parts, subject: GameId) -> None:
    """Create the review of a game or a study, if it is still wanted."""
    parts.review(subject)


REVIEW = Task("review", "game", "the review of {} is not made", review, queue=REVIEWS, seconds=SECONDS)
