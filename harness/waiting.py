"""Waiting for a condition instead of for a time."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import TypeVar

Value = TypeVar("Value")
PATIENCE = 20.0
"""Seconds: more than anything takes on a machine that is busy with other tests."""
SHORTEST, LONGEST = 0.005, 0.1
"""Seconds between two looks: a tenth of what was waited so far, within these."""


def eventually(check: Callable[[], Value], seconds: float = PATIENCE) -> Value:
    """The first true answer of `check`, asked again and again; an assertion fails after so many seconds."""
    begun = monotonic()
    nothing_sets_it = Event()
    while not (value := check()):
        waited = monotonic() - begun
        assert waited < seconds, f"not within {seconds} s: last answer {value!r}"
        nothing_sets_it.wait(min(max(waited / 10, SHORTEST), LONGEST))
    return value
