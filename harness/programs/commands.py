"""The commands of a service as processes: forked from one that has imported the product, or programs.

A separate interpreter costs each command half a second to a second of CPU time, most of it for imports. If
the start of a program is a test's subject, the test starts the program itself.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol

from replays.runtime.parent_death import VARIABLE, ParentPipe
from service.server.child import Child, program

PRELOADED = "harness.programs.preloaded"
"""The module that a process imports before it is forked."""

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload([PRELOADED])


class Command(Protocol):
    """A command that runs in a session of its own and ends with the process that started it."""

    @property
    def pid(self) -> int:
        """The id of its process."""

    def terminate(self) -> None:
        """Ask the command to end (SIGTERM)."""

    def end(self, seconds: float) -> None:
        """Wait at most this many seconds for its end, then kill it; nothing of its session survives."""


Start = Callable[[str, Mapping[str, str]], Command]
"""A function that starts the command of this name with exactly this environment."""


class Forked:
    """A command of `kingdomino`, forked from a process that has imported the product once for all."""

    def __init__(self, name: str, environ: Mapping[str, str]) -> None:
        read_end, self._write_end = _FORKS.Pipe(duplex=False)
        self._process = _FORKS.Process(target=_become, args=(name, dict(environ), read_end), name=name)
        self._process.start()
        read_end.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def terminate(self) -> None:
        """Ask the command to end (SIGTERM)."""
        self._process.terminate()

    def end(self, seconds: float) -> None:
        """Wait at most this many seconds for its end, then kill it; nothing of its session survives."""
        self._process.join(seconds)
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.join()
        self._process.close()
        self._write_end.close()


class Program:
    """A command, run as a program; `pid` is its process."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        self._pipe = ParentPipe()
        self._child = Child(command[-1], program(command, environ, self._pipe))
        self._child.start_when_due()
        assert self._child.pid is not None
        self.pid = self._child.pid

    def terminate(self) -> None:
        """Ask the command to end."""
        self._child.ask_to_end()

    def end(self, seconds: float) -> None:
        """Wait at most this many seconds for its end, then kill it; nothing of its session survives."""
        self._child.has_ended(seconds)
        self._child.kill()
        self._pipe.close()


def program_of(module: str) -> Start:
    """A function that starts the commands of a module which does something before it calls `kingdomino`."""
    return lambda name, environ: Program([sys.executable, "-m", module, name], environ)


PROGRAM = "service.cli.main"
"""The module of `kingdomino`, which users start."""


def _become(name: str, environ: Mapping[str, str], parent: Connection) -> None:
    """Become the command in this process, which ends when `parent` is closed because the parent has ended."""
    from service.cli.main import main  # noqa: PLC0415 - it was imported before the fork

    os.setsid()
    os.environ.clear()
    os.environ.update({**environ, VARIABLE: str(parent.fileno())})
    sys.argv = ["kingdomino", name]
    main()
