"""The parts that jobs use."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Self

from replays.bootstrap import now_ms
from replays.commands.attendance import Attendance
from replays.commands.duties import Duties
from replays.commands.planning import Planning
from replays.commands.tables import Tables
from replays.dynasty.dynasties import Dynasties


@dataclass(frozen=True, slots=True)
class Parts:
    """The tables of a log, their dynasties, and the due work of bots, plans and clocks."""

    tables: Tables
    dynasties: Dynasties
    duties: Duties

    @classmethod
    def of(cls, tables: Tables, clock: Callable[[], float] = monotonic) -> Self:
        """The parts for these tables; `clock` returns seconds and limits the time of a job."""
        duties = Duties(tables, Attendance(tables), Planning(tables, now_ms), clock)
        return cls(tables, Dynasties(tables, now_ms), duties)
