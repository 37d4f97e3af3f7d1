"""The job queue: ids as JSON, one job per attempt, and short-lived records."""

import json
import zlib

import pytest

from replays.encoding.identity import derived_game_id
from workers.jobs.registry import ACT, SCORE, Work, tasks
from workers.queue.job_queue import JobQueue, JobState
from workers.queue.known_job import FAILURE_KEPT_SECONDS

ONE = Work(SCORE, derived_game_id("one"))


def test_a_job_is_an_id(jobs: JobQueue) -> None:
    """RQ stores the task's name and the game's id, readable without running code."""
    jobs.enqueue([ONE])
    [job] = jobs.rq.jobs
    stored = jobs.rq.connection.hget(job.key, "data")
    assert isinstance(stored, bytes)
    assert json.loads(zlib.decompress(stored)) == ["score", None, [ONE.id], {}]


def test_a_job_leaves_nothing_behind(jobs: JobQueue) -> None:
    """Results are not stored, and failures for one day."""
    jobs.enqueue([ONE])
    [job] = jobs.rq.jobs
    assert job.result_ttl == 0
    assert job.failure_ttl == FAILURE_KEPT_SECONDS


@pytest.mark.parametrize("task", tasks().values())
def test_every_attempt_has_an_id_of_its_own(jobs: JobQueue, task: object) -> None:
    """The id begins with task and game; RQ confuses attempts that share an id."""
    work = ONE._replace(task=task)  # type: ignore[arg-type]
    ids = [*jobs.enqueue([work, work]), *jobs.enqueue([work])]
    assert jobs.rq.get_job_ids() == ids
    assert len(set(ids)) == 3
    assert {job_id.rpartition("-")[0] for job_id in ids} == {f"{work.task.name}-{work.id}"}


def test_nothing_to_do_is_nothing_to_say(jobs: JobQueue) -> None:
    """Without games the server gets no request."""
    assert jobs.enqueue([]) == []
    assert jobs.gone([]) == set()
    assert jobs.rq.connection.keys() == []


def test_a_look_tells_where_jobs_are(jobs: JobQueue) -> None:
    """A look has the number waiting and the states of given jobs; `gone` checks the queue only."""
    ids = jobs.enqueue([Work(ACT, derived_game_id(str(number))) for number in range(5)])
    waiting, taken, failed, ended, popped = ids
    for job_id, status in ((taken, "started"), (failed, "failed")):
        jobs.rq.connection.hset(f"rq:job:{job_id}", "status", status)
    jobs.rq.connection.delete(f"rq:job:{ended}")
    for job_id in (taken, failed, ended, popped):
        jobs.rq.connection.lrem(jobs.rq.key, 1, job_id)
    look = jobs.look(ids)
    assert look.waiting == 1
    assert list(look.states.values()) == [
        JobState.WAITING,
        JobState.TAKEN,
        JobState.FAILED,
        JobState.ENDED,
        JobState.WAITING,
    ]
    assert jobs.gone([waiting, popped]) == {popped}


def test_a_failure_that_is_forgotten_leaves_nothing(jobs: JobQueue) -> None:
    """Its record and its entry in the registry of failures are deleted."""
    [job_id] = jobs.enqueue([ONE])
    jobs.rq.pop_job_id()
    [job] = [jobs.rq.fetch_job(job_id)]
    assert job is not None
    jobs.rq.failed_job_registry.add(job, ttl=60)
    jobs.forget_failures([job_id])
    assert set(jobs.rq.connection.keys()) == {b"rq:queues"}
