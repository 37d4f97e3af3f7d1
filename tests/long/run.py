"""What a long run is, and how one is run and counted."""

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a run: what it is called, and the check, which raises where something is wrong."""

    label: str
    check: Callable[[], None]


Run = Callable[[], AbstractContextManager[Iterator[Case]]]
"""A run: sets up what it needs and gives its cases one after the other."""


@dataclass(slots=True)
class Count:
    """How many cases there were of each outcome."""

    passed: int = 0
    failed: int = 0

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def carry_out(run: Run, deadline: float | None) -> Count:
    """Check the cases, and begin none after the deadline (see `monotonic`); failures go to standard error."""
    count = Count()
    with run() as cases:
        for case in cases:
            if deadline is not None and monotonic() > deadline:
                break
            try:
                case.check()
            except (Exception, BaseExceptionGroup):  # noqa: BLE001 - whatever it is, it is counted and shown
                count.failed += 1
                show(f"FAILED {case.label}\n{traceback.format_exc()}", end="\n")
            else:
                count.passed += 1
            if sys.stderr.isatty():
                show(f"\r\x1b[K{count}; {case.label}")
    if sys.stderr.isatty():
        show("\r\x1b[K")
    return count


def show(text: str, end: str = "") -> None:
    """Tell the user at once."""
    print(text, end=end, file=sys.stderr, flush=True)
