"""A program at a pseudo-terminal: reads its output and sends it keys."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any

SECONDS = 20.0
"""The time limit for a program to show what a test waits for, including the start of Python."""

LAST = "\x00the last of it\x00"
"""Written by the harness after the end of a program."""

_CONTROL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|.)")


class Terminal:
    """A terminal of 24 rows and 80 columns with a program running in it; created by `running`."""

    def __init__(self, master: int, slave: int, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.output = ""
        """The whole output so far."""
        self._master = master
        self._slave = slave
        self._seen = 0

    def shows(self, text: str) -> str:
        """Wait until `text` appears, without colours, after the last key, and return the page with it.

        A page is one write, so the rest of it, which the terminal has not delivered yet, follows at once.
        """
        deadline = monotonic() + SECONDS
        while text not in self._shown():
            self._read(deadline, text)
        while select.select([self._master], [], [], 0.1)[0]:
            self._read(deadline, None)
        return self._shown()

    def press(self, keys: str) -> None:
        """Press keys; later checks ignore the output before them."""
        self._seen = len(self.output)
        os.write(self._master, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Change the size of the terminal, and notify the program."""
        self._seen = len(self.output)
        set_size(self._slave, rows, columns)
        self.process.send_signal(signal.SIGWINCH)

    def ends(self) -> int:
        """Wait for the program's end while reading its output, and return its exit code."""
        deadline = monotonic() + SECONDS
        while self.process.poll() is None:
            self._read(deadline, None)
        os.write(self._slave, LAST.encode())  # all output of the program precedes it, however late
        while LAST not in self.output:
            self._read(deadline, None)
        self.output = self.output.replace(LAST, "")
        return self.process.returncode

    def settings(self) -> list[Any]:
        """Return the terminal's settings."""
        return termios.tcgetattr(self._slave)

    def _shown(self) -> str:
        return _CONTROL.sub("", self.output[self._seen :])

    def _read(self, deadline: float, what: str | None) -> None:
        """Read output that arrives soon; fail if `what`, if given, cannot appear any more."""
        shown = f"instead of {what!r}: {self.output[self._seen :]!r}"
        assert monotonic() < deadline, f"too late {shown}"
        ended = self.process.poll() is not None
        if select.select([self._master], [], [], 0.05)[0]:
            self.output += os.read(self._master, 65536).decode("utf-8", "replace")
        else:
            assert not ended or what is None, f"ended {shown}"


def set_size(terminal: int, rows: int, columns: int) -> None:
    """Set the size of a terminal."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@contextmanager
def running(command: Sequence[str], environ: Mapping[str, str]) -> Iterator[Terminal]:
    """Run a program at a terminal of its own; it is killed if it still runs at the end."""
    master, slave = pty.openpty()
    try:
        set_size(slave, 24, 80)
        with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environ) as process:
            try:
                yield Terminal(master, slave, process)
            finally:
                process.kill()
    finally:
        os.close(master)
        os.close(slave)
