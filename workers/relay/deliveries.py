"""Dispatches due deliveries: new notices immediately, digests and retries at their times."""

from collections.abc import Callable, Mapping

from service.application.channels.delivering.due import DueTargets
from workers.jobs.registry import DELIVERIES, Work
from workers.queue.job_queue import JobQueue

MOST_WAITING = 500
"""The maximum number of waiting deliveries per channel; the others stay in the order of their due times."""


class DeliverySweeper:
    """Passes due targets to the queues of their channels; a delivery that is lost there becomes due again."""

    def __init__(self, due: DueTargets, queues: Mapping[str, JobQueue], clock: Callable[[], int]) -> None:
        self._due = due
        self._queues = queues
        self._clock = clock

    def sweep(self) -> None:
        """Dispatch due deliveries as far as there is room in the queues."""
        now = self._clock()
        for channel in self._due.channels(now):
            queue, task = self._queues[channel], DELIVERIES[channel]
            room = MOST_WAITING - queue.size()
            if room > 0:
                targets = self._due.claim(channel, now, room)
                queue.enqueue([Work(task, task.read(target.owner)) for target in targets])
