"""From a move to the last of a thousand who watch, against as many sockets that get as many bytes."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from time import perf_counter

from bench.fanout import STREAM
from bench.rows import Row, in_turn
from bench.site import Site, silence
from bench.wire import Wire, request
from tests.support.commands import PROGRAM, program_of
from tests.support.games import seeded
from tests.support.processes import free_port
from tests.support.service import environment, processes

WEBS = 2
THREADS = 1_000
"""As many as a web process may have, three quarters of them for streams."""
MESSAGE = b"x" * 400
"""As long as an event."""


def watchers(site: Site, count: int) -> Row:
    """Streams of one game in two web processes, against one process that does nothing else."""
    table, random = site.new_table(), seeded(4)
    with _streams(site, f"{table.path}/events", count) as streams, _sockets(site, count) as sockets:

        def move() -> None:
            with Wire(site.service.port) as wire:
                wire.expect(201, table.next_move(wire, random) or b"")

        ours, limit = in_turn(
            lambda: [_until_all(streams, move)],
            lambda: [_until_all(sockets, lambda: site.service.store.xadd(STREAM, {"e": MESSAGE}))],
        )
    return Row.time("watchers", f"ms to {count}", ours, limit)


@contextmanager
def _streams(site: Site, path: str, count: int) -> Iterator[Sequence[Wire]]:
    """So many live streams of what is at this path."""
    asked = request("GET", path, Accept="text/event-stream")
    with ExitStack() as stack, tempfile.TemporaryDirectory(prefix="bench-") as data:
        environ = {**environment(site.service.store_url, Path(data)), "KINGDOMINO_THREADS": str(THREADS)}
        ports = [free_port() for _ in range(WEBS)]
        with silence():
            for port in ports:
                stack.enter_context(processes(environ, port, ("web",), program_of(PROGRAM)))
        wires = []
        for number in range(count):  # who connects and says nothing for long is hung up on
            wires.append(stack.enter_context(Wire(ports[number % WEBS])))
            wires[-1].open_stream(asked)
            wires[-1].read_until(b"LineDealt")
        yield wires


@contextmanager
def _sockets(site: Site, count: int) -> Iterator[Sequence[Wire]]:
    """So many connections to the bare loop."""
    command = [sys.executable, "-m", "bench.fanout", site.service.store_url, str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process, ExitStack() as stack:  # noqa: S603
        assert process.stdout is not None  # noqa: S101 - a pipe
        stack.callback(process.kill)
        port = int(process.stdout.readline())
        yield [stack.enter_context(Wire(port)) for _ in range(count)]


def _until_all(wires: Sequence[Wire], happen: Callable[[], object]) -> float:
    """Milliseconds from before it happens until each connection has got something."""
    with DefaultSelector() as selector:
        for wire in wires:
            wire.drain()
            selector.register(wire, EVENT_READ)
        begun, waiting = perf_counter(), len(wires)
        happen()
        while waiting:
            for key, _ in selector.select():
                selector.unregister(key.fileobj)
                waiting -= 1
        return (perf_counter() - begun) * 1000
