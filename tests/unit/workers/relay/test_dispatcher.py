"""The dispatcher keeps RQ's queue short, sends no work twice at once, and forgets nothing due."""

import pytest
from fakeredis import FakeServer
from redis.exceptions import RedisError

from harness.clock import Clock
from replays.encoding.identity import derived_game_id
from workers.jobs.registry import ACT, SCORE, Work
from workers.queue.job_queue import JobQueue
from workers.relay.dispatcher import AHEAD, LOST_SECONDS, Dispatcher


def works(count: int) -> list[Work]:
    """Due work in this many games."""
    return [Work(ACT, derived_game_id(str(number))) for number in range(count)]


def take(jobs: JobQueue, status: str = "started") -> str:
    """Take the next job as a worker, and set its status or finish it."""
    job_id = str(jobs.rq.pop_job_id())
    if status == "done":
        jobs.rq.connection.delete(f"rq:job:{job_id}")
    else:
        jobs.rq.connection.hset(f"rq:job:{job_id}", "status", status)
    return job_id


def go_on(dispatcher: Dispatcher) -> list[Work]:
    """Collect and send; return the works that are due again."""
    again = dispatcher.collect()
    dispatcher.send()
    return again


def test_few_jobs_wait_for_a_worker(dispatcher: Dispatcher, jobs: JobQueue) -> None:
    """Each running job allows one more to wait, so that several workers are never idle."""
    dispatcher.add(works(100))
    dispatcher.send()
    dispatcher.send()
    assert jobs.size() == AHEAD
    for taken in range(1, 4):
        take(jobs)
        go_on(dispatcher)
        assert jobs.size() == AHEAD + taken
    assert len(dispatcher) == 100


def test_a_job_that_ends_makes_room(dispatcher: Dispatcher, jobs: JobQueue) -> None:
    """Done and failed jobs both make room; in the end nothing is pending."""
    dispatcher.add(works(20))
    dispatcher.send()
    done = 0
    while jobs.size():
        take(jobs, "done" if done % 2 else "failed")
        assert go_on(dispatcher) == []
        done += 1
    assert (done, len(dispatcher)) == (20, 0)


def test_jobs_of_others_count(dispatcher: Dispatcher, jobs: JobQueue) -> None:
    """If another relay has filled the queue, nothing is added."""
    jobs.enqueue(works(AHEAD))
    dispatcher.add(works(3))
    dispatcher.send()
    assert jobs.size() == AHEAD
    take(jobs, "done")
    dispatcher.send()
    assert jobs.size() == AHEAD


def test_what_is_a_job_is_not_sent_again(dispatcher: Dispatcher, jobs: JobQueue) -> None:
    """If it becomes due again while its job runs, it is returned after the job."""
    [work] = works(1)
    dispatcher.add([work])
    dispatcher.send()
    dispatcher.add([work, work])
    assert (jobs.size(), len(dispatcher), dispatcher.is_waiting) == (1, 1, True)
    take(jobs)
    assert go_on(dispatcher) == []
    jobs.rq.connection.flushall()
    assert go_on(dispatcher) == [work]
    assert (len(dispatcher), dispatcher.is_waiting) == (0, False)


def test_what_is_not_due_any_more_is_not_sent(dispatcher: Dispatcher, jobs: JobQueue) -> None:
    """Dropped work is not sent, whether it waits or its job is running."""
    waits, sent = works(2)
    dispatcher.add([sent])
    dispatcher.send()
    dispatcher.add([waits, sent])
    for work in (waits, sent):
        dispatcher.drop(work)
    assert waits not in dispatcher
    take(jobs, "done")
    assert go_on(dispatcher) == []
    assert len(dispatcher) == 0


@pytest.mark.parametrize("status", ["started", "queued"])
def test_a_job_whose_worker_died_counts_as_lost(
    dispatcher: Dispatcher, jobs: JobQueue, clock: Clock, status: str
) -> None:
    """It is lost some time after it was taken, even if its status does not say so."""
    dispatcher.add(works(1))
    dispatcher.send()
    clock.advance(3600.0)
    assert go_on(dispatcher) == []  # a waiting job is not lost
    assert len(dispatcher) == 1
    take(jobs, status)
    if status == "started":
        go_on(dispatcher)
        clock.advance(LOST_SECONDS - 0.1)
        go_on(dispatcher)
        assert len(dispatcher) == 1
        clock.advance(0.1)
    go_on(dispatcher)
    assert len(dispatcher) == 0


def test_a_failed_enqueue_loses_nothing(dispatcher: Dispatcher, jobs: JobQueue, server: FakeServer) -> None:
    """Without the job server everything stays pending and is sent later."""
    dispatcher.add(works(5))
    server.connected = False
    for _ in range(2):
        with pytest.raises(RedisError):
            dispatcher.send()
    server.connected = True
    assert len(dispatcher) == 5
    go_on(dispatcher)
    assert (jobs.size(), len(dispatcher)) == (AHEAD, 5)


def test_of_failures_the_last_is_kept(dispatcher: Dispatcher, jobs: JobQueue) -> None:
    """Each attempt removes the previous failure, so a game that always fails fills no server."""
    work = Work(SCORE, derived_game_id("damaged"))
    for _ in range(5):
        dispatcher.add([work])
        dispatcher.send()
        failed = take(jobs, "failed")
        go_on(dispatcher)
        assert [key.decode() for key in jobs.rq.connection.scan_iter("rq:job:*")] == [f"rq:job:{failed}"]


def test_without_anything_due_nothing_is_asked(dispatcher: Dispatcher) -> None:
    """Without pending work the job server gets no requests."""
    assert dispatcher.collect() == []
    dispatcher.send()
    assert dispatcher._fast.jobs.rq.connection.keys() == []
