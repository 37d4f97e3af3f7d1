"""The circuit breaker: an unavailable or silent store, and requests meanwhile."""

from typing import Any, cast

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from replays.log.event_log import StoreAway
from replays.store.outages import OutageLog
from service.http.circuit_breaker import CircuitBreaker


class Store:
    """A store that answers pings or raises `error`."""

    def __init__(self) -> None:
        self.error: Exception | None = None

    def ping(self) -> None:
        """Return, or raise the error."""
        if self.error:
            raise self.error


def failure(cause: Exception) -> StoreAway:
    """The error of a request with this cause."""
    error = StoreAway(str(cause))
    error.__cause__ = cause
    return error


AWAY, SILENT = RedisConnectionError("refused"), RedisTimeoutError("nothing comes")


@pytest.fixture
def store() -> Store:
    """Give a store that answers."""
    return Store()


@pytest.fixture
def said() -> list[str]:
    """Give the list of what is logged."""
    return []


@pytest.fixture
def breaker(store: Store, said: list[str]) -> CircuitBreaker:
    """Give the circuit breaker of that store."""
    outages = OutageLog(said.append, clock=lambda: 0.0)
    return CircuitBreaker(cast("Redis", cast("Any", store)), outages)


def test_an_outage_is_told_once_and_keeps_no_request(
    store: Store, breaker: CircuitBreaker, said: list[str]
) -> None:
    """Requests pass and fail at the store, so those without it are served; begin and end are logged once."""
    store.error = AWAY
    for _ in range(3):
        breaker.check()
        breaker.notice(failure(AWAY))
    store.error = None
    for _ in range(3):
        breaker.check()
    assert said == ["the store is away: refused", "the store is back after 0 seconds"]


def test_while_it_is_silent_requests_are_refused(
    store: Store, breaker: CircuitBreaker, said: list[str]
) -> None:
    """Requests do not wait for a silent store, even if it was unavailable before."""
    store.error = SILENT
    breaker.notice(failure(AWAY))
    for _ in range(2):
        with pytest.raises(StoreAway):
            breaker.check()
    store.error = AWAY  # it was killed: requests fail at the store at once
    breaker.check()
    breaker.check()
    store.error = None
    breaker.check()
    assert said == ["the store is away: refused", "the store is back after 0 seconds"]
