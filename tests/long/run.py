"""The types of long runs and their cases, and carrying a run out."""

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a run: its label, and its check, which raises an error if it fails."""

    label: str
    check: Callable[[], None]


Run = Callable[[], AbstractContextManager[Iterator[Case]]]
"""A run: a context manager that sets up its resources and yields its cases."""


@dataclass(slots=True)
class Count:
    """The numbers of passed and failed cases."""

    passed: int = 0
    failed: int = 0

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def carry_out(run: Run, deadline: float | None) -> Count:
    """Check the cases, starting none after the deadline (of `monotonic`); failures go to standard error."""
    count = Count()
    with run() as cases:
        for case in cases:
            if deadline is not None and monotonic() > deadline:
                break
            try:
                case.check()
            except (Exception, BaseExceptionGroup):  # noqa: BLE001 - every error is counted and shown
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
    """Print to standard error at once."""
    print(text, end=end, file=sys.stderr, flush=True)
