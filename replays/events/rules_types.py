"""Declares the stored form of the events of the rules, whose classes are in `kingdomino`.

A choice is caused by the player, the player's plan or the seat's bot, or by the system if nobody plays the
seat (R32).
"""

from kingdomino.game import events
from kingdomino.game import origins_events as origins
from replays.encoding.forms import (
    CAVEMAN,
    COORDINATE,
    DIRECTION,
    DOMINO,
    MOST_SQUARES,
    ORIGIN,
    RESOURCE,
    SEAT,
    SQUARE,
    array,
    integer,
)
from replays.events.causes import BOT, PLAN, PLAYER, SYSTEM
from replays.events.event_types import EVENT_TYPES

FIRES = integer(1, 3)
MOST_CAVEMEN = 22
"""The number of tiles with cavemen (R29)."""
_AT = {"x": COORDINATE, "y": COORDINATE}
_CHOICE = (PLAYER, BOT)
_declare = EVENT_TYPES.declare

_declare("KingDrawn", {}, causes=(SYSTEM,))(events.KingDrawn)
_declare("DominoChosen", {"domino": DOMINO}, causes=(*_CHOICE, PLAN, SYSTEM))(events.DominoChosen)
_declare("DominoPlaced", {"domino": DOMINO, **_AT, "direction": DIRECTION}, causes=(*_CHOICE, PLAN))(
    events.DominoPlaced
)
_declare("DominoDiscarded", {"domino": DOMINO}, causes=(*_CHOICE, PLAN, SYSTEM))(events.DominoDiscarded)
_declare("DominoLeftOver", {"domino": DOMINO}, causes=(SYSTEM,))(events.DominoLeftOver)
_declare("GameEnded", {}, causes=(SYSTEM,))(events.GameEnded)

_declare("FirePlaced", {**_AT, "fires": FIRES}, causes=_CHOICE)(origins.FirePlaced)
_declare("FireLost", {"fires": FIRES}, causes=(SYSTEM,))(origins.FireLost)
_declare("TotemTaken", {"resource": RESOURCE}, causes=(SYSTEM,))(origins.TotemTaken)
_declare("TotemGiven", {"resource": RESOURCE, "to": SEAT}, causes=_CHOICE)(origins.TotemGiven)
_declare("TotemReturned", {"resource": RESOURCE}, causes=(SYSTEM,))(origins.TotemReturned)
_declare("BoardRefilled", {"cavemen": array(CAVEMAN, MOST_CAVEMEN)}, causes=(SYSTEM,))(origins.BoardRefilled)
_declare("CavemanPaid", {"source": ORIGIN, "squares": array(SQUARE, MOST_SQUARES)}, causes=_CHOICE)(
    origins.CavemanPaid
)
_declare("CavemanTaken", {"caveman": CAVEMAN}, causes=_CHOICE)(origins.CavemanTaken)
_declare("CavemanPut", _AT, causes=_CHOICE)(origins.CavemanPut)
_declare("RecruitingDeclined", {}, causes=(*_CHOICE, SYSTEM))(origins.RecruitingDeclined)
