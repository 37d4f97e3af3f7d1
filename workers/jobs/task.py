"""A task: what a job does for one game or dynasty, and what is said of it.

Every job may be lost, run twice, or run by two workers at once; the log decides.
"""

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import structlog
from structlog.contextvars import bound_contextvars

from replays.commands.tables import UnknownGame
from replays.dynasty.dynasties import UnknownDynasty
from replays.encoding.identity import GameId
from replays.events.codec import CodecError
from replays.log.event_log import LogError
from replays.match.bots import UnknownPolicy
from replays.match.seed_store import SeedStoreError
from workers.jobs.parts import Parts

log = logging.getLogger(__name__)
told = structlog.get_logger(__name__)


class NotDone(Exception):  # noqa: N818 - the record that RQ keeps of it
    """A job that failed: what it was for, a stable code, and nothing that was read or opened on the way."""

    def __init__(self, undone: str, code: str) -> None:
        super().__init__(f"{undone}: {code}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Task:
    """What can be done for a game or a dynasty.

    `name` stands in jobs and log lines, `kind` is what log lines call the stream, and `undone` says of one
    (`{}`) that the task failed.
    """

    name: str
    kind: str
    undone: str
    do: Callable[[Parts, GameId], object]

    def run(self, parts: Parts, stream: GameId) -> None:
        """Do it, and tell of it; a stream that is not there is passed over.

        Every fault is raised as `NotDone` with its code. Texts of unknown faults could hold anything, so only
        the places that they came through are logged.
        """
        begun = perf_counter()
        undone = self.undone.format(stream)
        with bound_contextvars(job=self.name, **{self.kind: stream}):
            try:
                self._do(parts, stream)
                told.info("job done", ms=round((perf_counter() - begun) * 1000, 2))
            except (LogError, SeedStoreError, CodecError, UnknownPolicy) as fault:
                raise NotDone(undone, fault.code) from None
            except Exception as fault:  # noqa: BLE001 - whatever it is, its text goes no further
                places = "".join(traceback.format_tb(fault.__traceback__))
                log.error("%s: %s, raised in\n%s", stream, type(fault).__name__, places)
                raise NotDone(undone, "worker/unexpected") from None

    def _do(self, parts: Parts, stream: GameId) -> None:
        try:
            self.do(parts, stream)
        except (UnknownGame, UnknownDynasty):
            log.warning("%s %s is in no log: nothing to do", self.kind, stream)
