"""The command of an event: the player's move, derived from what happened."""

from collections.abc import Callable, Mapping
from typing import Any

from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Placement
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import DominoChosen, DominoDiscarded, DominoPlaced
from kingdomino.game.origins_commands import GiveTotem, Pass, PutCaveman, PutFire, Recruit, TakeCaveman
from kingdomino.game.origins_events import (
    CavemanPaid,
    CavemanPut,
    CavemanTaken,
    FirePlaced,
    RecruitingDeclined,
    TotemGiven,
)


def command_of(event: object) -> Command | None:
    """The command that led to the event; None if no player chose it or the rules do not know it.

    A choice from the first line with two players in Origins is one `ChoosePair` and two events, and the other
    player's two events follow automatically (R21); here each of the four is a `Choose`.

    >>> command_of(DominoDiscarded(2, 24))
    Discard(domino=24)
    """
    command = _COMMANDS.get(type(event))
    return command(event) if command else None


_COMMANDS: Mapping[type, Callable[[Any], Command]] = {
    DominoPlaced: lambda event: Place(Placement(event.domino, event.x, event.y, event.direction)),
    DominoDiscarded: lambda event: Discard(event.domino),
    DominoChosen: lambda event: Choose(event.domino),
    FirePlaced: lambda event: PutFire(Square(event.x, event.y)),
    TotemGiven: lambda event: GiveTotem(event.resource, event.to),
    CavemanPaid: lambda event: Recruit(event.source, event.squares),
    CavemanTaken: lambda event: TakeCaveman(event.caveman),
    CavemanPut: lambda event: PutCaveman(Square(event.x, event.y)),
    RecruitingDeclined: lambda _: Pass(),
}
