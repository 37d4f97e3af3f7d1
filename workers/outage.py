"""Waiting for a store that is unavailable, and continuing when it is back."""

import logging
from collections.abc import Callable

from replays.runtime.stop_signals import StopSignal

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0


class Outage:
    """The state of an outage, which is reported once when it begins and once when it ends."""

    def __init__(self, stop: StopSignal, say: Callable[[str], None]) -> None:
        self._stop = stop
        self._say = say
        self._pause = 0.0

    def goes_on(self, error: Exception) -> None:
        """Report a new outage, then wait before the next attempt: 0.1 s, doubled each time up to 2 s."""
        if not self._pause:
            self._say(f"waiting for the store: {error}")
        self._pause = min(2 * self._pause or FIRST_PAUSE, LONGEST_PAUSE)
        self._stop.wait(self._pause)

    def is_over(self) -> None:
        """Report the end of the outage, if there was one."""
        if self._pause:
            self._say("the store is back")
        self._pause = 0.0


class FirstWord(logging.Filter):
    """Passes messages with this beginning once per outage: RQ logs a failed connection every two seconds."""

    def __init__(self, beginning: str) -> None:
        super().__init__()
        self._beginning = beginning
        self._said = False

    def filter(self, record: logging.LogRecord) -> bool:
        """True if the record is new in this outage, or has another beginning."""
        if not str(record.msg).startswith(self._beginning):
            return True
        news, self._said = not self._said, True
        return news

    def is_over(self) -> None:
        """Let the next such message pass."""
        self._said = False
