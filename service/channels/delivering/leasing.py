"""Works on a target while no other job does."""

from collections.abc import Callable

from service.account_keys import AccountErased
from service.channels.delivering.due import DueTargets
from service.channels.target import Target

FAULT_PAUSE_MS = 10 * 60_000
"""When a target is tried again whose delivery raised something unforeseen."""

BEGINS_MS = 30_000
"""After this time a job begins nothing more, so that it ends before RQ gives it up, and its lease."""


def may_begin(began: int, now: int) -> bool:
    """Whether a job that began then, in ms UTC, may begin something more; not where the clock jumped back."""
    return 0 <= now - began < BEGINS_MS


def with_lease(
    due: DueTargets, target: Target, clock: Callable[[], int], work: Callable[[Target], int | None]
) -> None:
    """Do the work unless another job has the target, and enter when something is due next.

    `work` gives that time in ms UTC, or None for not before a notice.
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
