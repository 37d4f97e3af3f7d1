"""The log queue: a thread writes the log records of requests in batches, after the responses.

In a process that has just slept, one record costs as much as five in a batch, and the reader of the log may
be slow. No request waits for either.
"""

import logging
from collections import deque
from collections.abc import Callable
from threading import Event, Lock, Thread
from time import sleep

GATHER_SECONDS = 0.05
"""How long notes lie before they are done, so that a busy process does many at once."""
MOST = 10_000
"""How many notes lie at most: ten seconds of a process at its busiest, where nobody reads its lines."""

LOG_QUEUE = "kingdomino log queue"
"""Where the extensions of an app have its log queue."""

Note = Callable[[], None]

log = logging.getLogger(__name__)


class LogQueue:
    """Does what was noted, in its order, about `GATHER_SECONDS` later; of a killed process some is lost.

    Safe to share between threads. Its thread begins with the first note, so that a process may fork before.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._notes: deque[Note] = deque()
        self._lost = 0
        self._noted = Event()
        self._lock = Lock()
        self._thread: Thread | None = None

    def note(self, note: Note) -> None:
        """Let this be done soon; where too much lies here already it is lost, and that is told."""
        if len(self._notes) >= self._most:
            self._lost += 1
            return
        self._notes.append(note)
        if not self._noted.is_set():  # else the thread is about to look
            self._begin()
            self._noted.set()

    def flush(self) -> None:
        """Do all that was noted so far: for the end of a process."""
        with self._lock:
            while self._notes:
                _do(self._notes.popleft())
            lost, self._lost = self._lost, 0
        if lost:
            log.warning("%d requests were not told of: what reads the lines is too slow", lost)

    def _begin(self) -> None:
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = Thread(target=self._go_on, name="log-queue", daemon=True)
                    self._thread.start()

    def _go_on(self) -> None:
        while True:
            self._noted.wait()
            sleep(GATHER_SECONDS)
            self._noted.clear()
            self.flush()


def at_once(note: Note) -> None:
    """Do it now: for who wants to see it done."""
    note()


def _do(note: Note) -> None:
    try:
        note()
    except Exception:  # one that cannot be done, as where nobody can read, must not be in the way of others
        log.exception("a request could not be told of")
