"""Changes of one territory: resources added, fires put, resources spent, cavemen put (R23-R29)."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from kingdomino.board.camp import RESOURCE_OF_TERRAIN, RESOURCES, Caveman, FireToken, Resource, Tile
from kingdomino.board.dominoes import Half
from kingdomino.board.grid import Grid, Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.terrain import Terrain
from kingdomino.game.table import Origin, Volcano

PRICE = {Origin.BOARD: 2, Origin.STACK: 4}
"""The number of different resources that a caveman costs (R29)."""


def resource_of(half: Half) -> Resource | None:
    """The resource that a half without a fire symbol gets when it is dealt (R26)."""
    return None if half.crowns else RESOURCE_OF_TERRAIN.get(half.terrain)


def with_resources(kingdom: Kingdom, covered: Iterable[tuple[Square, Half]]) -> Kingdom:
    """The territory with the resources of squares just covered (R26)."""
    boards = list(kingdom.camp.resources)
    for square, half in covered:
        resource = resource_of(half)
        if resource is not None:
            boards[RESOURCES.index(resource)] |= bit(kingdom.grid, square)
    return _with_boards(kingdom, boards)


def volcano_of(covered: Iterable[tuple[Square, Half]]) -> Volcano | None:
    """The volcano among squares just covered; no domino has two (R22)."""
    found = (Volcano(square, half.craters) for square, half in covered if half.craters)
    return next(found, None)


def fire_squares(kingdom: Kingdom, volcano: Volcano) -> list[Square]:
    """The squares for the volcano's token: in reach, no fire, no volcano, no start tile (R23)."""
    within = _within(kingdom.grid, bit(kingdom.grid, volcano.square), volcano.reach)
    return squares_of(kingdom.grid, _fireless(kingdom) & within)


def put_fire(kingdom: Kingdom, square: Square, fires: int) -> Kingdom:
    """The territory with a token on the square; destroys a resource or caveman there (R24, R26, R29)."""
    at = bit(kingdom.grid, square)
    ones, twos = kingdom.crowns
    camp = kingdom.camp._replace(
        tokens=(*kingdom.camp.tokens, FireToken(square, fires)),
        cavemen=tuple(tile for tile in kingdom.camp.cavemen if tile.square != square),
    )
    burnt = kingdom._replace(crowns=(ones | at * (fires & 1), twos | at * (fires >> 1)), camp=camp)
    return _with_boards(burnt, [board & ~at for board in camp.resources])


def counts(kingdom: Kingdom) -> tuple[int, ...]:
    """The number of each resource on the territory, in the order of `RESOURCES`."""
    return tuple(board.bit_count() for board in kingdom.camp.resources)


def payments(kingdom: Kingdom, source: Origin) -> Iterator[tuple[Square, ...]]:
    """Every way to pay for a caveman: squares with as many different resources as it costs (R29)."""
    lying = [squares_of(kingdom.grid, board) for board in kingdom.camp.resources]
    for kinds in combinations(lying, PRICE[source]):
        yield from product(*kinds)


def spend(kingdom: Kingdom, squares: Iterable[Square]) -> Kingdom:
    """The territory without the resources on those squares."""
    spent = sum(bit(kingdom.grid, square) for square in squares)
    return _with_boards(kingdom, [board & ~spent for board in kingdom.camp.resources])


def caveman_squares(kingdom: Kingdom) -> list[Square]:
    """The squares for a caveman: no volcano, no start tile, no fire, no resource, no caveman (R29)."""
    taken = sum(kingdom.camp.resources) | sum(bit(kingdom.grid, t.square) for t in kingdom.camp.cavemen)
    return squares_of(kingdom.grid, _fireless(kingdom) & ~taken)


def put_caveman(kingdom: Kingdom, square: Square, caveman: Caveman) -> Kingdom:
    """The territory with a caveman on the square."""
    tiles = (*kingdom.camp.cavemen, Tile(square, caveman))
    return kingdom._replace(camp=kingdom.camp._replace(cavemen=tiles))


def bit(grid: Grid, square: Square) -> int:
    """The square as a bitboard."""
    return 1 << grid.index(*square)


def squares_of(grid: Grid, board: int) -> list[Square]:
    """The squares of a bitboard, from the lowest row upwards."""
    squares = []
    while board:
        squares.append(grid.squares[(board & -board).bit_length() - 1])
        board &= board - 1
    return squares


def _fireless(kingdom: Kingdom) -> int:
    """The covered squares without a printed fire, a token or a volcano."""
    ones, twos = kingdom.crowns
    return kingdom.occupied & ~(ones | twos | kingdom.terrains[Terrain.VOLCANO])


def _within(grid: Grid, area: int, distance: int) -> int:
    """All squares of the board at most `distance` from the area, in x and in y."""
    for _ in range(distance):
        area = grid.king_steps(area)
    return area


def _with_boards(kingdom: Kingdom, boards: list[int]) -> Kingdom:
    mammoths, fish, mushrooms, flints = boards
    return kingdom._replace(camp=kingdom.camp._replace(resources=(mammoths, fish, mushrooms, flints)))
