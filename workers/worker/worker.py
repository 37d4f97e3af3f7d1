"""The worker: does the jobs of one RQ queue, in its own process and without a fork per job."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from redis import Redis
from redis.exceptions import RedisError
from rq.exceptions import StopRequested

from kingdomino.kernel import state
from replays.bootstrap import open_log, open_tables, server_key
from replays.commands.tables import Tables
from replays.log.works import ARCHIVE, EXPIRE, LISTS, MAIL
from replays.runtime import logs
from replays.runtime.settings.settings import Settings
from replays.runtime.stop_signals import STOP_SIGNALS, StopSignal
from replays.store import clients
from replays.store.checks import wait_until_up
from replays.store.heartbeat import Health, Heartbeat
from replays.store.unblocking import unblock_at
from service.application.accounts.players import Players, open_players
from workers.jobs.parts import Parts
from workers.jobs.registry import THINK
from workers.outage import Reports
from workers.worker.archivist import archive_thread, open_archivist
from workers.worker.background_thread import BackgroundThread
from workers.worker.delivering.deliveries import QueueThread, delivery_threads
from workers.worker.delivering.mailer import MailThread, open_mailer
from workers.worker.job_worker import LONGEST_PAUSE, JobWorker
from workers.worker.list_mending import mending_thread
from workers.worker.moderation import moderation_thread
from workers.worker.outage_walk import outage_thread
from workers.worker.pictures import picture_thread
from workers.worker.projections.registry import projection_threads
from workers.worker.public_log import public_log_threads
from workers.worker.reviews import review_thread
from workers.worker.table_expiry import expiry_thread, open_expiry

# The time for which a stopping worker waits for its threads; interrupted work is done again later.
LAST_SECONDS = 3.0


class MainWorker(JobWorker):
    """The worker of the main thread: signals end it."""

    def __init__(self, connection: Redis, parts: Parts, stop: StopSignal, reports: Reports) -> None:
        super().__init__(connection, parts, reports)
        self._stop = stop

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """End after the current job, or immediately if there is none."""
        self._stop.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def _install_signal_handlers(self) -> None:
        for number in STOP_SIGNALS:
            signal.signal(number, self.request_stop)
        if self._stop.is_set():  # requested before this handler could end the wait for jobs
            raise StopRequested


def run_worker(settings: Settings, stop: StopSignal) -> None:
    """Do jobs until a stop is requested; a job that has begun is finished first."""
    tables, reports = open_tables(settings), Reports.of(settings, logs.say(__name__))
    unblock_at(stop, settings.log_url(), settings.jobs_url())
    with _beside(settings, tables, reports):
        _keep_working(settings.jobs_url(), Parts.of(tables), stop, reports)


@contextmanager
def _beside(settings: Settings, tables: Tables, reports: Reports) -> Iterator[None]:
    """Runs the background threads during the block; some of them only if the settings ask for them."""
    threads: list[BackgroundThread] = [
        *projection_threads(settings, reports),
        *public_log_threads(settings, reports),
        moderation_thread(settings, reports),
        outage_thread(settings, reports),
        mending_thread(open_log(settings), _players(settings), reports, _health(settings, LISTS)),
        *delivery_threads(settings, tables, reports),
        picture_thread(settings, tables, reports),
        review_thread(settings, tables, reports),
        *thinking_threads(settings, tables, reports),
    ]
    if settings.mail is not None:
        threads.append(MailThread(open_mailer(settings, settings.mail), reports, _health(settings, MAIL)))
    if settings.archive is not None:
        threads.append(archive_thread(open_archivist(settings), reports, _health(settings, ARCHIVE)))
    if settings.open_days:
        threads.append(expiry_thread(open_expiry(settings), reports, _health(settings, EXPIRE)))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.end()
        until = monotonic() + LAST_SECONDS
        for thread in threads:
            thread.stop(max(0.0, until - monotonic()))


def _players(settings: Settings) -> Players:
    return open_players(clients.writer(settings.log_url()), server_key(settings))


def _health(settings: Settings, name: str) -> Health:
    return Health(Heartbeat(clients.writer(settings.log_url()), name))


def thinking_threads(settings: Settings, tables: Tables, reports: Reports) -> list[QueueThread]:
    """The thread for games with slow bots, if the kernel that these need runs; else none.

    The kernel releases the interpreter's lock, so a decision of a slow bot delays no other job.
    """
    if not state().runs:
        return []
    return [QueueThread(settings.jobs_url(), Parts.of(tables), THINK.queue, reports)]


def _keep_working(url: str, parts: Parts, stop: StopSignal, reports: Reports) -> None:
    probe = clients.queue(url)
    while wait_until_up(probe, stop, reports.jobs):
        try:
            with clients.queue(url) as unused:  # RQ sets the timeout of new connections only
                _work(unused, parts, stop, reports)
        except StopRequested:
            return
        except RedisError as error:
            reports.jobs.away(error)
        stop.wait(LONGEST_PAUSE / 2)


def _work(connection: Redis, parts: Parts, stop: StopSignal, reports: Reports) -> None:
    """Do jobs until a stop is requested, or until RQ gives up because the store fails during a job."""
    worker = MainWorker(connection, parts, stop, reports)
    try:
        worker.work(logging_level=logging.getLevelName(logging.WARNING))
    finally:
        stop.on_signals()
