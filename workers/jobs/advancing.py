"""Advancing a dynasty."""

from replays.dynasty.dynasties import UnknownDynasty
from replays.encoding.identity import DynastyId, GameId
from replays.log import works
from workers.jobs.parts import Parts
from workers.jobs.task import Task


def advance(parts: Parts, dynasty: GameId) -> None:
    """Start or count the due games of a dynasty; any other dynasty stays unchanged."""
    parts.dynasties.advance(DynastyId(dynasty))


ADVANCE = Task(
    "advance", "dynasty", "dynasty {} is not advanced", advance, UnknownDynasty, setback=works.ADVANCE
)
