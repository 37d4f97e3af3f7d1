"""Enters the targets of players who got new notices into the index of due targets."""

from collections.abc import Callable, Collection

from service.application.channels.delivering.due import DueTargets
from service.application.channels.targets import Targets


class Announcer:
    """Enters due targets once the notices are written. Methods raise `StoreAway` and may be called again."""

    def __init__(self, targets: Targets, due: DueTargets, clock: Callable[[], int]) -> None:
        self._targets = targets
        self._due = due
        self._clock = clock

    def announce(self, players: Collection[str]) -> None:
        """Make all targets of these players due now; their jobs apply the preferences."""
        if players:
            self._due.enter(self._targets.of(players), self._clock())
