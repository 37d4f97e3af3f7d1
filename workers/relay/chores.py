"""Periodic tasks of the relay."""

import logging
from collections.abc import Callable

from redis.exceptions import ResponseError

from replays.store.heartbeat import reason_of
from replays.store.outages import is_store_outage
from workers.outage import Reports

REST_MS = 4500
"""The blocking time of the relay while nothing is due; a stop ends it."""

logger = logging.getLogger(__name__)


class Chore:
    """A periodic task with a fixed interval in seconds; `reason` is why its last run failed, or None.

    `can_rest` tells whether nothing becomes due in the next `REST_MS` without an entry of the work; never,
    if it is not given.
    """

    def __init__(
        self,
        name: str,
        seconds: float,
        do: Callable[[], object],
        clock: Callable[[], float],
        can_rest: Callable[[], bool] = bool,
    ) -> None:
        self.name = name
        self.reason: str | None = None
        self.can_rest = can_rest
        self._seconds = seconds
        self._do = do
        self._clock = clock
        self._due = clock()
        self._fails = False

    def do_when_due(self, reports: Reports) -> None:
        """Run the task if it is due. If a server is unavailable, raise the error; the task stays due.

        Any other failure, for example from a foreign key in the store or because the archive is away, is
        logged once; a full store is reported as an outage. The task is retried after its interval, so it does
        not block other tasks.
        """
        if self._clock() < self._due:
            return
        try:
            self._do()
            self.reason, self._fails = None, False
            reports.log.back(self)
        except Exception as error:
            if _is_away(error):
                raise
            if is_store_outage(error):
                reports.log.away(error, self)
            elif not self._fails:
                logger.exception("the relay goes on without a chore that fails: %s", self.name)
                self._fails = True
            self.reason = reason_of(error)
        self._due = self._clock() + self._seconds


def _is_away(error: Exception) -> bool:
    """True if a store is unavailable, False if it only refused this request, as a full one does."""
    return is_store_outage(error) and not isinstance(error.__cause__ or error, ResponseError)
