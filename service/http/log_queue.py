"""The log queue: a thread writes the log records of requests in batches, after the responses.

In a process that was idle, one record costs as much as five in a batch, and the reader of the log may be
slow. Requests wait for neither.
"""

import logging
from collections import deque
from collections.abc import Callable
from threading import Event, Lock, Thread
from time import sleep

GATHER_SECONDS = 0.05
"""The delay before queued records are written, so that a busy process writes many at once."""
MOST = 10_000
"""The maximum length of the queue: ten seconds of a process at full load whose log nobody reads."""

LOG_QUEUE = "kingdomino log queue"
"""The key of the log queue in an app's extensions."""

Note = Callable[[], None]

log = logging.getLogger(__name__)


class LogQueue:
    """Runs queued notes in order, about `GATHER_SECONDS` later; some are lost if the process is killed.

    Safe to share between threads. The thread starts with the first note, so a process may fork before that.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._notes: deque[Note] = deque()
        self._lost = 0
        self._noted = Event()
        self._lock = Lock()
        self._thread: Thread | None = None

    def note(self, note: Note) -> None:
        """Queue a note; if the queue is full, the note is dropped and counted for a warning."""
        if len(self._notes) >= self._most:
            self._lost += 1
            return
        self._notes.append(note)
        if not self._noted.is_set():  # otherwise the thread is about to empty the queue
            self._begin()
            self._noted.set()

    def flush(self) -> None:
        """Run all queued notes now, as at the end of a process."""
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
    """Run the note immediately, without a queue."""
    note()


def _do(note: Note) -> None:
    try:
        note()
    except Exception:  # a note that fails, as when the log cannot be written, must not stop the others
        log.exception("a request could not be told of")
