"""What a player can want in Origins beyond the base game's commands."""

from dataclasses import dataclass

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Square
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.table import Origin


@dataclass(frozen=True, slots=True)
class ChoosePair:
    """Put both chiefs on the first line at once: positions 1 and 4, or 2 and 3 (R21)."""

    dominoes: tuple[DominoNumber, DominoNumber]


@dataclass(frozen=True, slots=True)
class PutFire:
    """Put the volcano's token on a square (R23)."""

    square: Square


@dataclass(frozen=True, slots=True)
class GiveTotem:
    """Give a lost totem to one of those who tie for most (R27)."""

    resource: Resource
    to: Seat


@dataclass(frozen=True, slots=True)
class Recruit:
    """Pay for a caveman: 2 different resources for one of the board, 4 for any of the stack (R29)."""

    source: Origin
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class TakeCaveman:
    """Take a tile that was paid for (R29)."""

    caveman: Caveman


@dataclass(frozen=True, slots=True)
class PutCaveman:
    """Put the tile taken on a square (R29)."""

    square: Square


@dataclass(frozen=True, slots=True)
class Pass:
    """Do not recruit (R29)."""


OriginsCommand = ChoosePair | PutFire | GiveTotem | Recruit | TakeCaveman | PutCaveman | Pass
