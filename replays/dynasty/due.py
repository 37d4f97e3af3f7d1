"""Finds the dynasties that have work for a worker, from the log alone and without opening a secret."""

from collections.abc import Callable

from replays.dynasty.aggregate import Dynasty
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import DynastyId, GameId
from replays.events.codec import decode
from replays.events.game_events import GameCreated, GameScored
from replays.log.event_log import ArchiveDamaged, EventLog, last_events
from replays.match.aggregate import UNREADABLE


def dynasty_of(log: EventLog, game: GameId) -> DynastyId | None:
    """The dynasty to which a game belongs, or None; costs one short read."""
    created = _first(lambda: log.read(game, limit=1))
    membership = created.options.dynasty if isinstance(created, GameCreated) else None
    return membership.id if membership else None


def is_due(log: EventLog, dynasty: Dynasty) -> bool:
    """True if a game is to be started or counted; costs at most two short reads."""
    if dynasty.running is None:
        return dynasty.next_number is not None
    game = dynasty.games[-1].id
    return isinstance(_first(lambda: last_events(log, game)), GameScored)


def _first(read: Callable[[], list[StoredEvent]]) -> object:
    """The first event that `read` returns; None if there is none or it cannot be read."""
    try:
        events = read()
        return decode(events[0]) if events else None
    except (*UNREADABLE, ArchiveDamaged):
        return None
