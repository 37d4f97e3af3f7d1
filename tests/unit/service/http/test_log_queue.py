"""The log queue: records are written soon, in order, without blocking requests."""

import logging
from collections.abc import Iterator
from functools import partial
from threading import Event, Thread
from unittest.mock import patch

import pytest

from harness.waiting import eventually
from service.http import log_queue
from service.http.log_queue import LogQueue

SOON = 10.0


@pytest.fixture
def unhurried() -> Iterator[LogQueue]:
    """Give a queue whose thread wakes once an hour, with room for five records."""
    with patch.object(log_queue, "GATHER_SECONDS", 3600):
        yield LogQueue(most=5)


def test_notes_are_done_soon_and_in_order() -> None:
    """Records are written repeatedly without a flush."""
    done: list[int] = []
    kept = LogQueue()
    for numbers in (range(100), range(100, 200)):
        for number in numbers:
            kept.note(partial(done.append, number))
        eventually(lambda: len(done) == numbers.stop, SOON)  # noqa: B023 - asked within the loop
    assert done == list(range(200))


def test_a_flush_does_all_that_was_noted(unhurried: LogQueue) -> None:
    """No record is lost when a process ends."""
    done: list[int] = []
    for number in range(3):
        unhurried.note(partial(done.append, number))
    assert done == []
    unhurried.flush()
    unhurried.flush()
    assert done == [0, 1, 2]


def test_nobody_waits_for_a_slow_reader(unhurried: LogQueue) -> None:
    """Adding a record does not block while lines cannot be written."""
    stuck, done = Event(), Event()

    def wait() -> None:
        stuck.wait()

    unhurried.note(wait)
    writing = Thread(target=unhurried.flush, daemon=True)
    writing.start()
    noting = Thread(target=unhurried.note, args=(done.set,), daemon=True)
    noting.start()
    noting.join(SOON)
    assert not noting.is_alive()
    assert not done.is_set()
    stuck.set()
    writing.join(SOON)
    assert done.is_set()


def test_what_is_too_much_is_lost_and_told(unhurried: LogQueue, caplog: pytest.LogCaptureFixture) -> None:
    """Memory is bounded: the first records are kept, and one line reports the number lost."""
    done: list[int] = []
    for number in range(8):
        unhurried.note(partial(done.append, number))
    with caplog.at_level(logging.WARNING):
        unhurried.flush()
        unhurried.flush()
    assert done == [0, 1, 2, 3, 4]
    assert [record.getMessage() for record in caplog.records] == [
        "3 requests were not told of: what reads the lines is too slow"
    ]


def test_one_that_cannot_be_done_is_in_nobodys_way(caplog: pytest.LogCaptureFixture) -> None:
    """The failure is logged, and the thread continues."""
    done = Event()
    kept = LogQueue()

    def fail() -> None:
        raise BrokenPipeError

    kept.note(fail)
    kept.note(done.set)
    assert done.wait(SOON)
    assert "a request could not be told of" in caplog.text


def test_many_threads_note_and_flush_at_once() -> None:
    """Each record is written once."""
    done: list[tuple[int, int]] = []
    kept = LogQueue()

    def work(thread: int) -> None:
        for number in range(300):
            kept.note(partial(done.append, (thread, number)))
            if number % 50 == 0:
                kept.flush()

    threads = [Thread(target=work, args=(thread,)) for thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    eventually(lambda: len(done) == 8 * 300, SOON)
    assert len(set(done)) == len(done)
    for thread_number in range(8):
        assert [number for thread, number in done if thread == thread_number] == list(range(300))
