"""Attempts at work on many items, in which an item that fails steps back and holds up no other."""

import logging
import traceback
from collections.abc import Callable, Sequence
from typing import TypeVar

from replays.log.setbacks import Setbacks
from replays.store.heartbeat import reason_of
from replays.store.outages import is_outage

RETRIED_AT_ONCE = 20
"""The number of items whose next attempt is due that one round tries again."""

R = TypeVar("R")
I = TypeVar("I", bound=str)  # noqa: E741 - an item

logger = logging.getLogger(__name__)


class Attempts:
    """The attempts at one kind of work (`replays.log.works.WORKS`); `clock` returns ms UTC.

    Outages and errors of the types `others` are raised. Every other error is the fault of an item, which is
    logged and steps back.
    """

    def __init__(
        self,
        setbacks: Setbacks,
        work: str,
        clock: Callable[[], int],
        others: tuple[type[Exception], ...] = (),
    ) -> None:
        self._setbacks = setbacks
        self._work = work
        self._clock = clock
        self._others = others

    def together(self, items: Sequence[I], do: Callable[[Sequence[I]], R], kind: str = "game") -> list[R]:
        """Do the work for all items at once, and if that fails for each alone; returns the results."""
        try:
            return [do(items)]
        except Exception as error:
            if self._is_raised(error):
                raise
        return [found for item in items if (found := self.alone(item, do, kind)) is not None]

    def alone(self, item: I, do: Callable[[Sequence[I]], R], kind: str = "game") -> R | None:
        """Do the work for one item; None if it failed and steps back. `kind` is its field in log records."""
        try:
            return do([item])
        except Exception as error:
            if self._is_raised(error):
                raise
            setback = self._setbacks.step_back(self._work, item, reason_of(error), self._clock())
            if setback.tries == 1:
                places = "".join(traceback.format_tb(error.__traceback__))  # the text could contain data
                logger.error(
                    "%s of %s fails: %s, raised in\n%s",
                    self._work,
                    item,
                    setback.code,
                    places,
                    extra={kind: item},
                )
            return None

    def each(self, items: Sequence[I], do: Callable[[Sequence[I]], R], kind: str = "game") -> list[R]:
        """Do the work for each item that does not rest; one that had failed and succeeds recovers."""
        known, found = self._setbacks.setbacks_of(self._work, items), []
        for item in items:
            if item in known and known[item].again > self._clock():
                continue
            result = self.alone(item, do, kind)
            if result is not None:
                found.append(result)
                if item in known:
                    self._setbacks.recover(self._work, [item])
        return found

    def again(self, do: Callable[[Sequence[str]], R]) -> list[R]:
        """Try those again whose next attempt is due; those that succeed recover. Returns their results."""
        found = []
        for item in self._setbacks.due_again(self._work, self._clock(), RETRIED_AT_ONCE):
            result = self.alone(item, do)
            if result is not None:
                self._setbacks.recover(self._work, [item])
                found.append(result)
        return found

    def _is_raised(self, error: Exception) -> bool:
        return is_outage(error) or isinstance(error, self._others)
