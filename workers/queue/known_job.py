"""The only kind of RQ job that workers run: a task by its name, with one id.

RQ itself would import and call any function or callback that a job's record names, and anybody who can write
to the jobs' server can write records. So nothing in a record is imported here: a record that is not exactly
one of our jobs is refused and recorded as failed.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, cast

from rq.exceptions import NoSuchJobError
from rq.job import Job

from replays.encoding.identity import GameId
from replays.runtime.worker_registry import QUEUE
from workers.jobs.parts import Parts
from workers.jobs.registry import Work, tasks
from workers.jobs.task import JOB_SECONDS, NotDone

FAILURE_KEPT_SECONDS = 24 * 60 * 60

READ = frozenset({"data", "created_at", "enqueued_at", "started_at", "ended_at", "status", "worker_name"})
"""The fields of a record that this class reads."""
OURS = READ | {"description", "origin", "timeout", "result_ttl", "failure_ttl", "last_heartbeat"}
"""The fields that RQ writes for our jobs; all others must be empty."""
REFUSED_DATA = b"refused"


class Refused(Exception):  # noqa: N818 - the name in RQ's records
    """A job that is not one of ours; no part of it was run."""


class KnownJob(Job):
    """A job whose record names a task and an id; everything else is fixed here.

    RQ creates jobs by their class, so a worker has its own subclass, with the `parts` that its jobs use.
    """

    parts: ClassVar[Parts | None] = None
    queue: ClassVar[str] = QUEUE
    _is_refused = False

    @classmethod
    def working_on(cls, parts: Parts, queue: str = QUEUE) -> type["KnownJob"]:
        """The job class of a worker with these parts that takes jobs of this queue only."""
        return type(cls.__name__, (cls,), {"parts": parts, "queue": queue})

    @classmethod
    def fetch(cls, id: str, connection: Any = None, serializer: Any = None) -> "KnownJob":  # noqa: A002 - RQ's name
        """Fetch the job; raises NoSuchJobError also for an id that no job can have."""
        try:
            return cast("KnownJob", super().fetch(id, connection=connection, serializer=serializer))
        except ValueError as error:
            raise NoSuchJobError(f"no job has the id {id!r}") from error

    def restore(self, raw_data: Mapping[Any, Any]) -> None:
        """Read an untrusted record; raises NoSuchJobError if it has no data."""
        fields = {_text(name): value for name, value in raw_data.items()}
        try:
            super().restore({name: value for name, value in fields.items() if name in READ})
            work = self.work
            known = (
                work is not None
                and work.task.queue == self.queue
                and not any(fields[name] for name in fields.keys() - OURS)
            )
        except NoSuchJobError:
            raise
        except Exception:  # noqa: BLE001 - a forged record can make RQ raise any error
            work, known = None, False
        if not known:
            self._refuse()
        self.origin, self.timeout = self.queue, work.task.seconds if work and known else JOB_SECONDS
        self.result_ttl, self.failure_ttl = 0, FAILURE_KEPT_SECONDS

    def _refuse(self) -> None:
        """Replace the content of the record, so that it does not get into logs either."""
        self._data = REFUSED_DATA
        self._func_name, self._instance, self._args, self._kwargs = "refused", None, [], {}
        self._is_refused = True

    @property
    def work(self) -> Work | None:
        """The work of the job; None if the data are not those of one of our jobs."""
        try:
            name, instance, (stream,), rest = self.serializer.loads(self.data)
            task = tasks()[name]
            return Work(task, task.read(stream)) if instance is None and rest == {} else None
        except (TypeError, ValueError, KeyError):
            return None

    @property
    def fields(self) -> dict[str, str]:
        """The fields of a log record about this job: its task and stream, or its id if it is none of ours."""
        work = self.work
        return {"job": work.task.name, work.task.kind: work.id} if work else {"job_id": str(self.id)}

    @property
    def func(self) -> Callable[[GameId], None]:
        """The function of the task; raises `Refused`, and `NotDone` in a process without parts."""
        work = None if self._is_refused else self.work
        if work is None:
            raise Refused(f"job {self.id} is none of ours: nothing of it was run")
        if self.parts is None:
            raise NotDone(work.task.undone.format(work.id), "worker/no-tables")
        return partial(work.task.run, self.parts)

    def dependencies_are_met(self, *_: Any, **__: Any) -> bool:
        """Always False: our jobs have no dependencies, and a forged one that has some never runs."""
        return False

    @property
    def success_callback(self) -> None:
        """Our jobs have no callbacks."""

    @property
    def failure_callback(self) -> None:
        """Our jobs have no callbacks."""

    @property
    def stopped_callback(self) -> None:
        """Our jobs have no callbacks."""


def _text(name: bytes | str) -> str:
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else name
