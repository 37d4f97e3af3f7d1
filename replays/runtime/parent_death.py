"""How a child ends with its parent, even when the parent is killed and can say nothing.

Two ways at once. On Linux the kernel kills the child when its parent dies. Everywhere, a Python child watches
a pipe whose write end only the parent holds: when that is gone, so is the parent. The end is a plain kill:
every process here may be killed at any moment, and a polite end needs a store that is going down as well.

Run as a script, `parent_death.py PARENT PROGRAM ARGUMENT…` binds itself to its parent and becomes the
program: the way for one that is not ours. (Code between fork and exec would not be safe beside threads.)
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
    """The parent's pipe: children get the read end, and the write end lives exactly as long as the parent."""

    def __init__(self) -> None:
        self.read_end, self._write_end = os.pipe()

    def environ(self, environ: Mapping[str, str]) -> dict[str, str]:
        """The environment of a child that watches; it must also be passed `read_end`."""
        return {**environ, VARIABLE: str(self.read_end)}

    def close(self) -> None:
        """Let go: every child that still watches ends."""
        os.close(self._write_end)
        os.close(self.read_end)


def watch_from(environ: Mapping[str, str]) -> None:
    """End with the parent, if the environment names a pipe. Does not block."""
    if VARIABLE in environ:
        end_with(os.getppid())  # if this is no longer the parent, the pipe has an end already
        watch(int(environ[VARIABLE]))


def watch(read_end: int) -> None:
    """Kill this process as soon as nobody holds the other end of the pipe. Does not block."""
    Thread(target=_end_after, args=(read_end,), name="parent-pipe", daemon=True).start()


def end_with(parent: int) -> None:
    """Let the kernel kill this process when its parent dies, where the kernel does such a thing.

    Linux binds it to the thread that forked: a parent forks in its main thread.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the kernel was told
            _end()


def bound(command: Sequence[str]) -> list[str]:
    """The command that runs this one in the same process, and ends with the process that starts it."""
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
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606  (no shell is what is wanted)
