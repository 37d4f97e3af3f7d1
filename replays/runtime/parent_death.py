"""Ends a child process when its parent ends, even if the parent is killed and cannot signal.

There are two mechanisms. On Linux the kernel kills the child when its parent dies. On every system, a Python
child watches a pipe whose write end only the parent holds; the pipe closes when the parent dies. The child is
killed with SIGKILL: every process here may be killed at any moment, and an orderly shutdown would need the
store, which is going down as well.

Run as a script, `parent_death.py PARENT PROGRAM ARGUMENT…` binds itself to its parent and then executes the
program. This serves programs that are not ours. (Code between fork and exec is not safe beside threads.)
"""

import ctypes
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from threading import Thread

VARIABLE = "KINGDOMINO_LIFELINE"
PR_SET_PDEATHSIG = 1


class ParentPipe:
    """The parent's pipe: children get the read end; the write end is open as long as the parent lives."""

    def __init__(self) -> None:
        self.read_end, self._write_end = os.pipe()

    def environ(self, environ: Mapping[str, str]) -> dict[str, str]:
        """The environment of a child that watches the pipe; the child must also inherit `read_end`."""
        return {**environ, VARIABLE: str(self.read_end)}

    def close(self) -> None:
        """Close the pipe, which ends every child that still watches it."""
        os.close(self._write_end)
        os.close(self.read_end)


def watch_from(environ: Mapping[str, str]) -> None:
    """If the environment names a pipe, end this process with its parent. Does not block."""
    if VARIABLE in environ:
        end_with(os.getppid())  # if the parent has died already, the pipe is closed
        watch(int(environ[VARIABLE]))


def watch(read_end: int) -> None:
    """Kill this process when the write end of the pipe is closed. Does not block."""
    Thread(target=_end_after, args=(read_end,), name="parent-pipe", daemon=True).start()


def end_with(parent: int) -> None:
    """Let the kernel kill this process when its parent dies; Linux only, no effect elsewhere.

    Linux watches the thread that forked, so a parent must fork in its main thread.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent died before the call of prctl
            _end()


def bound(command: Sequence[str]) -> list[str]:
    """A command that executes `command` and, on Linux, ends with the process that starts it."""
    if sys.platform != "linux":
        return list(command)
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


def _end_after(read_end: int) -> None:
    try:
        os.read(read_end, 1)
    finally:
        _end()


def _end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606  (deliberately without a shell)
