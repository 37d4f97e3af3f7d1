"""Which dynasties wait for a worker, as the log says, without opening any secret."""

from replays.codec import decode
from replays.dynasty.aggregate import Dynasty
from replays.entries import StoredEvent
from replays.events import GameCreated, GameScored
from replays.identity import DynastyId, GameId
from replays.log import EventLog
from replays.match import UNREADABLE


def dynasty_of(log: EventLog, game: GameId) -> DynastyId | None:
    """The dynasty that a game belongs to, or None; one short read."""
    created = _read(log.read(game, limit=1))
    membership = created.options.dynasty if isinstance(created, GameCreated) else None
    return membership.id if membership else None


def is_due(log: EventLog, dynasty: Dynasty) -> bool:
    """Whether a game is to be started or counted; two short reads at most."""
    if dynasty.running is None:
        return dynasty.next_number is not None
    game = dynasty.games[-1].id
    head = log.head(game)
    return head is not None and isinstance(_read(log.read(game, after=head.version - 1)), GameScored)


def _read(events: list[StoredEvent]) -> object:
    """The first of these events; None where there is none, or none that can be read."""
    try:
        return decode(events[0]) if events else None
    except UNREADABLE:
        return None
