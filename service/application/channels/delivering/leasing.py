"""Leases: one job at a time works on a target."""

from collections.abc import Callable

from service.application.account_keys import AccountErased
from service.application.channels.delivering.due import DueTargets
from service.application.channels.target import Target

FAULT_PAUSE_MS = 10 * 60_000
"""The delay before a retry of a target whose delivery raised an unexpected exception."""

BEGINS_MS = 30_000
"""A job begins nothing more after this time, so that it ends before RQ's job timeout and its lease do."""


def may_begin(began: int, now: int) -> bool:
    """True if a job that began at this time, in ms UTC, may begin a step; False if the clock went back."""
    return 0 <= now - began < BEGINS_MS


def with_lease(
    due: DueTargets, target: Target, clock: Callable[[], int], work: Callable[[Target], int | None]
) -> None:
    """Run `work` unless another job has leased the target, and store the target's next due time.

    `work` returns that time in ms UTC, or None for no due time until the next notice.
    """
    lease = due.begin(target, clock())
    if lease is None:
        return
    try:
        again = work(target)
    except AccountErased:
        again = None
    except Exception:
        due.settle(target, lease, clock() + FAULT_PAUSE_MS)
        raise
    due.settle(target, lease, again)
