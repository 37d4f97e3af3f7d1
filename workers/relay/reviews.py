"""Dispatches requested reviews: at most one waits in the queue, the others wait in the store."""

from service.application.games.reviews.stored import Reviews
from workers.jobs.registry import REVIEW, Work
from workers.queue.job_queue import JobQueue

MOST_WAITING = 1
"""The maximum number of reviews in the queue; the others stay in the store, in the order of requests."""


class ReviewSweeper:
    """Passes requests to the queue of reviews. If a job is lost, the waiting client requests it again."""

    def __init__(self, reviews: Reviews, queue: JobQueue) -> None:
        self._reviews = reviews
        self._queue = queue

    def sweep(self) -> None:
        """Dispatch requested reviews as far as there is room in the queue."""
        while self._queue.size() < MOST_WAITING and (wanted := self._reviews.take()):
            self._queue.enqueue([Work(REVIEW, wanted)])
