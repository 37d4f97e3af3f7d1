"""The registry of the checks of series, by the names of their kinds (`replays.kinds`)."""

from typing import Any

from replays.audit import dynasties
from replays.audit.series import SeriesAudit
from replays.audit.tournaments import course as tournaments
from replays.audit.verdicts import OwnAspect
from replays.dynasty.kind import DYNASTY
from replays.tournament.kind import TOURNAMENT

AUDITS: dict[str, SeriesAudit[Any]] = {DYNASTY.name: dynasties.AUDIT, TOURNAMENT.name: tournaments.AUDIT}


def own_aspects() -> tuple[OwnAspect, ...]:
    """The own aspects of all kinds of series."""
    return tuple(aspect for audit in AUDITS.values() for aspect in audit.own)
