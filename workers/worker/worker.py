"""The worker: does the jobs of one RQ queue, in its own process and without a fork per job."""

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import now

from replays.bootstrap import now_ms, open_tables, server_key
from replays.commands.tables import Tables
from replays.runtime import logs
from replays.runtime.settings.settings import Settings
from replays.runtime.stop_signals import STOP_SIGNALS, StopSignal
from replays.store import clients
from replays.store.checks import wait_until_up
from service.accounts.players import Players
from service.pictures.animations import Animations
from service.pictures.illustrator import Illustrator
from service.pictures.rasterizer import Rasterizer
from workers.jobs.parts import Parts
from workers.outage import FirstWord
from workers.queue.job_queue import JobQueue
from workers.queue.known_job import KnownJob
from workers.worker.archivist import archive_thread, open_archivist
from workers.worker.background_thread import BackgroundThread
from workers.worker.mailer import MailThread, open_mailer
from workers.worker.notifier import notice_thread
from workers.worker.table_expiry import expiry_thread, open_expiry

# The store is usually back in a second; RQ would double its pause up to a minute.
LONGEST_PAUSE = 2.0
# RQ waits 15 seconds less than this for a job, and 10 seconds more for an answer: a server that has gone
# silent is noticed after 25 seconds. By default it would be 7 minutes.
WORKER_TTL = 30
HEARTBEAT_SECONDS = 1.0
# A stopping worker waits so long for what its threads are sending; it is sent again where that is too short.
LAST_SECONDS = 3.0

say = logs.say(__name__)


class JobWorker(SimpleWorker):
    """An RQ worker that runs jobs of ours only, and takes no commands by wire.

    It looks for its store every two seconds at least. It writes as little as it can beside its jobs, which
    are short: each write costs the jobs' server a flush to its disk, and a log in the same server as well.
    One queue only: an RQ worker takes jobs without ever losing one only when it has a single queue.
    """

    max_connection_wait_time = LONGEST_PAUSE

    def __init__(self, connection: Redis, parts: Parts, stop: StopSignal) -> None:
        job_class = KnownJob.working_on(parts)
        super().__init__(
            [JobQueue(connection, job_class).rq],
            connection=connection,
            serializer=JSONSerializer,
            job_class=job_class,
            worker_ttl=WORKER_TTL,
        )
        self._stop = stop
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

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """End when the present job is done, or at once where there is none."""
        self._stop.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def _install_signal_handlers(self) -> None:
        for number in STOP_SIGNALS:
            signal.signal(number, self.request_stop)
        if self._stop.is_set():  # asked for before there was a handler that ends the waiting for jobs
            raise StopRequested


def run_worker(settings: Settings, stop: StopSignal) -> None:
    """Do jobs until told to stop; a job that has begun is finished first."""
    tables = open_tables(settings)
    illustrator = open_illustrator(settings, tables)
    parts = Parts.of(tables, draw_later=illustrator.draw_later)
    with _beside(settings, illustrator):
        _keep_working(settings.jobs_url(), parts, stop)


@contextmanager
def _beside(settings: Settings, illustrator: Illustrator) -> Iterator[None]:
    """Draw and make notices beside the jobs, send e-mails, archive, call off tables as the settings say."""
    threads: list[BackgroundThread | Illustrator] = [illustrator, notice_thread(settings, say)]
    if settings.mail is not None:
        threads.append(MailThread(open_mailer(settings, settings.mail), say))
    if settings.archive is not None:
        threads.append(archive_thread(open_archivist(settings), say))
    if settings.open_days:
        threads.append(expiry_thread(open_expiry(settings), say))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.stop(LAST_SECONDS)


def open_illustrator(settings: Settings, tables: Tables) -> Illustrator:
    """What draws animations for these settings; it connects when it draws the first one."""
    store = clients.writer(settings.log_url())
    players = Players(store, server_key(settings), os.urandom, monotonic)
    return Illustrator(tables, players.names, Animations(store), Rasterizer(), now_ms)


def _keep_working(url: str, parts: Parts, stop: StopSignal) -> None:
    probe = clients.queue(url)
    while wait_until_up(probe, stop, say):
        try:
            with clients.queue(url) as unused:  # RQ sets the time-out of connections yet to be opened only
                _work(unused, parts, stop)
        except StopRequested:
            return
        except RedisError as error:
            say(f"the store has gone away: {error}")
        stop.wait(LONGEST_PAUSE / 2)


def _work(connection: Redis, parts: Parts, stop: StopSignal) -> None:
    """Do jobs until told to stop, or until RQ gives up: it does when the store goes away in mid-job."""
    worker = JobWorker(connection, parts, stop)
    try:
        worker.work(logging_level=logging.getLevelName(logging.WARNING))
    finally:
        stop.on_signals()
