"""Repeats bots' choices for an audit, within the time that the auditor allows."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import process_time

from kingdomino.game.commands import Command
from kingdomino.policies import NeedsKernel


@dataclass(slots=True)
class Repetition:
    """A limit of `seconds` by `clock` for all games together; a choice that has begun is completed."""

    seconds: float = inf
    clock: Callable[[], float] = process_time
    spent: float = 0.0

    def of(self, choose: Callable[[], Command]) -> Command | None:
        """The choice, or None if the time is used up or the choice needs a kernel that does not run."""
        if self.spent >= self.seconds:
            return None
        begun = self.clock()
        try:
            return choose()
        except NeedsKernel:
            return None
        finally:
            self.spent += self.clock() - begun
