"""A stop can be requested from a signal handler and ends every wait."""

import os
import signal
from threading import Thread

import pytest

from replays.runtime.stop_signals import StopSignal

LONG = 60.0


def test_a_stop_ends_the_present_wait_and_all_later_ones() -> None:
    """Another thread requests the stop while this one waits."""
    stop = StopSignal()
    assert not stop.wait(0.0)
    asker = Thread(target=stop.set)
    asker.start()
    assert stop.wait(LONG)
    assert stop.wait(LONG)
    asker.join()
    stop.close()


def test_waking_is_not_stopping() -> None:
    """Waking ends one wait early without a stop."""
    stop = StopSignal()
    stop.wake()
    assert not stop.wait(LONG)
    assert not stop.is_set()
    stop.close()


def test_signals_are_counted() -> None:
    """A second Ctrl-C can be recognized, for example to stop faster."""
    stop = StopSignal()
    before = signal.getsignal(signal.SIGUSR1)
    stop.on_signals([signal.SIGUSR1])
    try:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGUSR1)
        assert stop.wait(LONG)
        assert stop.count == 2
    finally:
        signal.signal(signal.SIGUSR1, before)
        stop.close()


@pytest.mark.slow
def test_a_full_pipe_blocks_nobody() -> None:
    """Any number of wake-ups while nobody waits does not block the handler."""
    stop = StopSignal()
    for _ in range(100_000):
        stop.wake()
    assert not stop.wait(LONG)
    stop.close()
