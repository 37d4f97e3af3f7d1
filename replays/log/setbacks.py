"""The interface of setbacks: work that failed, and the time of its next attempt.

Work that fails steps back: its next attempt comes after a delay that doubles with each failure. So it leaves
room for the work behind it, and the record of it says to operators what is stuck. A record exists from the
first failure until the work succeeds or is not due any more.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

FIRST_DELAY_MS = 2_000
"""The delay after the first failure; it doubles with each further one."""
LONGEST_DELAY_MS = 60 * 60 * 1000
STUCK_MS = 5_000
"""Work that has failed for this long counts as stuck: it has failed twice at least."""


class Setback(NamedTuple):
    """A failed work: its kind, its item (mostly a stream), and the last failure's code; times are ms UTC.

    `since` is the time of the first failure, `tries` the number of failures, `again` the time of the next
    attempt.
    """

    work: str
    item: str
    since: int
    tries: int
    again: int
    code: str


class Setbacks(Protocol):
    """The setbacks of all work. Methods raise StoreAway and may be retried after it."""

    def step_back(self, work: str, item: str, code: str, now: int) -> Setback:
        """Record a failure at `now`."""

    def recover(self, work: str, items: Iterable[str]) -> None:
        """Remove the records of items that succeeded, or that are not due any more."""

    def setbacks_of(self, work: str, items: Sequence[str]) -> dict[str, Setback]:
        """Return the records of those of these items that failed, in one round trip."""

    def due_again(self, work: str, now: int, limit: int) -> list[str]:
        """Return at most `limit` items whose next attempt is due at `now`, the earliest first."""

    def longest_stuck(self, work: str, limit: int) -> list[Setback]:
        """Return at most `limit` records, those of the earliest first failures first."""

    def stuck(self, until: int) -> dict[str, int]:
        """Return for each work the number of items that have failed since `until` or longer."""
