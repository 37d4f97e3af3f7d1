"""What a worker does beside its jobs, because it has to wait for others: bots must not wait for those too."""

from collections.abc import Callable
from threading import Event, Thread


class BackgroundThread:
    """A thread that does its rounds until it is told to stop, in a process that does other things.

    `do_round` gives the seconds until the next round, and raises nothing.
    """

    def __init__(self, name: str, do_round: Callable[[], float]) -> None:
        self._do_round = do_round
        self._stop = Event()
        self._thread = Thread(target=self._go_round, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """End after the present round, or after this time: a round may be cut off anywhere."""
        self._stop.set()
        self._thread.join(seconds)

    def _go_round(self) -> None:
        while not self._stop.is_set():
            self._stop.wait(self._do_round())
