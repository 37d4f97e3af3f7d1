"""Dispatches the animations that are wanted: few, and one after the other."""

from collections.abc import Callable

from service.pictures.animations import Animations
from workers.jobs.registry import DRAW, Work
from workers.relay.dispatcher import Dispatcher

PAUSE_SECONDS = 3.0
"""Between two animations, which take about as long to draw: so there is time for the rest."""


class WishSweeper:
    """Passes wishes to the dispatcher. What it has taken may be lost: who waits asks again."""

    def __init__(self, animations: Animations, dispatcher: Dispatcher, clock: Callable[[], float]) -> None:
        self._animations = animations
        self._dispatcher = dispatcher
        self._clock = clock
        self._next = clock()

    def sweep(self) -> None:
        """Dispatch the animation that is wanted for the longest time, if the pause is over."""
        if self._clock() < self._next:
            return
        game = self._animations.take()
        if game is None:
            return
        self._dispatcher.add([Work(DRAW, game)])
        self._next = self._clock() + PAUSE_SECONDS
