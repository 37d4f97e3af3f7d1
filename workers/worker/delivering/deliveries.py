"""Delivers notices in background threads: some threads for each channel, each an RQ worker of its queue.

Other servers may take seconds to respond, and bots wait for the worker's jobs, so deliveries have threads.
"""

from collections.abc import Mapping
from threading import Event
from types import MappingProxyType

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq.exceptions import StopRequested
from rq.timeouts import TimerDeathPenalty
from rq.worker import WorkerStatus

from replays.commands.tables import Tables
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.channels.target import EMAIL, PUSH, WEBHOOK
from workers.jobs.parts import Parts
from workers.jobs.registry import DELIVERIES
from workers.outage import Reports
from workers.worker.background_thread import BackgroundThread
from workers.worker.delivering.couriers import open_couriers
from workers.worker.job_worker import LONGEST_PAUSE, JobWorker

THREADS: Mapping[str, int] = MappingProxyType({EMAIL: 2, PUSH: 6, WEBHOOK: 6})
"""The number of threads for each channel; the hosts of webhooks and push services may be slow."""


class QueueWorker(JobWorker):
    """An RQ worker in a thread; `stop` ends it after the current job."""

    death_penalty_class = TimerDeathPenalty  # signals come to the main thread only

    def __init__(self, connection: Redis, parts: Parts, queue: str, stop: Event, reports: Reports) -> None:
        super().__init__(connection, parts, reports, queue)
        self._stop = stop

    def check_for_suspension(self, burst: bool) -> None:  # noqa: FBT001 - RQ's signature
        """Before the next job, raise StopRequested if the end was requested."""
        self._look()
        super().check_for_suspension(burst)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Send the heartbeat; while waiting for jobs, raise StopRequested if the end was requested."""
        super().heartbeat(timeout, pipeline)
        if pipeline is None and self.get_state() == WorkerStatus.IDLE:
            self._look()

    def _look(self) -> None:
        if self._stop.is_set():
            raise StopRequested

    def _install_signal_handlers(self) -> None:
        """Does nothing: the main thread has the signal handlers."""


class QueueThread(BackgroundThread):
    """Works on one queue until it is stopped; an interrupted job is done again by another worker."""

    def __init__(self, url: str, parts: Parts, queue: str, reports: Reports) -> None:
        super().__init__(queue, self._work)
        self._url = url
        self._parts = parts
        self._queue = queue
        self._reports = reports
        self._fault = ""

    def _work(self) -> float:
        try:
            with clients.queue(self._url) as connection:
                worker = QueueWorker(connection, self._parts, self._queue, self._stop, self._reports)
                worker.work(logging_level="WARNING")
        except StopRequested:
            pass
        except RedisError as error:
            self._reports.jobs.away(error)
        except Exception as fault:  # noqa: BLE001 - the thread goes on; the error's text is unknown
            self._fails(type(fault).__name__)
        return LONGEST_PAUSE

    def _fails(self, fault: str) -> None:
        """Report a fault of the thread, unless it is the same as before."""
        if fault != self._fault:
            self._reports.say(f"{self._queue} waits: {fault}")
        self._fault = fault


def delivery_threads(settings: Settings, tables: Tables, reports: Reports) -> list[QueueThread]:
    """The threads for the channels that these settings allow."""
    couriers = open_couriers(settings, clients.writer(settings.log_url()), tables)
    parts = Parts.of(tables, couriers=couriers)
    return [
        QueueThread(settings.jobs_url(), parts, DELIVERIES[channel].queue, reports)
        for channel in couriers
        for _ in range(THREADS[channel])
    ]
