"""Waiting for a condition instead of for a time."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import TypeVar

Value = TypeVar("Value")
PAUSE_SECONDS = 0.01


def eventually(check: Callable[[], Value], seconds: float = 5.0) -> Value:
    """The first true answer of `check`, asked again and again; an assertion fails after so many seconds."""
    deadline = monotonic() + seconds
    nothing_sets_it = Event()
    while not (value := check()):
        assert monotonic() < deadline, f"not within {seconds} s: last answer {value!r}"
        nothing_sets_it.wait(PAUSE_SECONDS)
    return value
