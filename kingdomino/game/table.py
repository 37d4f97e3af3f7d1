"""The shared table of Origins: the erupting volcano, the totems, the cave board and the stack."""

from enum import Enum
from typing import NamedTuple

from kingdomino.board.camp import RESOURCES, Caveman
from kingdomino.board.grid import Square
from kingdomino.board.numbers import Seat

BOARD_SIZE = 4
"""The number of cavemen that lie face up on the cave board (R29)."""

TILES = tuple(
    caveman
    for caveman, count in {
        **dict.fromkeys(Caveman, 2),
        Caveman.WARRIOR1: 4,
        Caveman.WARRIOR2: 3,
        Caveman.WARRIOR3: 1,
    }.items()
    for _ in range(count)
)
"""The 22 caveman tiles, sorted (R30)."""


class Origin(Enum):
    """The source of a recruited caveman (R29)."""

    BOARD = "board"
    STACK = "stack"


class Volcano(NamedTuple):
    """A volcano just placed, whose token is still to be put: 1 to 3 craters (R22)."""

    square: Square
    craters: int

    @property
    def fires(self) -> int:
        """The fires of its token: one for each crater."""
        return self.craters

    @property
    def reach(self) -> int:
        """The greatest distance of its token, in x and in y: 3, 2 or 1 squares."""
        return 4 - self.craters


class SharedTable(NamedTuple):
    """The table beside the territories; nothing here is secret.

    `totems[i]` is the holder of the i-th resource's totem (R27). `board` has the tiles that lie face up.
    `stack` has the tiles that lie face down, sorted, since their order is secret. `shuffled` has the tiles of
    the stack when it was last shuffled, and `shuffles` the number of that shuffle (0 at the start). `refill`
    is true if a line was dealt and the board is not yet full. While a player recruits, `paid` is the source
    that was paid for, and `hand` the tile taken.
    """

    volcano: Volcano | None = None
    totems: tuple[Seat | None, ...] = (None,) * len(RESOURCES)
    board: tuple[Caveman, ...] = ()
    stack: tuple[Caveman, ...] = ()
    shuffled: tuple[Caveman, ...] = ()
    shuffles: int = 0
    refill: bool = False
    paid: Origin | None = None
    hand: Caveman | None = None

    @property
    def drawn(self) -> int:
        """The number of tiles drawn since the last shuffle of the stack."""
        return len(self.shuffled) - len(self.stack)


def without(tiles: tuple[Caveman, ...], taken: tuple[Caveman, ...]) -> tuple[Caveman, ...]:
    """The tiles without those taken, one for one, in the same order."""
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return tuple(left)
