"""Dispatches the reviews that are wanted: as many as workers take, and one to wait."""

from service.games.reviews.stored import Reviews
from workers.jobs.registry import REVIEW, Work
from workers.queue.job_queue import JobQueue

MOST_WAITING = 1
"""How many wait in the queue; the others stay wanted, in the order of their wishes."""


class ReviewSweeper:
    """Passes wishes to the queue of reviews. What is lost there is asked for again by who waits."""

    def __init__(self, reviews: Reviews, queue: JobQueue) -> None:
        self._reviews = reviews
        self._queue = queue

    def sweep(self) -> None:
        """Dispatch what is wanted, as far as there is room in the queue."""
        while self._queue.size() < MOST_WAITING and (wanted := self._reviews.take()):
            self._queue.enqueue([Work(REVIEW, wanted)])
