"""The commands of a player, which `decide` turns into events or refuses."""

from dataclasses import dataclass

from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber
from kingdomino.game.origins_commands import OriginsCommand


@dataclass(frozen=True, slots=True)
class Place:
    """Place the domino under the acting king (R6, step 1)."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the domino under the acting king, which fits nowhere (R10)."""

    domino: DominoNumber


@dataclass(frozen=True, slots=True)
class Choose:
    """Put the acting king on a free domino (R5, R6 step 2)."""

    domino: DominoNumber


Command = Place | Discard | Choose | OriginsCommand
