"""Bots' choices made again for an audit, for as long as the auditor wants to spend on them."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import process_time

from kingdomino.game.commands import Command
from kingdomino.policies import NeedsKernel


@dataclass(slots=True)
class Repetition:
    """At most `seconds` by `clock`, of all games together; a choice that has begun is made to its end."""

    seconds: float = inf
    clock: Callable[[], float] = process_time
    spent: float = 0.0

    def of(self, choose: Callable[[], Command]) -> Command | None:
        """The choice, or None where the time is used up or the kernel that it needs does not run."""
        if self.spent >= self.seconds:
            return None
        begun = self.clock()
        try:
            return choose()
        except NeedsKernel:
            return None
        finally:
            self.spent += self.clock() - begun
