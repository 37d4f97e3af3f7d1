"""Fixtures: an in-memory log, a queue on a fake server, and finished games of two events."""

from collections.abc import Callable

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.clock import Clock
from harness.jobs.dispatching import itself
from harness.store.fake_log import FakeEventLog
from harness.store.records import CREATED, body, chained
from replays.encoding.canonical import canonical
from replays.encoding.identity import GameId, derived_game_id
from replays.log.event_log import Append, Head, IndexChange
from workers.queue.job_queue import JobQueue
from workers.relay.dispatcher import Dispatcher
from workers.relay.priorities import Priorities

Finish = Callable[[int], list[GameId]]


@pytest.fixture
def clock() -> Clock:
    """Give a clock that stands still."""
    return Clock()


@pytest.fixture
def log() -> FakeEventLog:
    """Give an empty log."""
    return FakeEventLog()


@pytest.fixture
def server() -> FakeServer:
    """Give the job server, which can be disconnected."""
    return FakeServer()


@pytest.fixture
def jobs(server: FakeServer) -> JobQueue:
    """Give an empty queue."""
    return JobQueue(FakeRedis(server=server))


@pytest.fixture
def dispatcher(log: FakeEventLog, jobs: JobQueue, clock: Clock) -> Dispatcher:
    """Give an empty dispatcher."""
    return Dispatcher(Priorities(log, itself, clock), jobs, clock)


@pytest.fixture
def finish(log: FakeEventLog) -> Finish:
    """Give a function that adds this many finished games to the log."""

    def add(count: int) -> list[GameId]:
        return [_finished(log, number) for number in range(count)]

    return add


def _finished(log: FakeEventLog, number: int) -> GameId:
    game = derived_game_id("finished", str(number))
    start = Head.genesis(game)
    events = chained(start, [canonical(body(1, "GameCreated")), canonical(body(2, "GameEnded"))])
    log.append(Append(game, start, events, IndexChange(CREATED + number, None, "finished")))
    return game
