"""What is noticed of a store that is away or silent, and what becomes of requests meanwhile."""

import logging
from typing import Any, cast

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from replays.log.event_log import StoreAway
from service.http.circuit_breaker import CircuitBreaker


class Store:
    """Answers a ping, or fails as it is told to."""

    def __init__(self) -> None:
        self.error: Exception | None = None

    def ping(self) -> None:
        """Answer."""
        if self.error:
            raise self.error


def failure(cause: Exception) -> StoreAway:
    """What a request meets, for this cause."""
    error = StoreAway(str(cause))
    error.__cause__ = cause
    return error


AWAY, SILENT = RedisConnectionError("refused"), RedisTimeoutError("nothing comes")


@pytest.fixture
def store() -> Store:
    """Give a store that answers."""
    return Store()


@pytest.fixture
def breaker(store: Store) -> CircuitBreaker:
    """Give what watches it."""
    return CircuitBreaker(cast("Redis", cast("Any", store)))


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was said, without the reasons."""
    return [
        record.message.partition(":")[0] for record in caplog.records if record.levelno >= logging.WARNING
    ]


def test_an_outage_is_told_once_and_keeps_no_request(
    store: Store, breaker: CircuitBreaker, caplog: pytest.LogCaptureFixture
) -> None:
    """It is refused at once, so that what needs no store is served; its end is told, too."""
    store.error = AWAY
    for _ in range(3):
        breaker.check()
        breaker.notice(failure(AWAY))
    store.error = None
    for _ in range(3):
        breaker.check()
    assert told(caplog) == ["the store is away", "the store answers again"]


def test_while_it_is_silent_requests_are_refused(
    store: Store, breaker: CircuitBreaker, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for it in vain; also where it was away before."""
    store.error = SILENT
    breaker.notice(failure(AWAY))
    for _ in range(2):
        with pytest.raises(StoreAway):
            breaker.check()
    store.error = AWAY  # it was killed: whoever asks is told at once
    breaker.check()
    breaker.check()
    store.error = None
    breaker.check()
    assert told(caplog) == ["the store is away", "the store does not answer", "the store answers again"]
