"""Going on by oneself when a server was away."""

import logging
from collections.abc import Callable

from replays.runtime.stop_signals import StopSignal

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0


class Outage:
    """Whether the servers are away at the moment: said once when it begins and once when it is over."""

    def __init__(self, stop: StopSignal, say: Callable[[str], None]) -> None:
        self._stop = stop
        self._say = say
        self._pause = 0.0

    def goes_on(self, error: Exception) -> None:
        """Wait before the next try: a tenth of a second, then twice as long each time, up to two seconds."""
        if not self._pause:
            self._say(f"waiting for the store: {error}")
        self._pause = min(2 * self._pause or FIRST_PAUSE, LONGEST_PAUSE)
        self._stop.wait(self._pause)

    def is_over(self) -> None:
        """Everything works."""
        if self._pause:
            self._say("the store is back")
        self._pause = 0.0


class FirstWord(logging.Filter):
    """Lets a message that begins so pass once an outage: RQ says every two seconds that it cannot connect."""

    def __init__(self, beginning: str) -> None:
        super().__init__()
        self._beginning = beginning
        self._said = False

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is news."""
        if not str(record.msg).startswith(self._beginning):
            return True
        news, self._said = not self._said, True
        return news

    def is_over(self) -> None:
        """Let the next such message pass."""
        self._said = False
