"""The circuit breaker of the store: while the store does not answer, one request at a time probes it.

A connection to a stopped server fails immediately, and the outage is logged once. A frozen server, or a
network that drops everything, costs each command a timeout of seconds. After the first timeout, requests get
503 immediately, except for one probe at a time, which finds out whether the store answers again.
"""

from threading import Lock

import redis.exceptions
from flask import Flask, Response, request
from redis import Redis

from replays.log.event_log import LogError, StoreAway, UnknownOutcome
from replays.store.outages import OutageLog
from replays.store.scripts import asking
from service.http.endpoints import endpoint_of
from service.http.problems import log_problem, respond

PART = "requests"
"""The name of all requests as one part of the process that notices an outage."""


class CircuitBreaker:
    """The state of the store: available, unreachable or unresponsive. Safe to share between threads."""

    def __init__(self, store: Redis, outages: OutageLog) -> None:
        self._store = store
        self._outages = outages
        self._is_away = False
        self._silent = False
        self._listening = Lock()

    def notice(self, error: LogError) -> None:
        """Record a failure that may be an outage, which is logged once."""
        if isinstance(error.__cause__, redis.exceptions.TimeoutError):
            self._silent = True
        elif isinstance(error.__cause__, redis.exceptions.ConnectionError):
            self._silent = False  # connections are refused immediately now
            self._is_away = True
        if self.is_suspected:
            self._outages.away(error, PART)

    @property
    def is_suspected(self) -> bool:
        """True if the last requests failed, so the store should be probed."""
        return self._silent or self._is_away

    def check(self) -> None:
        """Probe the store after a failure; raise StoreAway while it does not answer.

        Raises immediately if another thread is probing an unresponsive store.
        """
        if not self._listening.acquire(blocking=False):
            if self._silent:
                raise StoreAway("the store does not answer")
            return
        try:
            self._listen()
        except StoreAway as error:
            self.notice(error)
            if self._silent:
                raise
            # Connections are refused immediately; requests that need no store are served meanwhile.
        finally:
            self._listening.release()

    def _listen(self) -> None:
        if not self.is_suspected:
            return  # another thread has probed the store meanwhile
        with asking():
            self._store.ping()
        self._silent = self._is_away = False
        self._outages.back(PART)


def register(app: Flask, store: Redis, outages: OutageLog) -> None:
    """Let only one request of the app at a time wait for an unresponsive store."""
    breaker = CircuitBreaker(store, outages)

    def check() -> None:
        if breaker.is_suspected and not endpoint_of(request).without_store:
            breaker.check()

    def away(error: LogError) -> Response:
        breaker.notice(error)
        return respond(log_problem(error))

    app.before_request(check)
    app.register_error_handler(StoreAway, away)
    app.register_error_handler(UnknownOutcome, away)
