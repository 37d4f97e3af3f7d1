"""The failed jobs of the last day: their numbers, and of each game's why the last attempt failed."""

import re
import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from redis import Redis
from rq.job import Job
from rq.registry import FailedJobRegistry
from rq.results import Result
from rq.serializers import JSONSerializer

from replays.kinds import KINDS
from replays.runtime.worker_registry import DELIVERIES, PICTURES, QUEUE, REVIEWS, THINKING
from replays.store.scripts import asking
from service.application.channels.target import NAMES

JOBS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        QUEUE: ("score", "act", *(kind.work for kind in KINDS.series)),
        THINKING: ("think",),
        PICTURES: ("draw",),
        REVIEWS: ("review",),
        **{DELIVERIES.format(channel): (channel,) for channel in NAMES},
    }
)
"""The names of jobs, as in log records, by their queue."""
MOST_COUNTED = 1000
"""The upper limit of counts for each queue."""
_REASON = re.compile(r"NotDone: .*: ([a-z0-9/-]+)\s*$")


class Failure(NamedTuple):
    """A job whose last attempt failed: its name, its game, series or target, and the id of the attempt."""

    job: str
    item: str
    attempt: str


def failures(jobs: Redis) -> list[Failure]:
    """The failed jobs, each work once; raises StoreAway."""
    now = time.time()
    with asking(), jobs.pipeline(transaction=False) as pipe:
        for queue in JOBS:
            registry = FailedJobRegistry(queue, connection=jobs)
            pipe.zrangebyscore(registry.key, now, "+inf", start=0, num=MOST_COUNTED)
        answers = pipe.execute()
    found = {
        (failure.job, failure.item): failure
        for attempt in (each.decode() for answer in answers for each in answer)
        if (failure := _read(attempt))
    }
    return list(found.values())


def counts(found: Iterable[Failure]) -> dict[str, int]:
    """The number of failed jobs by name, 0 for those without one."""
    numbers = {name: 0 for names in JOBS.values() for name in names}
    for failure in found:
        numbers[failure.job] += 1
    return numbers


def reason(jobs: Redis, failure: Failure) -> str:
    """The code with which an attempt failed, `worker/died` if its worker died; raises StoreAway."""
    with asking():
        job = Job(failure.attempt, connection=jobs, serializer=JSONSerializer)
        result = Result.fetch_latest(job)
    text = (result.exc_string or "") if result else ""
    found = _REASON.search(text)
    return found[1] if found else "worker/died" if "Abandoned" in text else "worker/unexpected"


def _read(attempt: str) -> Failure | None:
    """The parts of a job's id, `<name>-<item>-<32 digits>`; None for an id that is none of ours."""
    name, _, rest = attempt.partition("-")
    item, _, number = rest.rpartition("-")
    known = any(name in names for names in JOBS.values())
    return Failure(name, item, attempt) if known and item and len(number) == 32 else None
