"""Opens the stores of an installation for checks, and closes them again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from redis import Redis

from replays.archive.opening import open_archive
from replays.bootstrap import now_ms
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.ops.backlog import Backlog
from service.ops.doctor.results import CheckResult, fail
from service.ops.embedded.found_store import with_embedded_store


@dataclass(frozen=True, slots=True)
class Opened:
    """The stores of the log and of the jobs, the log itself, and its backlog."""

    store: Redis
    jobs: Redis
    log: StreamsEventLog
    backlog: Backlog


@contextmanager
def opened(settings: Settings) -> Iterator[Opened | None]:
    """The stores of these settings, else the embedded one of the data folder; None if there is none."""
    found = with_embedded_store(settings)
    if not found.redis_url or not found.rq_redis_url:
        yield None
        return
    with (
        clients.writer(found.redis_url) as store,
        clients.reader(found.redis_url) as reader,
        clients.queue(found.rq_redis_url) as jobs,
    ):
        log = StreamsEventLog(store, reader, open_archive(settings.archive))
        yield Opened(store, jobs, log, Backlog(log, store, jobs, now_ms))


def no_store(settings: Settings) -> CheckResult:
    """The result for settings without a store."""
    way_out = "start `kingdomino serve`, or set both REDIS_URL and RQ_REDIS_URL"
    return fail("store", f"there is no store in {settings.data}: {way_out}")
