"""The data of a game for a variation: the dominoes not dealt yet, and the version to compare it with."""

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
"""The events that settle a domino."""

WITH_IT = (FirePlaced, FireLost, TotemTaken, TotemGiven, TotemReturned)
"""The events that belong to placing a domino (R22-R27)."""

NEXT = (*STEP_ONE, DominoChosen, GameEnded)
"""The events that show that the previous domino is finished, with all that belongs to it."""


def unseen(events: Iterable[StoredEvent]) -> frozenset[DominoNumber]:
    """The dominoes that no line has contained in these events, which begin with the game's first one."""
    dealt = {
        domino for event in map(decode, events) if isinstance(event, LineDealt) for domino in event.dominoes
    }
    return frozenset(map(DominoNumber, range(1, DOMINO_COUNT + 1))) - dealt


def played(events: Iterable[StoredEvent], seat: Seat, dominoes: int) -> Version | None:
    """The version at which the seat has finished `dominoes` more dominoes, with all that belongs to the last.

    `events` begin after the starting point; None if the game does not go that far.
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
