"""The commands of a player that only Origins has."""

from dataclasses import dataclass

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Square
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.table import Origin


@dataclass(frozen=True, slots=True)
class ChoosePair:
    """Put both chiefs on the first line in one move: positions 1 and 4, or 2 and 3 (R21)."""

    dominoes: tuple[DominoNumber, DominoNumber]


@dataclass(frozen=True, slots=True)
class PutFire:
    """Put the volcano's fire token on a square (R23)."""

    square: Square


@dataclass(frozen=True, slots=True)
class GiveTotem:
    """Give a lost totem to one of the players who tie for the most of its resource (R27)."""

    resource: Resource
    to: Seat


@dataclass(frozen=True, slots=True)
class Recruit:
    """Pay for a caveman: 2 different resources for one from the board, 4 for any from the stack (R29)."""

    source: Origin
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class TakeCaveman:
    """Take a caveman tile that was paid for (R29)."""

    caveman: Caveman


@dataclass(frozen=True, slots=True)
class PutCaveman:
    """Put the taken caveman tile on a square (R29)."""

    square: Square


@dataclass(frozen=True, slots=True)
class Pass:
    """Do not recruit (R29)."""


OriginsCommand = ChoosePair | PutFire | GiveTotem | Recruit | TakeCaveman | PutCaveman | Pass
