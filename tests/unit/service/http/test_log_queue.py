"""The log queue: records are written soon, in order, without blocking requests."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from unittest.mock import patch

import pytest

from harness.waiting import eventually
from service.http import log_queue
from service.http.log_queue import LogQueue

SOON = 10.0


class Writer(logging.Handler):
    """Keeps the messages, after it has done something."""

    def __init__(self, first: Callable[[], object] = bool) -> None:
        super().__init__()
        self.first = first
        self.written: list[object] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message."""
        self.first()
        self.written.append(record.msg)


def note(queue: LogQueue, what: object) -> None:
    """Queue a record with this message."""
    queue.handle(logging.LogRecord("a test", logging.INFO, "", 0, what, (), None))


@contextmanager
def listening(queue: LogQueue) -> Iterator[None]:
    """Let the queue's thread run."""
    queue.listener.start()
    try:
        yield
    finally:
        queue.listener.stop()


def test_records_are_written_soon_and_in_order() -> None:
    """Nothing else than the thread is needed."""
    writer = Writer()
    queue = LogQueue(writer)
    with listening(queue):
        for numbers in (range(100), range(100, 200)):
            for number in numbers:
                note(queue, number)
            eventually(lambda: len(writer.written) == numbers.stop, SOON)  # noqa: B023 - asked within the loop
    assert writer.written == list(range(200))


def test_the_end_writes_all_that_was_queued() -> None:
    """No record is lost when a process ends."""
    writer = Writer()
    queue = LogQueue(writer)
    for number in range(3):
        note(queue, number)
    assert writer.written == []
    with listening(queue):
        pass
    assert writer.written == [0, 1, 2]


def test_records_gather() -> None:
    """A record waits a moment for others."""
    queue = LogQueue(Writer())
    with patch.object(log_queue, "sleep") as waited:
        with listening(queue):
            note(queue, 1)
        waited.assert_called_once_with(log_queue.GATHER_SECONDS)


def test_nobody_waits_for_a_slow_reader() -> None:
    """Adding a record does not block while lines cannot be written."""
    stuck, writing = Event(), Event()

    def wait() -> None:
        writing.set()
        stuck.wait()

    writer = Writer(wait)
    queue = LogQueue(writer)
    with listening(queue):
        note(queue, 1)
        assert writing.wait(SOON)
        noting = Thread(target=note, args=(queue, 2), daemon=True)
        noting.start()
        noting.join(SOON)
        assert not noting.is_alive()
        assert writer.written == []
        stuck.set()
    assert writer.written == [1, 2]


def test_what_is_too_much_is_lost_and_told(caplog: pytest.LogCaptureFixture) -> None:
    """Memory is bounded: the first records are kept, and one line reports the number lost."""
    writer = Writer()
    queue = LogQueue(writer, most=5)
    for number in range(8):
        note(queue, number)
    with caplog.at_level(logging.WARNING), listening(queue):
        pass
    assert writer.written == [0, 1, 2, 3, 4]
    assert [record.getMessage() for record in caplog.records] == [
        "3 requests were not told of: what reads the lines is too slow"
    ]


def test_many_threads_queue_at_once() -> None:
    """Each record is written once."""
    writer = Writer()
    queue = LogQueue(writer)

    def work(thread: int) -> None:
        for number in range(300):
            note(queue, (thread, number))

    threads = [Thread(target=work, args=(thread,)) for thread in range(8)]
    with listening(queue):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(writer.written) == 8 * 300
    for thread_number in range(8):
        of_thread = [each for each in writer.written if isinstance(each, tuple) and each[0] == thread_number]
        assert of_thread == [(thread_number, number) for number in range(300)]
