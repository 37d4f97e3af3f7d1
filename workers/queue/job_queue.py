"""The queue of jobs on its server: a queue of RQ, with a record of a task's name and an id for each job.

Every attempt is a job with its own id: `<task>-<game>-<32 hexadecimal digits>`. RQ stores its data by job id
and would confuse two attempts with the same id. The `Dispatcher` decides which attempts are made.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple
from uuid import uuid4

from redis import Redis
from rq import Queue
from rq.queue import EnqueueData
from rq.results import Result
from rq.serializers import JSONSerializer

from replays.runtime.worker_registry import QUEUE
from workers.jobs.registry import Work
from workers.queue.known_job import FAILURE_KEPT_SECONDS, KnownJob


class JobState(Enum):
    """The state of a job."""

    WAITING = "waiting"
    TAKEN = "taken"
    FAILED = "failed"
    ENDED = "ended"
    """The job is done, or its record was lost."""


class Look(NamedTuple):
    """The number of all jobs that wait for a worker, and the states of the requested jobs."""

    waiting: int
    states: Mapping[str, JobState]


class JobQueue:
    """The jobs of one queue on this server. Methods raise redis-py's errors."""

    def __init__(self, connection: Redis, job_class: type[KnownJob] = KnownJob, name: str = QUEUE) -> None:
        self.rq = Queue(name, connection=connection, serializer=JSONSerializer, job_class=job_class)

    def beside(self, name: str) -> "JobQueue":
        """The queue of another name on the same server."""
        return JobQueue(self.rq.connection, name=name)

    def size(self) -> int:
        """The number of waiting jobs."""
        return self.rq.count

    def enqueue(self, works: Sequence[Work]) -> list[str]:
        """Append a job for each work to the queue, all or none; returns the jobs' ids."""
        if not works:
            return []
        jobs = [_job(work) for work in works]
        self.rq.enqueue_many(jobs)
        return [str(job.job_id) for job in jobs]

    def look(self, ids: Sequence[str]) -> Look:
        """Return the queue's length and the states of these jobs, in one round trip."""
        with self.rq.connection.pipeline(transaction=False) as pipe:
            pipe.llen(self.rq.key)
            for job_id in ids:
                pipe.hget(KnownJob.key_for(job_id), "status")
            waiting, *statuses = pipe.execute()
        return Look(waiting, dict(zip(ids, map(_state, statuses), strict=True)))

    def gone(self, ids: Sequence[str]) -> set[str]:
        """The ids of the given jobs that are not in the queue any more, in one round trip."""
        if not ids:
            return set()
        with self.rq.connection.pipeline(transaction=False) as pipe:
            for job_id in ids:
                pipe.lpos(self.rq.key, job_id)
            places = pipe.execute()
        return {job_id for job_id, place in zip(ids, places, strict=True) if place is None}

    def forget_failures(self, ids: Iterable[str]) -> None:
        """Remove the records of these failed jobs."""
        with self.rq.connection.pipeline(transaction=False) as pipe:
            for job_id in ids:
                pipe.delete(KnownJob.key_for(job_id), Result.get_key(job_id))  # type: ignore[no-untyped-call]
                pipe.zrem(self.rq.failed_job_registry.key, job_id)
            pipe.execute()


def _job(work: Work) -> EnqueueData:
    return Queue.prepare_data(
        work.task.name,
        (work.id,),
        job_id=f"{work.task.name}-{work.id}-{uuid4().hex}",
        timeout=work.task.seconds,
        result_ttl=0,
        failure_ttl=FAILURE_KEPT_SECONDS,
    )


def _state(status: bytes | None) -> JobState:
    match status:
        case None:
            return JobState.ENDED
        case b"queued":
            return JobState.WAITING
        case b"failed":
            return JobState.FAILED
        case _:
            return JobState.TAKEN
