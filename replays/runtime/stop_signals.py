"""A stop that signals may ask for, safely, and that every loop of a process can wait on."""

import os
import select
import signal
from collections.abc import Iterable
from contextlib import suppress
from types import FrameType

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopSignal:
    """Like `threading.Event`, but safe to set from a signal handler.

    An event takes a lock to be set; a handler that interrupts the main thread inside that lock would wait
    for itself. Here a handler writes one byte into a pipe. `count` tells how often the end was asked for, so
    that a second Ctrl-C can mean haste.
    """

    def __init__(self) -> None:
        self.count = 0
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def is_set(self) -> bool:
        """Whether the end was asked for."""
        return self.count > 0

    def set(self) -> None:
        """Ask for the end."""
        self.count += 1
        self.wake()

    def wake(self) -> None:
        """End the present wait without asking for the end."""
        with suppress(BlockingIOError):  # a full pipe wakes whoever waits anyway
            os.write(self._write, b"!")

    def wait(self, timeout: float) -> bool:
        """Wait so many seconds, or until woken; whether the end was asked for."""
        if not self.is_set() and select.select([self._read], [], [], max(timeout, 0.0))[0]:
            self._drain()
        return self.is_set()

    def on_signals(self, signals: Iterable[signal.Signals] = STOP_SIGNALS) -> None:
        """Let these signals ask for the end. Main thread only."""
        for number in signals:
            signal.signal(number, self._handle)

    def close(self) -> None:
        """Give the pipe back."""
        os.close(self._read)
        os.close(self._write)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self.set()

    def _drain(self) -> None:
        with suppress(BlockingIOError):  # another thread may have been faster
            os.read(self._read, 4096)
