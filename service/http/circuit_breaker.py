"""A store that is away is told of once; one that has fallen silent holds up one request, not every thread.

A server that is away says so at once. One that is frozen, or behind a network that swallows everything, is
waited for, seconds for each command. After the first that waited in vain, requests are answered at once, but
for one at a time that asks whether it speaks again.
"""

import logging
from threading import Lock

import redis.exceptions
from flask import Flask, Response, request
from redis import Redis

from replays.log.event_log import LogError, StoreAway, UnknownOutcome
from replays.store.scripts import asking
from service.http.problems import log_problem, respond

FREE = ("asset", "healthz", "static")
"""The endpoints that need no store."""

log = logging.getLogger(__name__)


class CircuitBreaker:
    """Whether the store cannot be asked, or says nothing, at the moment. Safe to share between threads."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._is_away = False
        self._silent = False
        self._listening = Lock()

    def notice(self, error: LogError) -> None:
        """Take note of a failure that may be an outage, and say so where it is news."""
        if isinstance(error.__cause__, redis.exceptions.TimeoutError) and not self._silent:
            self._silent = True
            log.warning("the store has fallen silent: %s", error)
        elif isinstance(error.__cause__, redis.exceptions.ConnectionError):
            self._silent = False  # it is refused at once now
            if not self._is_away:
                log.warning("the store is away: %s", error)
            self._is_away = True

    @property
    def is_suspected(self) -> bool:
        """Whether there is something to find out."""
        return self._silent or self._is_away

    def check(self) -> None:
        """Where something is suspected, find out whether it is over; while it is silent, raise StoreAway.

        That comes at once where another thread is finding out.
        """
        if not self._listening.acquire(blocking=False):
            if self._silent:
                raise StoreAway("the store is silent")
            return
        try:
            self._listen()
        except StoreAway as error:
            self.notice(error)
            if self._silent:
                raise
            # It is refused at once, and what needs no store is served meanwhile.
        finally:
            self._listening.release()

    def _listen(self) -> None:
        if not self.is_suspected:
            return  # somebody else has found out meanwhile
        with asking():
            self._store.ping()
        self._silent = self._is_away = False
        log.warning("the store answers again")


def register(app: Flask, store: Redis) -> None:
    """Let no request of the app wait for a store that is silent, but for one at a time."""
    silence = CircuitBreaker(store)

    def check() -> None:
        if silence.is_suspected and request.endpoint not in FREE:
            silence.check()

    def away(error: LogError) -> Response:
        silence.notice(error)
        return respond(log_problem(error))

    app.before_request(check)
    app.register_error_handler(StoreAway, away)
    app.register_error_handler(UnknownOutcome, away)
