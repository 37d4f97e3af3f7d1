"""The jobs of many bots' games at once: their rate, the waits for bots, and the CPU cores in use."""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import time

from bench.measures.work.crowd import BOTS, sit_down
from bench.processes import OURS, cpu_seconds, running, serving
from bench.rows import Row, p99
from bench.site import AS_SERVED, Site
from bench.tables import account, new_table
from bench.wire import Wire, request
from harness.service import environment
from harness.store.server import running_server
from harness.waiting import eventually
from replays.encoding.entries import readable
from replays.encoding.identity import GameId, parse_game_id
from replays.store import clients
from replays.streams import keys
from replays.streams.tombstones import raw_entries
from workers.jobs.registry import ACT, Work
from workers.queue.job_queue import JobQueue

PATIENCE_SECONDS = 900.0


def jobs(_: Site, count: int) -> Iterator[Row]:
    """`count` games of four bots, with one worker and then with two, in their own service.

    The limit of one worker is the rate of jobs that find nothing to do; the limit of two is twice the rate of
    one. The limit of a wait is the time in which each game gets one turn.
    """
    with _queue() as queue:
        idle = queue.seconds_of_nothing(count)
        games = [_bots_alone(queue.port) for _ in range(count)]
        queue.start("relay")
        one = queue.phase(games)
        queue.start("worker")
        two = queue.phase(games)
    yield Row.rate("jobs", "jobs/s, 1 worker", count / one.seconds, count / idle)
    yield Row.rate("jobs", "jobs/s, 2 workers", count / two.seconds, 2 * count / one.seconds)
    for phase, workers in (one, "1 worker"), (two, "2 workers"):
        yield Row.time("jobs: wait", f"ms, p99, {workers}", p99(phase.waits) * 1000, phase.seconds * 1000)
        for name, cores in phase.cores.items():
            yield Row.rate(f"jobs: {name}", f"cores, {workers}", cores, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class _Phase:
    """A phase of as many jobs as there are games.

    `seconds` is its duration, `waits` are the waits for bots' moves during it, in seconds. `cores` is the
    mean number of cores that each kind of process kept busy.
    """

    seconds: float
    waits: list[float]
    cores: Mapping[str, float]


class _Queue:
    """A service whose processes are started one by one; its web process listens on `port`."""

    def __init__(
        self, environ: Mapping[str, str], port: int, pids: dict[str, list[int]], stack: ExitStack
    ) -> None:
        self.port = port
        self._environ = environ
        self._pids = pids
        self._stack = stack
        self._log = stack.enter_context(clients.reader(environ["REDIS_URL"]))
        self._rq = stack.enter_context(clients.queue(environ["RQ_REDIS_URL"]))

    def start(self, name: str) -> None:
        """Start another process of this command."""
        pid = self._stack.enter_context(running(OURS.command(name), self._environ))
        self._pids.setdefault(name, []).append(pid)

    def seconds_of_nothing(self, count: int) -> float:
        """Start a worker; gives the seconds for `count` jobs at a table where nothing is due."""
        work = Work(ACT, parse_game_id(new_table(self.port).game))
        queue = JobQueue(self._rq)
        self.start("worker")
        queue.enqueue([work])
        self._await_jobs(1)
        begun = time()
        queue.enqueue([work] * count)
        self._await_jobs(1 + count)
        return time() - begun

    def phase(self, games: Sequence[GameId]) -> _Phase:
        """Let each game have a turn, and measure the next ones, whose waits began in the meantime."""
        done = self._done() + len(games)
        self._await_jobs(done)
        before, begun = self._cpu_seconds(), time()
        self._await_jobs(done + len(games))
        after, ended = self._cpu_seconds(), time()
        seconds = ended - begun
        waits = eventually(lambda: self._waits_since(begun, games), PATIENCE_SECONDS)
        return _Phase(seconds, waits, {name: (after[name] - before[name]) / seconds for name in after})

    def _await_jobs(self, number: int) -> None:
        """Wait until this number of jobs is done."""
        eventually(lambda: self._done() >= number, PATIENCE_SECONDS)

    def _done(self) -> int:
        """The number of jobs that all workers have done."""
        workers = self._rq.smembers("rq:workers")
        return sum(int(self._rq.hget(name, "successful_job_count") or 0) for name in workers)

    def _cpu_seconds(self) -> dict[str, float]:
        return {name: sum(map(cpu_seconds, pids)) for name, pids in self._pids.items()}

    def _waits_since(self, begun: float, games: Sequence[GameId]) -> list[float]:
        """The waits for the moves since then; empty if they are too few for a quantile."""
        waits = [wait for game in games for at, wait in self._waits(game) if at >= begun]
        return waits if len(waits) > 1 else []

    def _waits(self, game: GameId) -> Iterator[tuple[float, float]]:
        """The time of each bot's move in seconds UTC, and the seconds since the event before it."""
        entries = raw_entries(self._log.xrange(keys.stream(game)))
        events = [event.record for event in readable(entries, 0)]
        for last, event in pairwise(events):
            if event["cause"] == "bot":
                yield event["at"] / 1000, (event["at"] - last["at"]) / 1000


@contextmanager
def _queue() -> Iterator[_Queue]:
    """A store and a web process."""
    with ExitStack() as stack:
        store = stack.enter_context(running_server())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        environ = environment(store.url, data) | AS_SERVED
        web = stack.enter_context(serving(OURS.command("web"), environ))
        yield _Queue(environ, web.port, {"store": [store.process.pid]}, stack)


def _bots_alone(port: int) -> GameId:
    """A game of bots alone, opened from a new address by a player who then resigned."""
    with Wire(port) as wire:
        seat = sit_down(wire, account(wire), BOTS)
        signed = {"Authorization": f"Bearer {seat.token}"}
        wire.expect(201, request("POST", f"{seat.path}/resign", b"{}", **signed))
    return parse_game_id(seat.game)
