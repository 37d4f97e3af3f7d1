"""Figures of live streams on a web process of its own; `bench.parts` has the commands."""

import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle
from multiprocessing import Process
from pathlib import Path
from random import Random
from statistics import quantiles

import click

from service.ops.probe import is_ready
from tests.support.processes import free_port
from tests.support.server import running_server
from tests.support.service import API, HOST, READY_SECONDS, Account, Service, environment, ok
from tests.support.waiting import eventually

GAMES = 16
PATIENCE = 30.0
QUIET_SECONDS = 0.5


@click.command()
@click.option("--number", default=300, show_default=True, help="Streams, each of all the games.")
@click.option("--moves", default=250, show_default=True, help="Moves without streams, and as many beside.")
@click.option("--waits", default=50, show_default=True, help="Moves after which all are waited for.")
def watchers(number: int, moves: int, waits: int) -> None:
    """Time moves with and without watchers, and how long after a move's answer the last watcher has it."""
    with web_alone() as web:
        players = web.service.accounts(2)
        games = [web.service.table(players) for _ in range(GAMES)]
        made = _moves(players, games)
        before, memory = [next(made) for _ in range(moves)], web.resident
        with watching(web, games, number) as streams:
            with streams.reading():
                beside = [next(made) for _ in range(moves)]
            delays = [streams.delay(made) for _ in range(waits)]
            more = web.resident - memory
    click.echo(f"moves without watchers: {_summary(before)}")
    click.echo(f"moves beside {number} watchers: {_summary(beside)}")
    click.echo(f"from a move's answer to the last of {number}: {_summary(delays)}")
    click.echo(f"memory of the process: {memory:.0f} MB, and {more:.0f} MB more with watchers")


@click.command()
@click.option("--number", default=200, show_default=True, help="Open streams.")
def stop(number: int) -> None:
    """Time how long a web process takes from SIGTERM to its end while streams are open."""
    with web_alone() as web:
        game = web.service.table(web.service.accounts(2))
        with watching(web, [game], number):
            begun = time.monotonic()
            web.process.terminate()
            status = web.process.wait()
            seconds = time.monotonic() - begun
    click.echo(f"{number} streams: ended with {status} after {seconds:.2f} seconds")


@dataclass(frozen=True, slots=True)
class Web:
    """A web process of its own, with the default settings, and the service it is."""

    process: subprocess.Popen[bytes]
    service: Service

    @property
    def resident(self) -> float:
        """The memory of the process that serves, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1000


@contextmanager
def web_alone() -> Iterator[Web]:
    """Run a store and a web process, without relay and worker."""
    with ExitStack() as stack:
        store = stack.enter_context(running_server())
        folder, port = Path(stack.enter_context(tempfile.TemporaryDirectory())), free_port()
        settings = environment(store.url, folder) | {"PORT": str(port), "HOST": HOST}
        command = [sys.executable, "-m", "service.cli.main", "web"]
        process = stack.enter_context(subprocess.Popen(command, env={**os.environ, **settings}))  # noqa: S603
        stack.callback(process.terminate)
        eventually(lambda: is_ready(HOST, port), READY_SECONDS)
        yield Web(process, Service(store.url, port, stack))


class Streams:
    """Open streams, all read by one thread."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._number = 0

    def add(self, connection: socket.socket) -> None:
        """Read this one, too."""
        self._selector.register(connection, selectors.EVENT_READ)
        self._number += 1

    def settle(self, seconds: float) -> None:
        """Read until nothing came for so long."""
        while self._read(seconds):
            pass

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read in another process meanwhile, so that it takes nothing from the times of this one."""
        reader = Process(target=self.settle, args=(PATIENCE,))
        reader.start()
        yield
        reader.terminate()
        reader.join()

    def delay(self, moves: Iterator[float]) -> float:
        """How long after the answer to the next move the last one has heard of it, in seconds."""
        self.settle(QUIET_SECONDS)
        next(moves)
        answered = time.monotonic()
        heard: set[object] = set()
        while len(heard) < self._number:
            heard |= self._read(PATIENCE)
        return time.monotonic() - answered

    def _read(self, seconds: float) -> set[object]:
        found = [key.fileobj for key, _ in self._selector.select(seconds)]
        return {each for each in found if isinstance(each, socket.socket) and each.recv(1 << 16)}


@contextmanager
def watching(web: Web, games: Sequence[str], number: int) -> Iterator[Streams]:
    """Have so many streams open, each of all these games; they have caught up."""
    streams = Streams()
    request = (
        f"GET {API}/events?{'&'.join(f'game={game}' for game in games)} HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
    )
    with ExitStack() as stack:
        for _ in range(number):
            connection = stack.enter_context(socket.create_connection((HOST, web.service.port)))
            connection.sendall(request.encode())
            if not connection.recv(1 << 16).startswith(b"HTTP/1.1 200"):
                raise ConnectionError("a stream was refused")
            streams.add(connection)
        streams.settle(QUIET_SECONDS)
        yield streams


def _moves(players: Sequence[Account], games: Sequence[str]) -> Iterator[float]:
    """Make random moves in the games, in turn; how long each takes to be answered, in seconds."""
    random = Random(1)  # noqa: S311 - only a game
    for game in cycle(games):
        offered = players[0].moves(game)
        move = random.choice(offered["moves"])
        begun = time.monotonic()
        ok(players[offered["seat"]].move(game, move, offered["version"]), 201)
        yield time.monotonic() - begun


def _summary(seconds: Sequence[float]) -> str:
    parts = quantiles(seconds, n=100)
    return f"p50 {parts[49] * 1e3:.1f} ms, p99 {parts[98] * 1e3:.1f} ms, of {len(seconds)}"
