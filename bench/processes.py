"""Programs that run beside the service during a measurement, and their memory and CPU time."""

import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Self

from harness.processes import descendants, free_port
from harness.programs.commands import PROGRAM, Program
from harness.service import HOST, READY_SECONDS
from harness.waiting import eventually
from replays.runtime.parent_death import ParentPipe
from service.ops.probe import is_ready
from service.server.child import Child, program


class Web(NamedTuple):
    """A web server: its port and its process id."""

    port: int
    pid: int


@contextmanager
def silence() -> Iterator[None]:
    """Discard the standard error of this process, and of programs started in this block."""
    kept = os.dup(2)
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@contextmanager
def running(command: Sequence[str], environ: Mapping[str, str]) -> Iterator[int]:
    """Run a program with these additional variables, and kill it at the end; yields its process id."""
    pipe = ParentPipe()
    child = Child(command[-1], program(command, {**os.environ, **environ}, pipe))
    try:
        with silence():
            child.start_when_due()
        assert child.pid is not None  # noqa: S101 - it was due
        yield child.pid
    finally:
        child.kill()
        pipe.close()


class Build(NamedTuple):
    """An installed version of the service: the Python of its virtual environment."""

    python: str

    @classmethod
    def at(cls, folder: Path) -> Self:
        """The build of a checkout whose own `.venv` has it as an editable package."""
        return cls(str(folder / ".venv" / "bin" / "python"))

    def command(self, name: str) -> list[str]:
        """The command line of a command of the service."""
        return [self.python, "-m", PROGRAM, name]

    def start(self, name: str, environ: Mapping[str, str]) -> Program:
        """Start a command of the service; Python finds its modules in the virtual environment only."""
        return Program(self.command(name), {**environ, **self.environ})

    @property
    def environ(self) -> dict[str, str]:
        """Variables that keep Python from importing the packages of the working directory."""
        return {"PYTHONSAFEPATH": "1"}


OURS = Build(sys.executable)
"""The build that runs the benchmark."""


@contextmanager
def serving(command: Sequence[str], environ: Mapping[str, str], port: int | None = None) -> Iterator[Web]:
    """Run a web server, which gets HOST and PORT, and wait until it is ready."""
    port = port or free_port()
    with running(command, {**environ, "PORT": str(port), "HOST": HOST}) as pid:
        eventually(lambda: is_ready(HOST, port), READY_SECONDS)
        yield Web(port, pid)


def resident(pid: int) -> float:
    """The resident memory of a process and its descendants, in bytes."""
    pages = (int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in _family(pid))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int) -> float:
    """The CPU seconds of a process and its descendants."""
    return sum(time.clock_gettime(~each << 3 | 2) for each in _family(pid))  # clock_getcpuclockid(3)


def _family(pid: int) -> list[int]:
    return [pid, *descendants(pid)]
