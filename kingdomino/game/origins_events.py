"""The events that only Origins has."""

from dataclasses import dataclass

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Square
from kingdomino.board.numbers import Seat
from kingdomino.game.table import Origin


@dataclass(frozen=True, slots=True)
class FirePlaced:
    """A volcano's fire token was put on a square of its owner's territory (R23)."""

    seat: Seat
    x: int
    y: int
    fires: int


@dataclass(frozen=True, slots=True)
class FireLost:
    """A volcano's fire token could go on no square and left the game (R23)."""

    seat: Seat
    fires: int


@dataclass(frozen=True, slots=True)
class TotemTaken:
    """A player has more of the resource than every other player, and took its totem (R27)."""

    seat: Seat
    resource: Resource


@dataclass(frozen=True, slots=True)
class TotemGiven:
    """The holder, overtaken by several players who tie, chose which of them gets the totem (R27)."""

    seat: Seat
    resource: Resource
    to: Seat


@dataclass(frozen=True, slots=True)
class TotemReturned:
    """No player has the resource any more; its holder put the totem back on the table (R27)."""

    seat: Seat
    resource: Resource


@dataclass(frozen=True, slots=True)
class BoardRefilled:
    """Tiles were drawn from the stack onto the cave board, in the order of `cavemen` (R29)."""

    cavemen: tuple[Caveman, ...]


@dataclass(frozen=True, slots=True)
class CavemanPaid:
    """A player paid with the resources on these squares for a tile from the board or the stack (R29)."""

    seat: Seat
    source: Origin
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class CavemanTaken:
    """A player took a tile; if it came from the stack, the stack was shuffled again (R29)."""

    seat: Seat
    caveman: Caveman


@dataclass(frozen=True, slots=True)
class CavemanPut:
    """A player put the taken tile on a square of their own territory (R29)."""

    seat: Seat
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class RecruitingDeclined:
    """A player who could have recruited passed (R29)."""

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
