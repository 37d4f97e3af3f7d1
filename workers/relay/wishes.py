"""Dispatches requested animations one after the other, with pauses."""

from collections.abc import Callable

from service.application.pictures.animations import Animations
from workers.jobs.registry import DRAW, Work
from workers.relay.dispatcher import Dispatcher

PAUSE_SECONDS = 3.0
"""The pause between two animations, about as long as drawing one, to leave time for other work."""


class WishSweeper:
    """Passes requests to the dispatcher. A request may be lost there; the waiting client requests again."""

    def __init__(self, animations: Animations, dispatcher: Dispatcher, clock: Callable[[], float]) -> None:
        self._animations = animations
        self._dispatcher = dispatcher
        self._clock = clock
        self._next = clock()

    def sweep(self) -> None:
        """Dispatch the animation that was requested first, if the pause is over."""
        if self._clock() < self._next:
            return
        game = self._animations.take()
        if game is None:
            return
        self._dispatcher.add([Work(DRAW, game)])
        self._next = self._clock() + PAUSE_SECONDS
