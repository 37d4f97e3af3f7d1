"""Programs that run beside the service during a measurement, and their memory and CPU time."""

import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from harness.processes import descendants, free_port
from harness.programs.commands import PROGRAM
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


def kingdomino(name: str) -> list[str]:
    """The command line of a command of the service."""
    return [sys.executable, "-m", PROGRAM, name]


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
