"""The sweeper re-enqueues lost work, soon, and never more than is due."""

from collections.abc import Callable

import pytest

from harness.clock import Clock
from harness.jobs.dispatching import known
from harness.store.memory_log import MemoryEventLog
from harness.store.records import CREATED, first, later
from replays.encoding.identity import GameId
from replays.log.event_log import IndexChange
from workers.jobs.registry import SCORE, Work
from workers.queue.job_queue import JobQueue
from workers.relay import sweeper as sweeping
from workers.relay.dispatcher import AHEAD, Dispatcher
from workers.relay.sweeper import LONGEST_PATIENCE, PATIENCE, Sweeper

Finish = Callable[[int], list[GameId]]


@pytest.fixture
def sweeper(log: MemoryEventLog, dispatcher: Dispatcher, clock: Clock) -> Sweeper:
    """Give a new sweeper."""
    return Sweeper(log, dispatcher, clock)


def fail(jobs: JobQueue, dispatcher: Dispatcher) -> None:
    """Let all jobs fail, as with a broken worker."""
    dispatcher.send()
    while jobs.size():
        job_id = jobs.rq.pop_job_id()
        jobs.rq.connection.hset(f"rq:job:{job_id}", "status", "failed")
    assert dispatcher.collect() == []


def test_a_finished_game_without_a_job_gets_one(
    dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """The sweeper waits for its patience, because the relay may be about to enqueue it."""
    games = finish(3)
    assert sweeper.sweep() == []
    clock.advance(PATIENCE - 0.1)
    assert sweeper.sweep() == []
    clock.advance(0.1)
    assert set(sweeper.sweep()) == set(games) == known(dispatcher)


def test_games_that_are_not_finished_are_left_alone(
    log: MemoryEventLog, dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper
) -> None:
    """Neither an open game nor a scored one is due."""
    log.append(first(index=IndexChange(CREATED, None, "open")))
    sweeper.sweep()
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    log.append(later(log, index=IndexChange(CREATED, "open", "scored")))
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    assert len(dispatcher) == 0


@pytest.mark.long
def test_a_stopped_worker_makes_no_flood(
    jobs: JobQueue, dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """After an hour without a worker, 1,000 finished games are pending once each, few of them as jobs."""
    games = finish(1000)
    for _ in range(120):
        sweeper.sweep()
        dispatcher.collect()
        dispatcher.send()
        clock.advance(30.0)
    assert len(dispatcher) == 1000
    assert known(dispatcher) == set(games)
    assert jobs.size() == AHEAD


@pytest.mark.long
def test_a_lost_queue_comes_back(
    jobs: JobQueue, dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """After the job server lost its data, every game is found again within seconds, over several pages."""
    games = finish(2500)
    dispatcher.add(Work(SCORE, game) for game in games)
    dispatcher.send()
    clock.advance(3600.0)
    sweeper.sweep()
    jobs.rq.connection.flushall()
    dispatcher.collect()
    assert len(dispatcher) == 2500 - AHEAD
    assert sweeper.sweep() == []
    clock.advance(PATIENCE)
    assert len(sweeper.sweep()) == AHEAD
    assert known(dispatcher) == set(games)


def test_a_job_that_always_fails_is_tried_less_and_less_often(
    jobs: JobQueue, dispatcher: Dispatcher, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """Pauses double up to a minute, and one failure record is left."""
    finish(1)
    tries = []
    for second in range(300):
        if sweeper.sweep():
            fail(jobs, dispatcher)
            tries.append(second)
        clock.advance(1.0)
    assert tries == [2, 6, 14, 30, 62, 122, 182, 242]
    assert LONGEST_PATIENCE == 60.0
    assert len(list(jobs.rq.connection.scan_iter("rq:job:*"))) == 1


def test_a_game_that_is_done_is_forgotten(
    log: MemoryEventLog, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """The sweeper remembers finished games only."""
    [game] = finish(1)
    sweeper.sweep()
    log.append(later(log, game, index=IndexChange(CREATED, "finished", "scored")))
    sweeper.sweep()
    assert sweeper._watches == {}


def test_when_much_waits_nothing_is_added(
    monkeypatch: pytest.MonkeyPatch,
    dispatcher: Dispatcher,
    clock: Clock,
    sweeper: Sweeper,
    finish: Finish,
) -> None:
    """Above `ENOUGH` pending works nothing is added; missing ones are added later."""
    monkeypatch.setattr(sweeping, "ENOUGH", 2)
    games = finish(3)
    dispatcher.add(Work(SCORE, game) for game in games[:2])
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    dispatcher.drop(Work(SCORE, games[0]))
    sweeper.sweep()
    clock.advance(PATIENCE)
    assert set(sweeper.sweep()) == {games[0], games[2]}
