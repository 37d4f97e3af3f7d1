"""Idle live streams in one web process, against connections to a loop that does nothing else."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit
from typing import NamedTuple

from bench.measures.requests.reading import answers
from bench.processes import resident
from bench.rows import Row, p99
from bench.site import Site
from bench.tables import new_table
from bench.wire import Unavailable, Wire, request
from harness.waiting import eventually

OTHER_FILES = 500
"""The number of other files that a process with many connections has open."""
STATES = 1_000
"""The number of states requested without streams, and again beside them."""
KB, MB = 1_000, 1_000_000


class Loop(NamedTuple):
    """Connections to the plain loop, its process id, and its memory in bytes before they were opened."""

    wires: Sequence[Wire]
    pid: int
    before: float


def streams(site: Site, count: int) -> Iterator[Row]:
    """`count` streams of one game, or as many as the process accepts: its memory, and states meanwhile."""
    path = f"{new_table(site.service.port).path}/events"
    with site.web() as web:
        calm = p99(answers(web.port, site.state, STATES))
        before = resident(web.pid)
        with held(web.port, path, count) as wires:
            beside = p99(answers(web.port, site.state, STATES))
            after, number = resident(web.pid), len(wires)
    with connections(site.service.store_url, number) as loop:
        bare = resident(loop.pid)
    yield Row.rate("streams: held", "streams", number, count)
    yield Row.time("streams: process", "MB", after / MB, bare / MB)
    yield Row.time("streams: each", "KB", (after - before) / number / KB, (bare - loop.before) / number / KB)
    yield Row.time("streams: state", "ms, p99 beside them", beside * 1000, calm * 1000)


@contextmanager
def held(port: int, path: str, count: int) -> Iterator[Sequence[Wire]]:
    """Hold `count` live streams of this path, or as many as the process has room for.

    Each has its own client address and has received the first event.
    """
    asked = request("GET", path, Accept="text/event-stream")
    with ExitStack() as stack:
        wires: list[Wire] = []
        for _ in range(min(count, _files() - OTHER_FILES)):
            wire = stack.enter_context(Wire(port))
            try:
                wire.open_stream(asked)
            except Unavailable:
                break
            wire.read_until(b"data:")
            wires.append(wire)
        yield wires


@contextmanager
def connections(store_url: str, count: int) -> Iterator[Loop]:
    """Open `count` connections to the plain loop and wait until it has accepted them."""
    command = [sys.executable, "-m", "bench.fanout", store_url, str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process, ExitStack() as stack:  # noqa: S603
        assert process.stdout is not None  # noqa: S101 - a pipe
        stack.callback(process.kill)
        port, before = int(process.stdout.readline()), resident(process.pid)
        wires = [stack.enter_context(Wire(port)) for _ in range(count)]
        eventually(lambda: len(list(Path(f"/proc/{process.pid}/fd").iterdir())) > count)
        yield Loop(wires, process.pid, before)


def _files() -> int:
    """The number of files that this process and its children may open, raised to the hard limit."""
    _, most = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (most, most))
    return 1 << 20 if most == RLIM_INFINITY else most
