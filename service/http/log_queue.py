"""The log queue: a thread writes the log records of requests in batches, after the responses.

In a process that was idle, one record costs as much as five in a batch, and the reader of the log may be
slow. Requests wait for neither.
"""

import logging
from collections.abc import Callable
from logging import Handler, LogRecord
from logging.handlers import QueueHandler, QueueListener
from queue import Empty, Full, Queue
from time import sleep
from typing import Any

GATHER_SECONDS = 0.05
"""The delay before queued records are written, so that a busy process writes many at once."""
MOST = 10_000
"""The maximum length of the queue: ten seconds of a process at full load whose log nobody reads."""

LOG_QUEUE = "kingdomino log queue"
"""The key of the log queue in an app's extensions."""

log = logging.getLogger(__name__)


class LogQueue(QueueHandler):
    """Queues records for `writer`, which gets them in order while `listener` runs.

    If the queue is full, records are dropped and counted for a warning.
    """

    def __init__(self, writer: Handler, most: int = MOST) -> None:
        records: Queue[LogRecord | None] = Queue(most)
        super().__init__(records)
        self._lost = 0
        self.listener: QueueListener = _Listener(records, writer, self.report_lost)

    def prepare(self, record: LogRecord) -> LogRecord:
        """The record as it is: the writer renders it."""
        return record

    def enqueue(self, record: LogRecord) -> None:
        """Queue the record, or drop it."""
        try:
            self.queue.put_nowait(record)
        except Full:
            self._lost += 1

    def report_lost(self) -> None:
        """Log the number of records dropped since the last report, if there are any."""
        lost, self._lost = self._lost, 0
        if lost:
            log.warning("%d requests were not told of: what reads the lines is too slow", lost)


class _Listener(QueueListener):
    """Writes what gathers for a while; `stop` returns when all is written."""

    def __init__(
        self, records: Queue[LogRecord | None], writer: Handler, when_empty: Callable[[], None]
    ) -> None:
        super().__init__(records, writer)
        self._records = records
        self._when_empty = when_empty

    def dequeue(self, block: bool) -> Any:  # noqa: FBT001 - as the standard library has it
        """Return the next record, some time after the first one of a batch was queued."""
        try:
            return self._records.get_nowait()
        except Empty:
            self._when_empty()
        record = self._records.get(block)
        if record is not None:
            sleep(GATHER_SECONDS)
        return record

    def enqueue_sentinel(self) -> None:
        """Queue the end behind all records; a full queue does not refuse it."""
        self._records.put(None)

    def stop(self) -> None:
        """Write all queued records, and end the thread."""
        super().stop()
        self._when_empty()
