"""What a worker does beside its jobs, because it has to wait for others: bots must not wait for those too."""

from collections.abc import Callable
from threading import Event, Thread

from replays.log.event_log import LogError

AWAY_SECONDS = 10.0
"""How long a round that failed waits before it is tried again."""


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

    def end(self) -> None:
        """Begin no further round."""
        self._stop.set()

    def stop(self, seconds: float) -> None:
        """End after the present round, or after this time: a round may be cut off anywhere."""
        self.end()
        self._thread.join(seconds)

    @property
    def has_ended(self) -> bool:
        """Whether it was told to end, and did."""
        return self._stop.is_set() and not self._thread.is_alive()

    def _go_round(self) -> None:
        while not self._stop.is_set():
            self._stop.wait(self._do_round())


class LogThread(BackgroundThread):
    """A thread whose rounds read the log and write it; what is cut off at the end the next worker does.

    `go_on` does a round, gives the seconds until the next one, and may raise: then a line says once that
    `what` waits, and the round is tried again after `away_seconds`.
    """

    def __init__(
        self,
        name: str,
        what: str,
        go_on: Callable[[], float],
        say: Callable[[str], None],
        away_seconds: float | None = None,
    ) -> None:
        super().__init__(name, self.do_round)
        self._away_seconds = away_seconds
        self._what = what
        self._go_on = go_on
        self._say = say
        self._away = False

    def do_round(self) -> float:
        """Do a round; the seconds until the next one."""
        try:
            pause = self._go_on()
        except LogError as error:
            return self._waits(f"{error.code}: {error}")
        except Exception as error:  # noqa: BLE001 - the next round may succeed; its text could hold anything
            return self._waits(type(error).__name__)
        self._away = False
        return pause

    def _waits(self, why: str) -> float:
        if not self._away:
            self._say(f"{self._what} waits: {why}")
        self._away = True
        return AWAY_SECONDS if self._away_seconds is None else self._away_seconds
