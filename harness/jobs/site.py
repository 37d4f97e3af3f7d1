"""A log, its tables and a queue on a real server, with relay, sweepers and workers under a test's control."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest
from redis import Redis

from harness.clock import Clock
from harness.games import KEY, play_out, seeded, tables_on
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.commands.tables import Tables
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.match.aggregate import Status
from replays.runtime.stop_signals import STOP_SIGNALS, StopSignal
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.application.accounts.origins import Origins
from workers.jobs.parts import Parts
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.relay.dispatcher import LOST_SECONDS, Dispatcher
from workers.relay.priorities import Priorities
from workers.relay.relay import Relay
from workers.relay.sweeper import PATIENCE, SeriesSweeper, Sweeper
from workers.worker.worker import MainWorker

ROOT = Path(__file__).parents[2]


class Site:
    """A log, its tables and a queue on one server, in databases 0 and 1."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self.urls = {"REDIS_URL": url, "RQ_REDIS_URL": f"{url}?db=1"}
        writer, reader = (stack.enter_context(client(url)) for client in (clients.writer, clients.reader))
        self.rq: Redis = stack.enter_context(clients.queue(self.urls["RQ_REDIS_URL"]))
        self.log = StreamsEventLog(writer, reader)
        self.tables = tables_on(self.log)
        self.queue = JobQueue(self.rq)
        self.clock = Clock()
        self.dispatcher = Dispatcher(
            Priorities(self.log, Origins(reader).groups, self.clock), self.queue, self.clock
        )
        self.relay = Relay(self.log, self.dispatcher, "relay-1", dead_after_ms=0)
        self.sweeper = Sweeper(self.log, self.dispatcher, self.clock, self._now)
        self.series_sweepers = [
            SeriesSweeper(kind, self.log, self.dispatcher, self.clock, self._now) for kind in KINDS.series
        ]

    def _now(self) -> int:
        """The time in ms UTC, by which the clock has advanced."""
        return now_ms() + int(self.clock() * 1000)

    def finished_game(self, seed: int = 1) -> GameId:
        """Play a game to its end, and return its id."""
        return play_out(self.tables, 2, Rules(), seeded(seed))

    def work(self, tables: Tables | None = None) -> None:
        """Do all dispatched jobs with a real worker, each to its end, however long that takes."""
        parts = Parts.of(tables or self.tables, lambda: 0.0)
        stop = StopSignal()
        self.relay.dispatch()
        while self.queue.size():
            MainWorker(self.rq, parts, stop, Reports.to(print)).work(burst=True)
            self.relay.dispatch()
        stop.close()

    def sweep_patiently(self) -> None:
        """Let jobs without a worker count as lost; the sweepers check, wait and check again."""
        for seconds in (0, LOST_SECONDS, PATIENCE):
            self.clock.advance(seconds)
            self.relay.dispatch()
            for sweeper in (self.sweeper, *self.series_sweepers):
                sweeper.sweep()
        self.relay.dispatch()

    def status(self, game: GameId) -> Status:
        """Return the game's status."""
        return self.tables.match(game).status

    def scores(self, game: GameId) -> list[str]:
        """Return the types of the events after the game's end, read from the log itself."""
        events, fault = self.log.read_checked(game)
        assert fault is None
        kinds = [event.record["type"] for event in events]
        return kinds[kinds.index("GameEnded") + 1 :]


@pytest.fixture
def site(store: Redis, store_url: str) -> Iterator[Site]:
    """Give an empty site; restores the signal handlers afterwards."""
    handlers = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    with ExitStack() as stack:
        yield Site(store_url, stack)
    for number, handler in handlers.items():
        signal.signal(number, handler)


@contextmanager
def process(site: Site, *arguments: str, stderr: IO[str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run one of our modules as a process on the site; it is killed at the end if it still runs."""
    environ = {**os.environ, **site.urls, "KINGDOMINO_KEY": KEY.hex()}
    command = [sys.executable, "-m", *arguments]
    with subprocess.Popen(
        command, env=environ, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr, text=True
    ) as running:
        try:
            yield running
        finally:
            running.kill()
