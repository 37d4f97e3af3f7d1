"""Rounds of a measurement, in which the same measures of two builds take turns."""

from collections import deque
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Condition, Thread
from typing import TypeVar

ROUNDS = 5

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pace:
    """The number of rounds of each measurement, and what happens between two rounds."""

    rounds: int = ROUNDS
    rest: Callable[[], None] = lambda: None


PACE: ContextVar[Pace] = ContextVar("pace", default=Pace())  # noqa: B039 - it is frozen
"""The pace of the measures in this thread."""


def rounds() -> Iterator[None]:
    """The rounds of a measurement; after each round another thread may have its turn."""
    pace = PACE.get()
    for _ in range(pace.rounds):
        yield
        pace.rest()


class Stopped(Exception):  # noqa: N818 - no error of this thread
    """Another of the threads that take turns has failed or was interrupted."""


class Turns:
    """Threads of which only one works at a time; the order stays the same."""

    def __init__(self) -> None:
        self._order: deque[object] = deque()
        self._changed = Condition()
        self._is_over = False

    def all(self, number: int, *works: Callable[[], T]) -> list[T]:
        """The results of all works, each in a thread of its own with `number` rounds for each measurement.

        The first failure ends the others in their next turn. A thread starts and ends the processes that it
        measures, because Linux ends a process with the thread that started it.
        """
        results: list[T | BaseException] = [Stopped() for _ in works]
        self._order.extend(range(len(works)))

        def run(me: int, work: Callable[[], T]) -> None:
            PACE.set(Pace(number, lambda: self._rest(me)))
            try:
                self._await(me)
                results[me] = work()
            except Exception as error:  # noqa: BLE001 - raised below, in the thread that waits
                results[me] = error
                self._stop()
            finally:
                self._leave(me)

        threads = [Thread(target=run, args=each, daemon=True) for each in enumerate(works)]
        try:
            for thread in threads:
                thread.start()
        finally:
            self._join(threads)
        return _values(results)

    def _join(self, threads: list[Thread]) -> None:
        """Wait for the threads; after an interruption, until each has ended its processes."""
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            self._stop()
            for thread in threads:
                thread.join()
            raise

    def _rest(self, me: object) -> None:
        with self._changed:
            self._order.rotate(-1)
            self._changed.notify_all()
        self._await(me)

    def _await(self, me: object) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._order[0] == me)
        if self._is_over:
            raise Stopped

    def _leave(self, me: object) -> None:
        with self._changed:
            self._order.remove(me)
            self._changed.notify_all()

    def _stop(self) -> None:
        self._is_over = True


def _values(results: list[T | BaseException]) -> list[T]:
    """The results; raises the first failure, but `Stopped` only if there is no other."""
    failures = [each for each in results if isinstance(each, BaseException)]
    for failure in sorted(failures, key=lambda each: isinstance(each, Stopped)):
        raise failure
    return [each for each in results if not isinstance(each, BaseException)]
