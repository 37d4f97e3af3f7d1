"""Commands derived from events."""

import pytest

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Direction, Square
from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import (
    DominoChosen,
    DominoDiscarded,
    DominoLeftOver,
    DominoPlaced,
    Event,
    GameEnded,
    GameStarted,
    KingDrawn,
    LineDealt,
)
from kingdomino.game.origins_commands import GiveTotem, Pass, PutCaveman, PutFire, Recruit, TakeCaveman
from kingdomino.game.origins_events import (
    BoardRefilled,
    CavemanPaid,
    CavemanPut,
    CavemanTaken,
    FireLost,
    FirePlaced,
    RecruitingDeclined,
    TotemGiven,
    TotemReturned,
    TotemTaken,
)
from kingdomino.game.table import Origin
from kingdomino.machine.commanding import command_of
from kingdomino.rules import Rules

ADA, GRACE = Seat(0), Seat(1)
NUMBER = DominoNumber(24)
PAID = (Square(1, 0), Square(0, 2))


@pytest.mark.parametrize(
    ("event", "command"),
    [
        (DominoChosen(ADA, NUMBER), Choose(NUMBER)),
        (DominoPlaced(ADA, NUMBER, 1, 0, Direction.EAST), Place(Placement(NUMBER, 1, 0, Direction.EAST))),
        (DominoDiscarded(ADA, NUMBER), Discard(NUMBER)),
        (FirePlaced(ADA, 2, -1, 3), PutFire(Square(2, -1))),
        (TotemGiven(ADA, Resource.FISH, GRACE), GiveTotem(Resource.FISH, GRACE)),
        (CavemanPaid(ADA, Origin.BOARD, PAID), Recruit(Origin.BOARD, PAID)),
        (CavemanTaken(ADA, Caveman.SHAMAN), TakeCaveman(Caveman.SHAMAN)),
        (CavemanPut(ADA, 2, -1), PutCaveman(Square(2, -1))),
        (RecruitingDeclined(ADA), Pass()),
    ],
)
def test_what_a_player_chose_is_told_from_what_happened(event: Event, command: Command) -> None:
    """Every event that a command leads to gives back that command."""
    assert command_of(event) == command


@pytest.mark.parametrize(
    "event",
    [
        GameStarted(Rules(), 2),
        LineDealt((NUMBER,)),
        KingDrawn(ADA),
        DominoLeftOver(NUMBER),
        GameEnded(),
        FireLost(ADA, 1),
        TotemTaken(ADA, Resource.FISH),
        TotemReturned(ADA, Resource.FISH),
        BoardRefilled((Caveman.SHAMAN,)),
    ],
)
def test_what_nobody_chose_has_no_command(event: Event) -> None:
    """Draws and automatic events have no command."""
    assert command_of(event) is None
