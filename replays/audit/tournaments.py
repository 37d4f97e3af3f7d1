"""Checks a tournament's own stream against its games."""

from collections.abc import Sequence

from replays.audit.series import SeriesAudit, SeriesCourse
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from replays.tournament.aggregate import Tournament
from replays.tournament.fold import fold


def follow_tournament(
    stream: GameId, record: Sequence[StoredEvent], _games: Sequence[Match | None]
) -> SeriesCourse[Tournament]:
    """Follow a tournament whose bytes are intact."""
    return SeriesCourse(fold(stream, [event.unread() for event in record]), (), whole=True)


AUDIT: SeriesAudit[Tournament] = SeriesAudit(follow_tournament, lambda tournament: tournament.finished)
