"""Rematches as a dynasty."""

from replays.dynasty.aggregate import Dynasty
from replays.dynasty.decisions import seat_bot
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.kind import DYNASTY
from service.application.games.seats.rematch import RematchKind


def as_dynasty(dynasties: Dynasties) -> RematchKind[Dynasty]:
    """The rematch as a dynasty."""
    return RematchKind(
        DYNASTY.name,
        dynasties.aggregates.current,
        dynasties.dynasty,
        dynasties.found,
        dynasties.join,
        seat_bot,
        dynasties.change,
    )
