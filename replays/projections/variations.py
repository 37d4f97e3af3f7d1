"""What a game's record knows of a variation: which dominoes nobody had seen, and what was played instead."""

from collections.abc import Iterable

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.events import DominoChosen, DominoDiscarded, DominoPlaced, GameEnded
from kingdomino.game.origins_events import FireLost, FirePlaced, TotemGiven, TotemReturned, TotemTaken
from kingdomino.rules import DOMINO_COUNT
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import Version
from replays.events.codec import decode
from replays.events.game_events import LineDealt

STEP_ONE = (DominoPlaced, DominoDiscarded)
"""What a domino comes to."""

WITH_IT = (FirePlaced, FireLost, TotemTaken, TotemGiven, TotemReturned)
"""What belongs to placing a domino (R22-R27)."""

NEXT = (*STEP_ONE, DominoChosen, GameEnded)
"""What comes when a domino and all that belongs to it are done."""


def unseen(events: Iterable[StoredEvent]) -> frozenset[DominoNumber]:
    """The dominoes that no line has had in these events of a game from its beginning."""
    dealt = {
        domino for event in map(decode, events) if isinstance(event, LineDealt) for domino in event.dominoes
    }
    return frozenset(map(DominoNumber, range(1, DOMINO_COUNT + 1))) - dealt


def played(events: Iterable[StoredEvent], seat: Seat, dominoes: int) -> Version | None:
    """The version at which the seat had placed or discarded so many more dominoes, and what belongs to it.

    `events` follow the moment that is counted from; None where the record does not go so far.
    """
    version = None
    for stored in events:
        event = decode(stored)
        if dominoes == 0 and isinstance(event, NEXT):
            break
        own = isinstance(event, STEP_ONE) and event.seat == seat
        dominoes -= own
        if dominoes == 0 and (own or isinstance(event, WITH_IT)):
            version = stored.version
    return version
