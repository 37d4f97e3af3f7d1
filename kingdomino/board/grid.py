"""The squares a kingdom can use, as bits of one integer.

A *bitboard* is an `int` in which bit `index(square)` holds one fact about that square. One column beside the
board stays empty, so that a shift by one cannot run over into the next row.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple, Self


class Square(NamedTuple):
    """A square of a kingdom; the castle is (0, 0), x grows to the right, y upwards (R1)."""

    x: int
    y: int


class Direction(Enum):
    """The direction from a domino's first half to its second."""

    EAST = "east", 1, 0
    NORTH = "north", 0, 1
    WEST = "west", -1, 0
    SOUTH = "south", 0, -1

    dx: int
    dy: int

    def __new__(cls, word: str, dx: int, dy: int) -> Self:
        """Use the word as the member's value, and the step as attributes."""
        direction = object.__new__(cls)
        direction._value_ = word
        direction.dx, direction.dy = dx, dy
        return direction

    @property
    def letter(self) -> str:
        """The direction's letter in text notation: e, n, w or s."""
        return str(self.value)[0]


CASTLE = Square(0, 0)
"""The start tile's square (R1)."""

UNLIMITED_REACH = 24
"""The reach of 12 dominoes in a row from the castle: the board's half width without a limit (R17)."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The geometry of all kingdoms with one size limit; created by `grid`, one object for each limit.

    `limit` is the side of the largest bounding box (5 or 7, None without a limit). `reach` is the greatest
    |x| and |y| of a square. `stride` is the distance between two rows in bits. `squares[i]` is the square of
    bit i. `around[i]` has the four neighbours of bit i. `fits[i]` has all squares other than i that fit with
    i into one bounding box of the limit. `board` has all squares of the board. `middle` has the squares of
    the largest kingdom with the castle in its middle (R14).
    """

    limit: int | None
    reach: int
    stride: int
    squares: tuple[Square, ...]
    around: tuple[int, ...]
    fits: tuple[int, ...]
    board: int
    middle: int

    def index(self, x: int, y: int) -> int:
        """The bit index of a square of the board."""
        return (y + self.reach) * self.stride + x + self.reach

    def holds(self, x: int, y: int) -> bool:
        """True if the square is on the board: |x| and |y| are at most `reach`."""
        return -self.reach <= x <= self.reach and -self.reach <= y <= self.reach

    def step(self, direction: Direction) -> int:
        """The difference that one step in the direction makes to a bit index."""
        return direction.dy * self.stride + direction.dx

    def king_steps(self, area: int) -> int:
        """The area and all squares of the board that touch it, diagonally too."""
        area = (area | area << 1 | area >> 1) & self.board
        return (area | area << self.stride | area >> self.stride) & self.board


def flood(grid: Grid, area: int, within: int) -> int:
    """All squares of `within` that orthogonal steps can reach from `area`."""
    row = grid.stride
    while True:
        wider = (area | area << 1 | area >> 1 | area << row | area >> row) & within
        if wider == area:
            return area
        area = wider


@cache
def grid(limit: int | None) -> Grid:
    """The geometry for a limit of 5 (R9), 7 (R16) or None (R17)."""
    reach = UNLIMITED_REACH if limit is None else limit - 1
    stride = 2 * reach + 2
    # The column right of the board has indices, but its squares are never part of the board.
    squares = tuple(Square(x, y) for y in range(-reach, reach + 1) for x in range(-reach, reach + 2))
    bits = tuple(1 << i if square.x <= reach else 0 for i, square in enumerate(squares))
    board = sum(bits)
    rows = tuple(sum(bits[row * stride : (row + 1) * stride]) for row in range(2 * reach + 1))
    columns = tuple(sum(bits[column::stride]) for column in range(stride))

    def window(at: Square, distance: int) -> int:
        """The squares of the board that are at most `distance` away in x and in y."""
        left, low = at.x + reach - distance, at.y + reach - distance
        right, high = at.x + reach + distance, at.y + reach + distance
        return sum(columns[max(left, 0) : right + 1]) & sum(rows[max(low, 0) : high + 1])

    def neighbours(i: int) -> int:
        bit = bits[i]
        return (bit << 1 | bit >> 1 | bit << stride | bit >> stride) & board

    # Squares fit together if they are less than the limit apart; without a limit, any two fit.
    apart = 2 * reach if limit is None else limit - 1
    return Grid(
        limit,
        reach,
        stride,
        squares,
        around=tuple(neighbours(i) for i in range(len(squares))),
        fits=tuple(window(square, apart) & ~bits[i] for i, square in enumerate(squares)),
        board=board,
        middle=window(CASTLE, reach // 2),
    )
