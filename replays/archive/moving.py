"""Moves streams into the archive: decides which may go, and does the three steps of `replays.archive`."""

from typing import Any

from replays.archive.archive import Archive
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.log.event_log import EventLog
from replays.match.aggregate import UNREADABLE, Match
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Aggregate, StreamKind


class Mover:
    """Moves streams that ended long enough ago. Several movers may run at once: their steps are idempotent.

    `until` is in ms UTC: streams that ended by then may go. Methods return True if the stream was moved. They
    raise `Damaged` for an unreadable stream, which stays in the log, and the errors of log and archive.
    """

    def __init__(self, log: EventLog, archive: Archive) -> None:
        self._log = log
        self._archive = archive

    def move(self, kind: StreamKind[Any], stream: GameId, until: int) -> bool:
        """Move a stream of this kind; a game of a series only once the series has ended too.

        Workers need the results of its games until then. A series' games are moved separately.
        """
        events = self._log_of(stream)
        found = _over(kind, stream, events, until)
        if found is None or (isinstance(found, Match) and not self._needed_no_more(found, until)):
            return False
        self._move(stream, events)
        return True

    def _needed_no_more(self, match: Match, until: int) -> bool:
        """True if the game's series, if any, ended at `until` or earlier."""
        place = match.created.options.series
        return (
            place is None
            or _over(KINDS.of(place).stream, place.id, self._log_of(place.id), until) is not None
        )

    def _log_of(self, stream: GameId) -> list[StoredEvent]:
        events, fault = self._log.read_checked(stream)
        if fault:
            raise Damaged(f"{stream} is damaged at version {fault.version}: {fault.text}")
        return events

    def _move(self, stream: GameId, events: list[StoredEvent]) -> None:
        self._archive.put(stream, events)
        self._archive.verify(stream, events)
        self._log.entomb(stream, Head(events[-1].version, events[-1].hash))


def _over(kind: StreamKind[Any], stream: GameId, events: list[StoredEvent], until: int) -> Aggregate | None:
    """The aggregate of the stream if it ended at `until` or earlier, or None; raises `Damaged`."""
    try:
        found = kind.fold(stream, events, None)
    except UNREADABLE as error:
        raise Damaged(f"{stream} holds an event that cannot be read: {error}") from error
    return found if found and kind.is_over(found) and found.at <= until else None
