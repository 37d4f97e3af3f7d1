"""The functions that jobs run, by `workers.tasks`: each with an id as its argument and no result.

Every job may be lost, run twice, or run by two workers at once; the log decides.
"""

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, perf_counter

import structlog
from structlog.contextvars import bound_contextvars

from replays.bootstrap import now_ms
from replays.commands.attendance import Attendance
from replays.commands.duties import Duties
from replays.commands.planning import Planning
from replays.commands.tables import Tables, UnknownGame
from replays.dynasty.dynasties import Dynasties, UnknownDynasty
from replays.encoding.identity import DynastyId, GameId
from replays.events.codec import CodecError
from replays.log.event_log import LogError
from replays.match.bots import UnknownPolicy
from replays.match.seed_store import SeedStoreError

log = logging.getLogger(__name__)
told = structlog.get_logger(__name__)


class NotDone(Exception):  # noqa: N818 - the record that RQ keeps of it
    """A job that failed: what it was for, a stable code, and nothing that was read or opened on the way."""

    WHAT = "{} is not done"
    JOB, KIND = "", "game"
    """What log lines call the job and its stream."""

    def __init__(self, stream: str, code: str) -> None:
        super().__init__(f"{self.WHAT.format(stream)}: {code}")
        self.code = code


class NotScored(NotDone):
    """A game that could not be scored."""

    WHAT = "game {} is not scored"
    JOB = "score"


class NotAdvanced(NotDone):
    """A dynasty in which something is due that could not be done."""

    WHAT = "dynasty {} is not advanced"
    JOB, KIND = "advance", "dynasty"


class NotActed(NotDone):
    """A game in which a bot, a plan or a clock is due and could not be followed."""

    WHAT = "what is due in game {} is not done"
    JOB = "act"


class _Process:
    """What the jobs of this process work on; set once by its composition root."""

    tables: Tables | None = None
    dynasties: Dynasties | None = None
    duties: Duties | None = None


def work_on(tables: Tables, clock: Callable[[], float] = monotonic) -> None:
    """Let the jobs of this process work on these tables, and on the dynasties that are played at them.

    `clock` gives the seconds by which a job ends.
    """
    _Process.tables = tables
    _Process.dynasties = Dynasties(tables, now_ms)
    _Process.duties = Duties(tables, Attendance(tables), Planning(tables, now_ms), clock)


def score(game_id: str) -> None:
    """Reveal the seed and append the result of a finished game; any other game stays as it is.

    Raises `NotScored` with the code of the fault.
    """
    if _Process.tables is None:
        raise NotScored(game_id, "worker/no-tables")
    with _faults_as(NotScored, game_id):
        try:
            _Process.tables.settle(GameId(game_id))
        except UnknownGame:
            log.warning("game %s is in no log: nothing to score", game_id)


def act(game_id: str) -> None:
    """Let a bot act, a plan be carried out or a time-out count, where that is due; else nothing happens.

    What is due after that is done, too, but for a moment only: then it is for the next job.

    Raises `NotActed` with the code of the fault.
    """
    if _Process.duties is None:
        raise NotActed(game_id, "worker/no-tables")
    with _faults_as(NotActed, game_id):
        try:
            _Process.duties.do(GameId(game_id))
        except UnknownGame:
            log.warning("game %s is in no log: nothing to do", game_id)


def advance(dynasty_id: str) -> None:
    """Start or count the games of a dynasty that are due; any other dynasty stays as it is.

    Raises `NotAdvanced` with the code of the fault.
    """
    if _Process.dynasties is None:
        raise NotAdvanced(dynasty_id, "worker/no-tables")
    with _faults_as(NotAdvanced, dynasty_id):
        try:
            _Process.dynasties.advance(DynastyId(GameId(dynasty_id)))
        except UnknownDynasty:
            log.warning("dynasty %s is in no log: nothing to advance", dynasty_id)


@contextmanager
def _faults_as(failure: type[NotDone], stream: str) -> Iterator[None]:
    """Turn every fault into this failure with its code, and tell of a job that is done.

    Texts of unknown faults could hold anything, so only the places that they came through are logged.
    """
    begun = perf_counter()
    with bound_contextvars(job=failure.JOB, **{failure.KIND: stream}):
        try:
            yield
            told.info("job done", ms=round((perf_counter() - begun) * 1000, 2))
        except (LogError, SeedStoreError, CodecError, UnknownPolicy) as fault:
            raise failure(stream, fault.code) from None
        except Exception as fault:  # noqa: BLE001 - whatever it is, its text goes no further
            places = "".join(traceback.format_tb(fault.__traceback__))
            log.error("%s: %s, raised in\n%s", stream, type(fault).__name__, places)
            raise failure(stream, "worker/unexpected") from None
