"""The commands of a service as processes: forked from one that has imported the product, or programs.

An interpreter of its own costs a command half a second or a whole one of CPU time, most of it for imports.
Where the start of a program is a test's subject, the test starts the program itself.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol

from replays.runtime.parent_death import VARIABLE, ParentPipe
from service.server.child import Child, program

PRELOADED = "harness.programs.preloaded"
"""What a process imports before it is forked."""

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload([PRELOADED])


class Command(Protocol):
    """A command that runs in a session of its own and ends with the process that started it."""

    def terminate(self) -> None:
        """Send the polite signal."""

    def end(self, seconds: float) -> None:
        """Wait at most so long for its end, then kill it; nothing of its session survives."""


Start = Callable[[str, Mapping[str, str]], Command]
"""Starts the command of this name with exactly this environment."""


class Forked:
    """A command of `kingdomino`, forked from a process that was made for this once."""

    def __init__(self, name: str, environ: Mapping[str, str]) -> None:
        read_end, self._write_end = _FORKS.Pipe(duplex=False)
        self._process = _FORKS.Process(target=_become, args=(name, dict(environ), read_end), name=name)
        self._process.start()
        read_end.close()

    def terminate(self) -> None:
        """Send the polite signal."""
        self._process.terminate()

    def end(self, seconds: float) -> None:
        """Wait at most so long for its end, then kill it; nothing of its session survives."""
        self._process.join(seconds)
        assert self._process.pid is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.join()
        self._process.close()
        self._write_end.close()


class Program:
    """A command of a module that is run as a program."""

    def __init__(self, module: str, name: str, environ: Mapping[str, str]) -> None:
        self._pipe = ParentPipe()
        self._child = Child(name, program([sys.executable, "-m", module, name], environ, self._pipe))
        self._child.start_when_due()

    def terminate(self) -> None:
        """Send the polite signal."""
        self._child.ask_to_end()

    def end(self, seconds: float) -> None:
        """Wait at most so long for its end, then kill it; nothing of its session survives."""
        self._child.has_ended(seconds)
        self._child.kill()
        self._pipe.close()


def program_of(module: str) -> Start:
    """How to start the commands of a module that does something before it calls `kingdomino`."""
    return lambda name, environ: Program(module, name, environ)


PROGRAM = "service.cli.main"
"""The module of `kingdomino`, which is what its users start."""


def _become(name: str, environ: Mapping[str, str], parent: Connection) -> None:
    """Be the command in this process, until `parent` has an end because the parent has."""
    from service.cli.main import main  # noqa: PLC0415 - it was imported before the fork

    os.setsid()
    os.environ.clear()
    os.environ.update({**environ, VARIABLE: str(parent.fileno())})
    sys.argv = ["kingdomino", name]
    main()
