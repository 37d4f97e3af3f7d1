"""Limits on attempts."""

import pytest
from fakeredis import FakeRedis

from service.application.quotas.counters import Limit
from service.application.quotas.throttle import LIMITS, NO_LIMITS, Attempt, Throttle, TooOften

GUESS = Attempt.SIGN_IN_TO


def test_so_many_and_no_more() -> None:
    """Beyond the limit the error has the wait in seconds; other subjects count separately."""
    store = FakeRedis()
    attempts = Throttle(store, {GUESS: Limit(3, 60)})
    for _ in range(3):
        attempts.count(GUESS, "ann")
    with pytest.raises(TooOften) as refused:
        attempts.count(GUESS, "ann")
    assert 0 < refused.value.seconds <= 60
    attempts.count(GUESS, "bob")
    attempts.count(Attempt.PASSWORD_OF, "ann")


def test_a_window_ends() -> None:
    """Refused attempts do not extend the window."""
    store = FakeRedis()
    attempts = Throttle(store, {GUESS: Limit(1, 60)})
    attempts.count(GUESS, "ann")
    (key,) = store.keys()
    store.expire(key, 7)
    with pytest.raises(TooOften) as refused:
        attempts.count(GUESS, "ann")
    assert refused.value.seconds <= 7
    store.delete(key)
    attempts.count(GUESS, "ann")


@pytest.mark.parametrize("wrong", [None, 86_378])
def test_a_window_that_ends_too_late_is_mended(wrong: int | None) -> None:
    """A counter without expiry, or with one beyond its window, gets the window and keeps its number."""
    store = FakeRedis()
    attempts = Throttle(store, {GUESS: Limit(1, 60)})
    attempts.count(GUESS, "ann")
    (key,) = store.keys()
    store.persist(key) if wrong is None else store.expire(key, wrong)
    with pytest.raises(TooOften) as refused:
        attempts.count(GUESS, "ann")
    assert refused.value.seconds <= 60
    assert 0 < store.ttl(key) <= 60
    assert store.get(key) == b"2"


def test_who_was_right_begins_anew() -> None:
    """The count is reset."""
    attempts = Throttle(FakeRedis(), {GUESS: Limit(1, 60)})
    attempts.count(GUESS, "ann")
    attempts.forget(GUESS, "ann")
    attempts.count(GUESS, "ann")


def test_without_limits_nothing_is_counted() -> None:
    """`KINGDOMINO_LIMITS=off` stores nothing; otherwise every kind of attempt has a limit."""
    store = FakeRedis()
    attempts = Throttle(store, NO_LIMITS)
    for _ in range(1000):
        attempts.count(GUESS, "ann")
    assert store.keys() == []
    assert LIMITS.keys() == set(Attempt)
