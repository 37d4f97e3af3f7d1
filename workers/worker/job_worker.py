"""An RQ worker for our jobs, in its own process or thread and without a fork per job."""

from time import monotonic

from redis import Redis
from redis.client import Pipeline
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import now

from replays.runtime.worker_registry import QUEUE
from workers.jobs.parts import Parts
from workers.outage import FirstWord
from workers.queue.job_queue import JobQueue
from workers.queue.known_job import KnownJob

# The store is usually back within a second; RQ would double its pause up to a minute.
LONGEST_PAUSE = 2.0
# RQ waits 15 seconds less than this for a job, and 10 seconds more for the reply, so a silent server is
# detected after 25 seconds. With RQ's default it would be 7 minutes.
WORKER_TTL = 30
HEARTBEAT_SECONDS = 1.0


class JobWorker(SimpleWorker):
    """An RQ worker that runs our jobs only and accepts no commands over the store.

    During an outage it reconnects at least every two seconds. It writes as little as possible besides its
    jobs, which are short: each write costs the jobs' server a flush to disk, and delays a log on the same
    server as well. It has one queue only, because RQ can lose a job when it takes jobs from several queues.
    """

    max_connection_wait_time = LONGEST_PAUSE

    def __init__(self, connection: Redis, parts: Parts, queue: str = QUEUE, ttl: int = WORKER_TTL) -> None:
        job_class = KnownJob.working_on(parts, queue)
        super().__init__(
            [JobQueue(connection, job_class, queue).rq],
            connection=connection,
            serializer=JSONSerializer,
            job_class=job_class,
            worker_ttl=ttl,
        )
        self._beat_at = 0.0
        self._outage = FirstWord("Worker %s: could not connect")
        self.log.addFilter(self._outage)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Send the heartbeat, at most once a second; its success ends an outage.

        If the server has lost its data, the worker registers again.
        """
        if pipeline is not None:  # sent with other writes anyway
            super().heartbeat(timeout, pipeline)
            return
        if not self.connection.hexists(self.key, "birth"):
            self.connection.delete(self.key)
            self.register_birth()  # type: ignore[no-untyped-call]
            self._beat_at = 0.0
        if monotonic() - self._beat_at >= HEARTBEAT_SECONDS:
            super().heartbeat(timeout)
            super().set_state(self.get_state())
            self._beat_at = monotonic()
        self._outage.is_over()

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:  # noqa: ARG002 - RQ's signature
        """Store the state in memory only; heartbeats send it."""
        self._state = state

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:  # noqa: ARG002 - RQ's signature
        """Set the time of the job's end; it is stored with the other data of the end."""
        job.ended_at = now()

    def check_for_suspension(self, burst: bool) -> None:  # noqa: FBT001 - RQ's signature
        """Does nothing: RQ would check here whether all workers are suspended; we use signals instead."""

    def subscribe(self) -> None:
        """Does nothing: RQ would listen here for commands to stop; we use signals instead."""
