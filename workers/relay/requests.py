"""Dispatches what people requested: animations and reviews."""

from collections.abc import Callable

from replays.encoding.identity import GameId
from workers.jobs.registry import Task, Work
from workers.queue.job_queue import JobQueue

MOST_WAITING = 1
"""The maximum number of waiting jobs; the other requests stay in the store, where they take turns."""
ANIMATION_PAUSE_SECONDS = 3.0
"""The pause between two animations, about as long as drawing one, to leave time for other work."""


class RequestSweeper:
    """Passes requests of one kind to the queue of its jobs, with a pause between two of them.

    `take` removes and returns the request whose turn it is. If its job is lost, the waiting client requests
    again. `clock` returns seconds and is monotonic.
    """

    def __init__(
        self,
        take: Callable[[], GameId | None],
        task: Task,
        jobs: JobQueue,
        clock: Callable[[], float],
        pause: float = 0.0,
    ) -> None:
        self._take = take
        self._task = task
        self._jobs = jobs
        self._clock = clock
        self._pause = pause
        self._next = clock()
        self._is_empty = False

    def sweep(self) -> None:
        """Dispatch the next request, if the pause is over and there is room in the queue."""
        self._is_empty = False
        if self._clock() < self._next or self._jobs.size() >= MOST_WAITING:
            return
        wanted = self._take()
        self._is_empty = wanted is None
        if wanted is not None:
            self._jobs.enqueue([Work(self._task, wanted)])
            self._next = self._clock() + self._pause

    def can_rest(self) -> bool:
        """True if the last sweep found no request; a new one wakes the relay."""
        return self._is_empty
