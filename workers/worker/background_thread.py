"""Background threads of a worker, for tasks that block on other services; bots must not wait for these."""

from collections.abc import Callable
from threading import Event, Thread

from replays.log.event_log import LogError
from replays.log.works import ACTIVITIES
from replays.store.heartbeat import Health, reason_of
from replays.store.outages import is_store_outage
from workers.outage import Reports

AWAY_SECONDS = 10.0
"""The pause after a failed round."""
OUTAGE_SECONDS = 1.0
"""The pause while the store is away: each thread finds soon that it is back, and the worker says so."""


class BackgroundThread:
    """A thread that repeats a round until it is stopped, in a process that does other work.

    `do_round` returns the seconds until the next round and must not raise.
    """

    def __init__(self, name: str, do_round: Callable[[], float]) -> None:
        self._do_round = do_round
        self._stop = Event()
        self._thread = Thread(target=self._go_round, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def end(self) -> None:
        """Request the end: no further round begins."""
        self._stop.set()

    def stop(self, seconds: float) -> None:
        """End after the current round; wait at most `seconds`, since a round may be interrupted anywhere."""
        self.end()
        self._thread.join(seconds)

    @property
    def has_ended(self) -> bool:
        """True if the end was requested and the thread has ended."""
        return self._stop.is_set() and not self._thread.is_alive()

    def _go_round(self) -> None:
        while not self._stop.is_set():
            self._stop.wait(self._do_round())


class LogThread(BackgroundThread):
    """A thread whose rounds read and write the log; another worker repeats an interrupted round.

    `name` is an activity's. `go_on` does a round and returns the seconds until the next one. If it raises,
    the round is retried after `away_seconds`. An outage of the store is reported as one for the whole
    process; for another failure, one line reports that the activity waits, and one that it goes on. `health`
    reports how the rounds end.
    """

    def __init__(
        self,
        name: str,
        go_on: Callable[[], float],
        reports: Reports,
        away_seconds: float | None = None,
        health: Health | None = None,
    ) -> None:
        super().__init__(name, self.do_round)
        self._health = health
        self._away_seconds = away_seconds
        self._what = ACTIVITIES[name].does
        self._go_on = go_on
        self._reports = reports
        self._waiting = False

    def do_round(self) -> float:
        """Do a round; returns the seconds until the next one."""
        try:
            pause = self._go_on()
        except Exception as error:  # noqa: BLE001 - the next round may succeed; the error's text is unknown
            return self._fails(error)
        self._reports.log.back()
        if self._waiting:
            self._reports.say(f"{self._what} goes on")
        self._waiting = False
        self._succeeded()
        return pause

    def _succeeded(self) -> None:
        """Report that a round has done its work."""
        if self._health:
            self._health.succeeded()

    def _fails(self, error: Exception) -> float:
        """Report a failed round; returns the seconds until the next one."""
        if self._health:
            self._health.failed(reason_of(error))
        if is_store_outage(error):
            self._reports.log.away(error)
            return OUTAGE_SECONDS
        if not self._waiting:
            why = f"{error.code}: {error}" if isinstance(error, LogError) else type(error).__name__
            self._reports.say(f"{self._what} waits: {why}")
            self._waiting = True
        return AWAY_SECONDS if self._away_seconds is None else self._away_seconds
