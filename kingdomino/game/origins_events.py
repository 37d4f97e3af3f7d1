"""What happens in Origins beyond the base game's events."""

from dataclasses import dataclass

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Square
from kingdomino.board.numbers import Seat
from kingdomino.game.table import Origin


@dataclass(frozen=True, slots=True)
class FirePlaced:
    """A volcano's token was put on a square of its owner's territory (R23)."""

    seat: Seat
    x: int
    y: int
    fires: int


@dataclass(frozen=True, slots=True)
class FireLost:
    """A volcano's token found no square and left the game (R23)."""

    seat: Seat
    fires: int


@dataclass(frozen=True, slots=True)
class TotemTaken:
    """A player has more of the resource than every other and took its totem (R27)."""

    seat: Seat
    resource: Resource


@dataclass(frozen=True, slots=True)
class TotemGiven:
    """The holder, overtaken by several at once, chose who gets the totem (R27)."""

    seat: Seat
    resource: Resource
    to: Seat


@dataclass(frozen=True, slots=True)
class TotemReturned:
    """Nobody has the resource any more; its holder put the totem back on the table (R27)."""

    seat: Seat
    resource: Resource


@dataclass(frozen=True, slots=True)
class BoardRefilled:
    """Tiles were drawn from the stack onto the cave board, in this order (R29)."""

    cavemen: tuple[Caveman, ...]


@dataclass(frozen=True, slots=True)
class CavemanPaid:
    """A player spent the resources on these squares, to take a tile from there (R29)."""

    seat: Seat
    source: Origin
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class CavemanTaken:
    """A player took a tile; a stack that was looked through was shuffled again (R29)."""

    seat: Seat
    caveman: Caveman


@dataclass(frozen=True, slots=True)
class CavemanPut:
    """A player put the tile taken on a square of the own territory (R29)."""

    seat: Seat
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class RecruitingDeclined:
    """A player who could have recruited did not (R29)."""

    seat: Seat


OriginsEvent = (
    FirePlaced
    | FireLost
    | TotemTaken
    | TotemGiven
    | TotemReturned
    | BoardRefilled
    | CavemanPaid
    | CavemanTaken
    | CavemanPut
    | RecruitingDeclined
)
