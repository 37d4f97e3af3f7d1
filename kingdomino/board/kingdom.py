"""One player's kingdom: its dominoes, and where a further domino may lie (R8, R9)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self, overload

from kingdomino.board.camp import Camp
from kingdomino.board.dominoes import DOMINOES, Domino, DominoSet, Half
from kingdomino.board.grid import CASTLE, Direction, Grid, Square, grid
from kingdomino.board.numbers import DominoNumber
from kingdomino.board.replacing import places
from kingdomino.board.terrain import Terrain

DIRECTIONS = EAST, NORTH, WEST, SOUTH = tuple(Direction)


class Placement(NamedTuple):
    """A placed domino: the first half at (x, y), the second one step in `direction`."""

    domino: DominoNumber
    x: int
    y: int
    direction: Direction


class Cell(NamedTuple):
    """A covered square, with the half printed on it and the number of its domino."""

    square: Square
    half: Half
    domino: DominoNumber


class Kingdom(NamedTuple):
    """A kingdom; immutable, `place` and `discard` return the next one.

    `free` is the bitboard of squares where a half may lie: empty, and within the limit together with all
    squares covered so far. `touch[t]` has the squares beside the castle or beside a square of terrain t.
    `terrains[t]` has the squares of terrain t. `crowns` is two bitboards: the squares whose number of crowns
    has bit 0 set, and those where it has bit 1 set; in Origins it counts fires, including those of tokens.
    `dominoes` is the set to which the numbers belong. `camp` has the objects on the territory in Origins.
    """

    grid: Grid
    placements: tuple[Placement, ...]
    discarded: tuple[DominoNumber, ...]
    free: int
    touch: tuple[int, ...]
    terrains: tuple[int, ...]
    crowns: tuple[int, int]
    dominoes: DominoSet
    camp: Camp = Camp()

    @classmethod
    def empty(cls, limit: int | None, dominoes: DominoSet = DOMINOES) -> Self:
        """A kingdom with only the castle, for a limit of 5, 7 or None."""
        board = grid(limit)
        castle = board.index(*CASTLE)
        count = len(Terrain)
        beside = (board.around[castle],) * count
        return cls(board, (), (), board.fits[castle], beside, (0,) * count, (0, 0), dominoes)

    def cover(self, squares: Mapping[Square, Half]) -> "Kingdom":
        """The kingdom with those squares covered, without a placement: for kingdoms read from a drawing."""
        halves = [(self.grid.index(*square), half) for square, half in squares.items()]
        return self._covered(halves, self.placements)

    def allows(self, placement: Placement) -> bool:
        """True if the domino may lie there: on free squares within the limit, a half matching (R8, R9)."""
        domino, x, y, direction = placement
        board = self.grid
        if not (board.holds(x, y) and board.holds(x + direction.dx, y + direction.dy)):
            return False
        first = board.index(x, y)
        second = first + board.step(direction)
        if not (self.free >> first & self.free >> second & 1):
            return False
        _, a, b = self.dominoes[domino]
        touch = self.touch
        return bool((touch[a.terrain] >> first | touch[b.terrain] >> second) & 1)

    def place(self, placement: Placement) -> "Kingdom":
        """The kingdom with the domino placed. Does not check the placement; see `allows`."""
        domino, x, y, direction = placement
        first = self.grid.index(x, y)
        second = first + self.grid.step(direction)
        face = self.dominoes[domino]
        return self._covered(((first, face.a), (second, face.b)), (*self.placements, placement))

    def canonical(self, placement: Placement) -> Placement:
        """The placement that `LegalPlacements` lists for these squares and halves; only doubles have two."""
        domino, x, y, direction = placement
        if direction is EAST or direction is NORTH or not self.dominoes[domino].is_double:
            return placement
        turned = EAST if direction is WEST else NORTH
        return Placement(domino, x + direction.dx, y + direction.dy, turned)

    def discard(self, domino: DominoNumber) -> Self:
        """The kingdom with one more discarded domino (R10)."""
        return self._replace(discarded=(*self.discarded, domino))

    def cells(self) -> Iterator[Cell]:
        """Every covered square in the order of placement, first half first; without the castle."""
        for placement in self.placements:
            yield from cells_of(placement, self.dominoes)

    @property
    def occupied(self) -> int:
        """The bitboard of all squares that dominoes cover."""
        return sum(self.terrains)

    def _covered(self, halves: Iterable[tuple[int, Half]], placements: tuple[Placement, ...]) -> "Kingdom":
        board, free = self.grid, self.free
        touch, terrains = list(self.touch), list(self.terrains)
        ones, twos = self.crowns
        for index, (terrain, crowns, _) in halves:
            free &= board.fits[index]
            touch[terrain] |= board.around[index]
            terrains[terrain] |= 1 << index
            ones |= (crowns & 1) << index
            twos |= (crowns >> 1) << index
        members: list[Any] = list(self)
        members[_PLACEMENTS], members[_FREE] = placements, free
        members[_TOUCH], members[_TERRAINS], members[_CROWNS] = tuple(touch), tuple(terrains), (ones, twos)
        return tuple.__new__(Kingdom, members)


def cells_of(placement: Placement, dominoes: DominoSet) -> tuple[Cell, Cell]:
    """The two squares that the placement covers with a domino of this set, first half first."""
    domino, x, y, direction = placement
    _, a, b = dominoes[domino]
    return Cell(Square(x, y), a, domino), Cell(Square(x + direction.dx, y + direction.dy), b, domino)


_PLACEMENTS, _FREE, _TOUCH, _TERRAINS, _CROWNS = places(
    Kingdom, "placements", "free", "touch", "terrains", "crowns"
)


class LegalPlacements(Sequence[Placement]):
    """Every legal placement of a domino in a kingdom (R8, R9), each once, in a fixed order.

    A sequence that computes each entry when it is read: counting and picking cost far less than listing. Of
    the two orientations of a double that cover the same squares, only the one to the east or north is listed.
    """

    __slots__ = ("_board", "_count", "_masks", "domino")

    def __init__(self, kingdom: Kingdom, domino: Domino) -> None:
        self._board = kingdom.grid
        self.domino = domino.number
        self._masks = _first_halves(kingdom, domino)
        count = 0
        for mask in self._masks:
            count += mask.bit_count()
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Placement]:
        squares, domino = self._board.squares, self.domino
        for direction, mask in zip(DIRECTIONS, self._masks, strict=False):
            rest = mask
            while rest:
                x, y = squares[(rest & -rest).bit_length() - 1]
                yield Placement(domino, x, y, direction)
                rest &= rest - 1

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Placement]: ...
    def __getitem__(self, index: int | slice) -> Placement | Sequence[Placement]:
        if isinstance(index, slice):
            return list(self)[index]
        skip = index if index >= 0 else index + self._count
        for direction, mask in zip(DIRECTIONS, self._masks, strict=False):
            count = mask.bit_count()
            if 0 <= skip < count:
                x, y = self._board.squares[_nth_bit(mask, skip)]
                return Placement(self.domino, x, y, direction)
            skip -= count
        raise IndexError(index)


def _nth_bit(mask: int, n: int) -> int:
    """The index of the set bit that has n set bits below it."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _first_halves(kingdom: Kingdom, domino: Domino) -> tuple[int, ...]:
    """For each of `DIRECTIONS` (a double: the first two only), the squares where the first half may lie."""
    free, row = kingdom.free, kingdom.grid.stride
    a, b = kingdom.touch[domino.a.terrain], kingdom.touch[domino.b.terrain]
    eastward = free & free >> 1 & (a | b >> 1)
    northward = free & free >> row & (a | b >> row)
    if domino.is_double:
        return eastward, northward
    return eastward, northward, free & free << 1 & (a | b << 1), free & free << row & (a | b << row)
