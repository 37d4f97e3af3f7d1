"""Gives signs of life from a web process, so that a time without any is known to be an outage."""

import logging
from collections.abc import Callable
from threading import Event, Thread

from replays.log.event_log import LogError
from replays.log.life import RecentSigns

BEAT_SECONDS = 5.0
"""The time between two signs of life: several are missed before the service counts as away."""

AWAY_SECONDS = 1.0
"""The time after which a sign that could not be given is tried again."""

log = logging.getLogger(__name__)


class Pulse:
    """A thread that gives signs of life until it is stopped; `clock` returns ms UTC.

    A process without it gives one with the first change in a game after half a minute.
    """

    def __init__(self, signs: RecentSigns, clock: Callable[[], int]) -> None:
        self._signs = signs
        self._clock = clock
        self._stop = Event()
        self._thread = Thread(target=self._go_on, name="pulse", daemon=True)

    def start(self) -> None:
        """Give the first sign now: the process serves players."""
        self._thread.start()

    def stop(self) -> None:
        """Give no further sign."""
        self._stop.set()

    def beat(self) -> float:
        """Give a sign; returns the seconds until the next one. A failure of any kind is tried again."""
        try:
            self._signs.refresh(self._clock())
        except LogError:
            return AWAY_SECONDS  # requests report that the store is away
        except Exception:
            log.exception("no sign of life could be given")
            return AWAY_SECONDS
        return BEAT_SECONDS

    def _go_on(self) -> None:
        while not self._stop.is_set():
            self._stop.wait(self.beat())
