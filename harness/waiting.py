"""Waiting for a condition instead of a fixed time."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import TypeVar

Value = TypeVar("Value")
PATIENCE = 20.0
"""Seconds; more than any condition takes on a machine that is busy with other tests."""
SHORTEST, LONGEST = 0.005, 0.1
"""Limits of the pause between two checks, in seconds; it is a tenth of the time waited so far."""


def eventually(check: Callable[[], Value | None], seconds: float = PATIENCE) -> Value:
    """The first true result of `check`, called repeatedly; an assertion fails after this many seconds."""
    begun = monotonic()
    nothing_sets_it = Event()
    while not (value := check()):
        waited = monotonic() - begun
        assert waited < seconds, f"not within {seconds} s: last answer {value!r}"
        nothing_sets_it.wait(min(max(waited / 10, SHORTEST), LONGEST))
    return value
