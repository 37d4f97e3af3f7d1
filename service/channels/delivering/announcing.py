"""Enters the targets of players for whom notices were made."""

from collections.abc import Callable, Collection

from service.channels.delivering.due import DueTargets
from service.channels.targets import Targets


class Announcer:
    """Enters what is due, once the notices are written. Methods raise `StoreAway` and may be called again."""

    def __init__(self, targets: Targets, due: DueTargets, clock: Callable[[], int]) -> None:
        self._targets = targets
        self._due = due
        self._clock = clock

    def announce(self, players: Collection[str]) -> None:
        """Let the targets of these players be looked at: their preferences say when something is sent."""
        if players:
            self._due.enter(self._targets.of(players), self._clock())
