"""Checks whether the rights that live streams depend on are still valid.

A check reads the rights of many streams in one round trip. It is made for each delivery, after the events
were read, so that a stream gets no event that was appended after its right had ended; by the clock; and when
a feed reports that a right of the account may have ended.
"""

from collections.abc import Callable, Iterable
from random import uniform
from time import monotonic

from service.application.live.follower import Follower
from service.application.live.rights import Right, Valid

CHECK_SECONDS = 10.0
"""The longest time between two checks of a stream that depends on a right, however much it delivers."""
SHORTEST_SECONDS = 7.0
"""The shortest; each stream's time is random, so that the checks of many do not come at the same moment."""
LOOK_SECONDS = 1.0
"""The time between two searches for streams that are due."""


class RightChecks:
    """Ends followers with a right that is no longer valid. Methods raise `StoreAway`, and then end nobody."""

    def __init__(self, valid: Valid, clock: Callable[[], float] = monotonic) -> None:
        self._valid = valid
        self._clock = clock
        self._look_at = 0.0

    def check(self, followers: Iterable[Follower]) -> None:
        """Check these followers now; those that depend on no right are left out."""
        dependent = [follower for follower in followers if follower.rights.held]
        if not dependent:
            return
        asked: set[Right] = set().union(*(follower.rights.held for follower in dependent))
        ended, now = asked.difference(self._valid(asked)), self._clock()
        for follower in dependent:
            pause = uniform(SHORTEST_SECONDS, CHECK_SECONDS - LOOK_SECONDS)  # noqa: S311 - no secret
            follower.check_at = now + pause
            if not ended.isdisjoint(follower.rights.held):
                follower.forbid()

    def check_due(self, followers: Callable[[], Iterable[Follower]]) -> None:
        """Check the followers that are due; a call soon after another one does nothing."""
        now = self._clock()
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            self.check(follower for follower in followers() if follower.check_at <= now)
