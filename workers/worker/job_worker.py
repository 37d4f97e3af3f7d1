"""An RQ worker for jobs of ours, in its own process or thread and without a fork per job."""

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

# The store is usually back in a second; RQ would double its pause up to a minute.
LONGEST_PAUSE = 2.0
# RQ waits 15 seconds less than this for a job, and 10 seconds more for an answer: a server that has gone
# silent is noticed after 25 seconds. By default it would be 7 minutes.
WORKER_TTL = 30
HEARTBEAT_SECONDS = 1.0


class JobWorker(SimpleWorker):
    """An RQ worker that runs jobs of ours only, and takes no commands by wire.

    It looks for its store every two seconds at least. It writes as little as it can beside its jobs, which
    are short: each write costs the jobs' server a flush to its disk, and a log in the same server as well.
    One queue only: an RQ worker takes jobs without ever losing one only when it has a single queue.
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
        """Say that one is there, once a second at most; when that can be said, an outage is over.

        A server that came back without its data has forgotten the worker, and would go on without knowing it.
        """
        if pipeline is not None:  # it goes with what is written anyway
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
        """Keep it in mind; heartbeats tell it."""
        self._state = state

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:  # noqa: ARG002 - RQ's signature
        """Note when the job ended, in what is written of its end."""
        job.ended_at = now()

    def check_for_suspension(self, burst: bool) -> None:  # noqa: FBT001 - RQ's signature
        """RQ would look here whether somebody has suspended all workers; signals do that."""

    def subscribe(self) -> None:
        """RQ would listen here for commands to stop a job or the worker; signals do that."""
