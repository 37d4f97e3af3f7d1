"""A task: the work of a job for one game or series, and its log records.

Every job may be lost, run twice, or run by two workers at once; the log decides.
"""

import logging
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

import structlog
from structlog.contextvars import bound_contextvars

from kingdomino.policies import NeedsKernel
from replays.commands.tables import UnknownGame
from replays.encoding.identity import GameId, parse_game_id
from replays.events.codec import CodecError
from replays.log.event_log import EventLog, LogError
from replays.log.works import ACT
from replays.match.deciding.bots import UnknownPolicy
from replays.match.randomness.seed_store import SeedStoreError
from replays.runtime.worker_registry import QUEUE
from replays.store.heartbeat import reason_of
from replays.store.outages import is_outage, is_store_outage
from workers.jobs.parts import Parts

JOB_SECONDS = 60
"""The default timeout of a job; a job takes milliseconds."""

UNEXPECTED = "worker/unexpected"
UNKNOWN = "log/unknown"
"""The code of work for a stream that does not exist."""

log = logging.getLogger(__name__)
told = structlog.get_logger(__name__)


class NotDone(Exception):  # noqa: N818 - the name in RQ's records
    """A job that failed: its task and stream, a stable code, and no other data.

    `outage` is the error of a store that is away, which is reported for the whole process.
    """

    def __init__(self, undone: str, code: str, outage: Exception | None = None) -> None:
        super().__init__(f"{undone}: {code}")
        self.code = code
        self.outage = outage


@dataclass(frozen=True, slots=True)
class Task:
    """The work for a game, a series or a target of notices.

    `name` is its name in jobs and log records, `kind` the field of the id in log records, and `undone` the
    message of a failure, with `{}` for the id. `do` raises `unknown` if the stream is in no log. Its jobs are
    in `queue` and may take `seconds`; `read` returns the id from a job's text, or raises ValueError. A stream
    whose work fails steps back under the name `setback`, if there is one.
    """

    name: str
    kind: str
    undone: str
    do: Callable[[Parts, GameId], object]
    unknown: type[Exception] = UnknownGame
    queue: str = QUEUE
    read: Callable[[str], GameId] = parse_game_id
    seconds: int = JOB_SECONDS
    setback: str | None = None

    def run(self, parts: Parts, stream: GameId) -> None:
        """Do the work and log it; an unknown stream is skipped.

        Every error is logged, unless it is an outage, and raised as `NotDone` with its code. The text of an
        unknown error could contain secrets, so only its stack locations are logged.
        """
        begun = perf_counter()
        undone = self.undone.format(stream)
        with bound_contextvars(job=self.name, **{self.kind: stream}):
            try:
                self._do(parts, stream)
                told.info("job done", ms=round((perf_counter() - begun) * 1000, 2))
            except (LogError, SeedStoreError, CodecError, UnknownPolicy, NeedsKernel) as fault:
                if is_store_outage(fault):
                    raise NotDone(undone, fault.code, fault) from None
                log.error("%s: %s", undone, fault.code)
                if not is_outage(fault):
                    self._step_back(parts, stream, reason_of(fault))
                raise NotDone(undone, fault.code) from None
            except Exception as fault:  # noqa: BLE001 - the text of any error stops here
                places = "".join(traceback.format_tb(fault.__traceback__))
                log.error("%s: %s, raised in\n%s", undone, type(fault).__name__, places)
                self._step_back(parts, stream, UNEXPECTED)
                raise NotDone(undone, UNEXPECTED) from None

    def _do(self, parts: Parts, stream: GameId) -> None:
        try:
            self.do(parts, stream)
        except self.unknown:
            log.warning("%s %s is in no log: nothing to do", self.kind, stream)
            self._step_back(parts, stream, UNKNOWN)
            return
        if self.setback:
            with suppress(LogError):  # the relay removes the record later
                parts.tables.log.recover(self.setback, [stream])

    def _step_back(self, parts: Parts, stream: GameId, code: str) -> None:
        """Leave room for other streams; without the store, the sweeper finds that the job is lost."""
        if self.setback:
            with suppress(LogError):
                step_back(parts.tables.log, self.setback, stream, code, parts.now())


def step_back(log: EventLog, work: str, stream: GameId, code: str, now: int) -> None:
    """Record a failure at `now` (ms UTC); a game that is due becomes due at its next attempt."""
    before = log.setbacks_of(work, [stream]).get(stream)
    setback = log.step_back(work, stream, code, now)
    if work == ACT:
        log.postpone(stream, max(now, before.again) if before else now, setback.again)
