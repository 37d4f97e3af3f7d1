"""A program at a pseudo-terminal: what it shows, and keys for it."""

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
"""How long a program may take to show what is waited for, starting Python included."""

LAST = "\x00the last of it\x00"
"""Written by the tests after the end of a program."""

_CONTROL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|.)")


class Terminal:
    """A terminal of 24 rows and 80 columns with a program running in it; made by `running`."""

    def __init__(self, master: int, slave: int, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.output = ""
        """Everything that was written so far."""
        self._master = master
        self._slave = slave
        self._seen = 0

    def shows(self, text: str) -> str:
        """Wait until `text` is written, without colours, after the last key; return the page that was.

        A page is one write, so what the terminal has not handed over of it comes at once.
        """
        deadline = monotonic() + SECONDS
        while text not in self._shown():
            self._read(deadline, text)
        while select.select([self._master], [], [], 0.1)[0]:
            self._read(deadline, None)
        return self._shown()

    def press(self, keys: str) -> None:
        """Press keys; what was shown so far counts no more."""
        self._seen = len(self.output)
        os.write(self._master, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Give the terminal another size, and tell the program."""
        self._seen = len(self.output)
        set_size(self._slave, rows, columns)
        self.process.send_signal(signal.SIGWINCH)

    def ends(self) -> int:
        """Wait for the program's end, reading all it writes, and return its exit code."""
        deadline = monotonic() + SECONDS
        while self.process.poll() is None:
            self._read(deadline, None)
        os.write(self._slave, LAST.encode())  # what the program wrote comes before it, however late
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
        """Read what comes soon; fail where `what`, if given, cannot come any more."""
        shown = f"instead of {what!r}: {self.output[self._seen :]!r}"
        assert monotonic() < deadline, f"too late {shown}"
        ended = self.process.poll() is not None
        if select.select([self._master], [], [], 0.05)[0]:
            self.output += os.read(self._master, 65536).decode("utf-8", "replace")
        else:
            assert not ended or what is None, f"ended {shown}"


def set_size(terminal: int, rows: int, columns: int) -> None:
    """Give a terminal a size."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@contextmanager
def running(command: Sequence[str], environ: Mapping[str, str]) -> Iterator[Terminal]:
    """Run a program at a terminal of its own; it is killed where it does not end."""
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
