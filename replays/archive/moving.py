"""How a stream moves into the archive: what may go, and the three steps that the package's text tells of."""

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
    """Moves what is over for long enough. Several may work at once: they do the same.

    `until` is in ms UTC: what was over by then may go. Methods return whether the stream was moved, and raise
    `Damaged` for one that cannot be read, which stays where it is, and what the log and the archive raise.
    """

    def __init__(self, log: EventLog, archive: Archive) -> None:
        self._log = log
        self._archive = archive

    def move_game(self, game: GameId, until: int) -> bool:
        """Move a game; one of a dynasty only after the dynasty is over too, for workers go by its result."""
        events = self._log_of(game)
        match = _over(MATCHES, game, events, until)
        membership = match.created.options.dynasty if match else None
        if match is None or (membership and not self._is_over(membership.id, until)):
            return False
        self._move(game, events)
        return True

    def move_dynasty(self, dynasty: DynastyId, until: int) -> bool:
        """Move a dynasty's own stream; its games are moved by themselves."""
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
    """What the stream folds to, if it had come to its end by then."""
    try:
        found = kind.fold(stream, events, None)
    except UNREADABLE as error:
        raise Damaged(f"{stream} holds an event that cannot be read: {error}") from error
    return found if found and kind.is_over(found) and found.at <= until else None
