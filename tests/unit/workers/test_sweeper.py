"""The sweeper puts back what was lost, soon, and never more than there is to do."""

from collections.abc import Callable

import pytest
from fakeredis import FakeServer
from redis.exceptions import RedisError

from replays.identity import GameId
from replays.log import IndexChange
from replays.memory import MemoryEventLog
from tests.support.clock import Clock
from tests.support.records import CREATED, first, later
from workers import sweeper as sweeping
from workers.job_queue import JobQueue
from workers.sweeper import LONGEST_PATIENCE, PATIENCE, Sweeper

Finish = Callable[[int], list[GameId]]


@pytest.fixture
def sweeper(log: MemoryEventLog, jobs: JobQueue, clock: Clock) -> Sweeper:
    """Give a sweeper that has seen nothing yet."""
    return Sweeper(log, jobs, clock)


def take(jobs: JobQueue) -> None:
    """Take one job out of the queue, as a worker does."""
    assert jobs.rq.pop_job_id()


def test_a_finished_game_without_a_job_gets_one(
    jobs: JobQueue, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """Not at once, for the relay may be about to do so, but as soon as its patience is over."""
    games = finish(3)
    assert sweeper.sweep() == []
    clock.advance(PATIENCE - 0.1)
    assert sweeper.sweep() == []
    clock.advance(0.1)
    assert set(sweeper.sweep()) == set(games) == jobs.waiting()


def test_games_that_are_not_finished_are_left_alone(
    log: MemoryEventLog, jobs: JobQueue, clock: Clock, sweeper: Sweeper
) -> None:
    """Neither an open game nor a scored one is due."""
    log.append(first(index=IndexChange(CREATED, None, "open")))
    sweeper.sweep()
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    log.append(later(log, index=IndexChange(CREATED, "open", "scored")))
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    assert jobs.size() == 0


def test_a_stopped_worker_makes_no_flood(
    jobs: JobQueue, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """An hour without a worker and 1,000 finished games: every game waits once."""
    games = finish(1000)
    for _ in range(120):
        sweeper.sweep()
        clock.advance(30.0)
    assert jobs.size() == 1000
    assert jobs.waiting() == set(games)


def test_a_lost_queue_comes_back(jobs: JobQueue, clock: Clock, sweeper: Sweeper, finish: Finish) -> None:
    """After the server of the jobs was emptied every game is there again within seconds, by several pages."""
    games = finish(2500)
    jobs.enqueue(games)
    sweeper.sweep()
    clock.advance(3600.0)
    sweeper.sweep()
    jobs.rq.connection.flushall()
    assert sweeper.sweep() == []
    clock.advance(PATIENCE)
    sweeper.sweep()
    assert jobs.waiting() == set(games)
    assert jobs.size() == 2500


def test_a_job_that_a_worker_took_counts_as_lost_after_a_while(
    jobs: JobQueue, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """The worker has time to finish it, counted from when the job was last seen waiting."""
    [game] = finish(1)
    jobs.enqueue([game])
    clock.advance(3600.0)
    sweeper.sweep()
    take(jobs)
    clock.advance(PATIENCE - 0.1)
    assert sweeper.sweep() == []
    clock.advance(0.1)
    assert sweeper.sweep() == [game]


def test_a_job_that_always_fails_is_tried_less_and_less_often(
    jobs: JobQueue, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """The pauses double up to a minute."""
    finish(1)
    tries = []
    for second in range(300):
        if sweeper.sweep():
            take(jobs)
            tries.append(second)
        clock.advance(1.0)
    assert tries == [2, 6, 14, 30, 62, 122, 182, 242]
    assert LONGEST_PATIENCE == 60.0


def test_a_game_that_is_done_is_forgotten(
    log: MemoryEventLog, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """The sweeper remembers only games that are still finished."""
    [game] = finish(1)
    sweeper.sweep()
    log.append(later(log, game, index=IndexChange(CREATED, "finished", "scored")))
    sweeper.sweep()
    assert sweeper._watches == {}


def test_a_long_queue_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, jobs: JobQueue, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """With enough to do, nothing is added; what is missing is added when the queue is shorter."""
    monkeypatch.setattr(sweeping, "ENOUGH", 2)
    games = finish(3)
    jobs.enqueue(games[:2])
    clock.advance(3600.0)
    assert sweeper.sweep() == []
    take(jobs)
    sweeper.sweep()
    clock.advance(PATIENCE)
    assert set(sweeper.sweep()) == {games[0], games[2]}


def test_a_failed_enqueue_is_tried_again_at_once(
    server: FakeServer, jobs: JobQueue, clock: Clock, sweeper: Sweeper, finish: Finish
) -> None:
    """With the jobs' server away nothing counts as done."""
    [game] = finish(1)
    sweeper.sweep()
    clock.advance(PATIENCE)
    server.connected = False
    with pytest.raises(RedisError):
        sweeper.sweep()
    server.connected = True
    assert sweeper.sweep() == [game]
