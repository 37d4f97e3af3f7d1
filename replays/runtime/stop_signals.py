"""A stop flag that signal handlers can set safely and that the loops of a process can wait on."""

import os
import select
import signal
from collections.abc import Iterable
from contextlib import suppress
from types import FrameType

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopSignal:
    """Like `threading.Event`, but safe to set from a signal handler.

    `threading.Event.set` takes a lock; a handler that interrupts the main thread inside that lock would
    deadlock. Here a handler writes one byte into a pipe. `count` is the number of stop requests, so that a
    second Ctrl-C can force a faster stop.
    """

    def __init__(self) -> None:
        self.count = 0
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def is_set(self) -> bool:
        """True if a stop was requested."""
        return self.count > 0

    def set(self) -> None:
        """Request a stop."""
        self.count += 1
        self.wake()

    def wake(self) -> None:
        """End the current wait without requesting a stop."""
        with suppress(BlockingIOError):  # a full pipe ends a wait anyway
            os.write(self._write, b"!")

    def wait(self, timeout: float) -> bool:
        """Wait for `timeout` seconds or until woken; return True if a stop was requested."""
        is_ready = not self.is_set() and select.select([self._read], [], [], max(timeout, 0.0))[0]
        if is_ready and not self.is_set():  # after a stop it stays readable, for all threads that wait
            self._drain()
        return self.is_set()

    def on_signals(self, signals: Iterable[signal.Signals] = STOP_SIGNALS) -> None:
        """Let these signals request a stop. Main thread only."""
        for number in signals:
            signal.signal(number, self._handle)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._read)
        os.close(self._write)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self.set()

    def _drain(self) -> None:
        with suppress(BlockingIOError):  # another thread may have been faster
            os.read(self._read, 4096)
