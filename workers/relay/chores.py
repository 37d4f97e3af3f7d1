"""Periodic tasks of the relay."""

import logging
from collections.abc import Callable

from redis.exceptions import RedisError, ResponseError

from replays.log.event_log import LogError, StoreAway

logger = logging.getLogger(__name__)


class Chore:
    """A periodic task with a fixed interval in seconds."""

    def __init__(self, seconds: float, do: Callable[[], object], clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._do = do
        self._clock = clock
        self._due = clock()
        self._fails = False

    def do_when_due(self) -> None:
        """Do it if its time has come; where a server is away, that is raised, and it stays due.

        What fails for another reason, as by a key that somebody else wrote, is told of once, and tried again
        when its time has come again: it keeps nothing else from being done.
        """
        if self._clock() < self._due:
            return
        try:
            self._do()
            self._fails = False
        except (LogError, RedisError, LookupError, ValueError) as error:
            if _is_away(error):
                raise
            if not self._fails:
                logger.exception("the relay goes on without a chore that fails")
            self._fails = True
        self._due = self._clock() + self._seconds


def _is_away(error: Exception) -> bool:
    """Whether a server cannot be asked anything, and has not just refused this."""
    cause = error.__cause__ or error
    return isinstance(error, StoreAway | RedisError) and not isinstance(cause, ResponseError)
