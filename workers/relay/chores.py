"""Periodic tasks of the relay."""

import logging
from collections.abc import Callable

from redis.exceptions import RedisError, ResponseError

from replays.log.event_log import LogError, StoreAway
from replays.store.outages import is_store_outage
from workers.outage import Reports

logger = logging.getLogger(__name__)


class Chore:
    """A periodic task with a fixed interval in seconds."""

    def __init__(self, seconds: float, do: Callable[[], object], clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._do = do
        self._clock = clock
        self._due = clock()
        self._fails = False

    def do_when_due(self, reports: Reports) -> None:
        """Run the task if it is due. If a server is unavailable, raise the error; the task stays due.

        Any other failure, for example from a foreign key in the store, is logged once; a full store is
        reported as an outage. The task is retried after its interval, so it does not block other tasks.
        """
        if self._clock() < self._due:
            return
        try:
            self._do()
            self._fails = False
            reports.log.back(self)
        except (LogError, RedisError, LookupError, ValueError) as error:
            if _is_away(error):
                raise
            if is_store_outage(error):
                reports.log.away(error, self)
            elif not self._fails:
                logger.exception("the relay goes on without `%s`, which fails", self._do.__qualname__)
                self._fails = True
        self._due = self._clock() + self._seconds


def _is_away(error: Exception) -> bool:
    """True if a server is unavailable, False if it only refused this request."""
    cause = error.__cause__ or error
    return isinstance(error, StoreAway | RedisError) and not isinstance(cause, ResponseError)
