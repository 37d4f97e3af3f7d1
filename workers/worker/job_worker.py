"""An RQ worker for our jobs, in its own process or thread and without a fork per job."""

import logging
import sys
import traceback
from collections.abc import MutableMapping
from logging import Logger, LoggerAdapter
from time import monotonic
from types import TracebackType
from typing import Any, cast

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import now

from replays.runtime.worker_registry import QUEUE
from replays.store import clients
from replays.store.outages import OutageLog, is_store_outage
from workers.jobs.parts import Parts
from workers.jobs.registry import Work
from workers.jobs.task import NotDone
from workers.outage import Reports
from workers.queue.job_queue import JobQueue
from workers.queue.known_job import KnownJob, Refused

# The store is usually back within a second; RQ would double its pause up to a minute.
LONGEST_PAUSE = 2.0
# RQ waits 15 seconds less than this for a job, and 10 seconds more for the reply, so a silent server is
# detected after 25 seconds. With RQ's default it would be 7 minutes.
WORKER_TTL = 30
HEARTBEAT_SECONDS = 1.0
ABANDONED_KEPT_SECONDS = 60


log = logging.getLogger(__name__)


class WorkerLog(LoggerAdapter[Logger]):
    """RQ's log of one worker, without its records of an outage, which go to the outage log."""

    def __init__(self, log: Logger, outages: OutageLog) -> None:
        super().__init__(log, {})
        self._outages = outages

    def process(self, msg: Any, kwargs: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
        """Return both unchanged, with the extra fields of the record."""
        return msg, kwargs

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        """Log a record, unless it is about the error of an outage, which RQ is handling."""
        error = sys.exc_info()[1]
        if isinstance(error, RedisError) and is_store_outage(error):
            self._outages.away(error)
        else:
            super().log(level, msg, *args, **kwargs)


class JobWorker(SimpleWorker):
    """An RQ worker that runs our jobs only and accepts no commands over the store.

    During an outage, which is one report of the whole process, it reconnects at least every two seconds. It
    writes as little as possible besides its jobs, which are short: each write costs the jobs' server a flush
    to disk, and delays a log on the same server as well. It has one queue only, because RQ can lose a job
    when it takes jobs from several queues.
    """

    max_connection_wait_time = LONGEST_PAUSE

    def __init__(self, connection: Redis, parts: Parts, reports: Reports, queue: str = QUEUE) -> None:
        job_class = KnownJob.working_on(parts, queue)
        super().__init__(
            [JobQueue(connection, job_class, queue).rq],
            connection=connection,
            serializer=JSONSerializer,
            job_class=job_class,
            worker_ttl=WORKER_TTL,
            exception_handlers=[_tell_abandoned],
        )
        connection.client_setname(clients.process_name())  # RQ's name would hide it from `unblocking`
        self._beat_at = 0.0
        self._reports = reports
        logging.getLogger("rq.registry").setLevel(logging.ERROR)  # `_tell_abandoned` says it with the game
        self.log = cast("Logger", WorkerLog(self.log, reports.jobs))

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
            with self.connection.pipeline() as together:
                super().heartbeat(timeout, together)
                super().set_state(self.get_state(), together)
                together.execute()
            self._beat_at = monotonic()
        self._reports.jobs.back()

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:  # noqa: ARG002 - RQ's signature
        """Store the state in memory only; heartbeats send it."""
        self._state = state

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:  # noqa: ARG002 - RQ's signature
        """Set the time of the job's end; it is stored with the other data of the end."""
        job.ended_at = now()

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Perform the job; its success ends an outage of the log that this job's stream has found."""
        done = super().perform_job(job, queue, execution)
        if done:
            self._reports.log.back(_work_of(job))
        return done

    def handle_exception(
        self,
        job: Job,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        """Log a failure that its task has not logged, without the error's text, which is unknown.

        The next attempt is the relay's, so a job that an outage ended is no more than the outage.
        """
        if isinstance(error, NotDone):
            if error.outage:
                self._reports.log.away(error.outage, _work_of(job))
        elif isinstance(error, Refused):
            self.log.error("%s", error, extra=_fields_of(job))
        elif isinstance(error, RedisError) and is_store_outage(error):
            self._reports.jobs.away(error)
        else:
            places = "".join(traceback.format_tb(trace))
            name = kind.__name__ if kind else "no error"
            self.log.error("a job failed: %s, raised in\n%s", name, places, extra=_fields_of(job))

    def check_for_suspension(self, burst: bool) -> None:  # noqa: FBT001 - RQ's signature
        """Does nothing: RQ would check here whether all workers are suspended; we use signals instead."""

    def subscribe(self) -> None:
        """Does nothing: RQ would listen here for commands to stop; we use signals instead."""


def _tell_abandoned(job: Job, *_error: object) -> bool:
    """Log a job whose worker died, and keep its record for a minute only: the sweeper repeats its work.

    RQ calls this when it cleans its registries, before it stores the failure.
    """
    job.failure_ttl = ABANDONED_KEPT_SECONDS
    log.warning("a job was abandoned: its worker has died", extra=_fields_of(job))
    return False


def _work_of(job: Job) -> Work | None:
    return job.work if isinstance(job, KnownJob) else None


def _fields_of(job: Job) -> dict[str, str]:
    return job.fields if isinstance(job, KnownJob) else {}
