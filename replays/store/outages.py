"""Outages of a store, each logged once when it begins and once when it is over, by every process."""

import logging
from collections.abc import Callable, Hashable
from threading import Event, Lock, get_ident
from time import monotonic

from redis.exceptions import RedisError, ResponseError

from replays.log.event_log import ArchiveAway, LogError, StoreAway, UnknownOutcome
from replays.store.scripts import is_refusal

log = logging.getLogger(__name__)

FORGOTTEN_SECONDS = 60.0
"""A part that has not tried again for so long does not keep an outage going."""


class OutageLog:
    """Logs the outages of one store for all parts of a process. Safe to share between threads.

    A part is a thread, unless it is named. Each reports its failures and successes; only the first failure of
    any part is logged. The outage is over when every part that has failed works again: while one master of a
    cluster is down, other parts go on. `clock` returns seconds and is monotonic.
    """

    def __init__(
        self, say: Callable[[str], None], name: str = "the store", clock: Callable[[], float] = monotonic
    ) -> None:
        self._say = say
        self._name = name
        self._clock = clock
        self._lock = Lock()
        self._failed: dict[Hashable, float] = {}
        self._since = 0.0

    def away(self, error: Exception, part: Hashable = None) -> None:
        """Report a failure of a part; the first one of an outage is logged."""
        with self._lock:
            now = self._clock()
            if not self._failed:
                self._since = now
                self._say(f"{self._name} is away: {error}")
            self._failed[part or get_ident()] = now

    def back(self, part: Hashable = None) -> None:
        """Report a success of a part; the one that ends an outage is logged. Costs nothing without one."""
        if not self._failed:
            return
        with self._lock:
            now = self._clock()
            left = {
                each: last
                for each, last in self._failed.items()
                if each != (part or get_ident()) and now - last < FORGOTTEN_SECONDS
            }
            if self._failed and not left:
                self._say(f"{self._name} is back after {now - self._since:.0f} seconds")
            self._failed = left


def is_store_outage(error: BaseException) -> bool:
    """True if a store is unreachable or takes no writes; False if it only refused this request.

    A foreign value at a key is such a refusal (`WRONGTYPE`), and a fault of the part that asked.
    """
    cause = error.__cause__ if isinstance(error, LogError) else error
    if isinstance(cause, ResponseError):
        return is_refusal(cause)
    return isinstance(error, StoreAway | UnknownOutcome | RedisError)


def is_outage(error: BaseException) -> bool:
    """True if a store or the archive is unavailable; every other error is the fault of what was requested."""
    return isinstance(error, ArchiveAway) or is_store_outage(error)


def repeat(step: Callable[..., object], closed: Event, outages: OutageLog, name: str, pause: float) -> None:
    """Repeat a step until closed, in a thread that nothing would restart.

    After a failure, the next step gets `anew=True`. A fault that is no outage is logged once.
    """
    failed: type[Exception] | None = None
    while not closed.is_set():
        try:
            step(anew=failed is not None)
        except Exception as error:
            if is_store_outage(error):
                outages.away(error)
            elif type(error) is not failed:
                fault = None if isinstance(error, LogError) else error
                log.warning("%s wait: %s", name, error, exc_info=fault)
            failed = type(error)
            closed.wait(pause)
            continue
        outages.back()
        if failed and not issubclass(failed, StoreAway):
            log.warning("%s go on", name)
        failed = None
