"""Moves streams into the archive: decides which may go, and does the three steps of `replays.archive`."""

from replays.archive.archive import Archive
from replays.dynasty.aggregate import DYNASTIES
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import DynastyId, GameId
from replays.log.event_log import EventLog
from replays.match.aggregate import UNREADABLE
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import A, StreamKind
from replays.match.recording import MATCHES


class Mover:
    """Moves streams that ended long enough ago. Several movers may run at once: their steps are idempotent.

    `until` is in ms UTC: streams that ended by then may go. Methods return True if the stream was moved. They
    raise `Damaged` for an unreadable stream, which stays in the log, and the errors of log and archive.
    """

    def __init__(self, log: EventLog, archive: Archive) -> None:
        self._log = log
        self._archive = archive

    def move_game(self, game: GameId, until: int) -> bool:
        """Move a game; a dynasty's game only once the dynasty has ended too, as workers need its result."""
        events = self._log_of(game)
        match = _over(MATCHES, game, events, until)
        membership = match.created.options.dynasty if match else None
        if match is None or (membership and not self._is_over(membership.id, until)):
            return False
        self._move(game, events)
        return True

    def move_dynasty(self, dynasty: DynastyId, until: int) -> bool:
        """Move a dynasty's own stream; its games are moved separately."""
        events = self._log_of(dynasty)
        if _over(DYNASTIES, dynasty, events, until) is None:
            return False
        self._move(dynasty, events)
        return True

    def _is_over(self, dynasty: DynastyId, until: int) -> bool:
        return _over(DYNASTIES, dynasty, self._log_of(dynasty), until) is not None

    def _log_of(self, stream: GameId) -> list[StoredEvent]:
        events, fault = self._log.read_checked(stream)
        if fault:
            raise Damaged(f"{stream} is damaged at version {fault.version}: {fault.text}")
        return events

    def _move(self, stream: GameId, events: list[StoredEvent]) -> None:
        self._archive.put(stream, events)
        self._archive.verify(stream, events)
        self._log.entomb(stream, Head(events[-1].version, events[-1].hash))


def _over(kind: StreamKind[A], stream: GameId, events: list[StoredEvent], until: int) -> A | None:
    """The aggregate of the stream if it ended at `until` or earlier, or None; raises `Damaged`."""
    try:
        found = kind.fold(stream, events, None)
    except UNREADABLE as error:
        raise Damaged(f"{stream} holds an event that cannot be read: {error}") from error
    return found if found and kind.is_over(found) and found.at <= until else None
