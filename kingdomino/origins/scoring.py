"""The points of resources, totems and cavemen (R28, R30)."""

from collections.abc import Mapping

from kingdomino.board.camp import RESOURCES, Caveman, Resource, Tile
from kingdomino.board.grid import flood
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import Points, Seat
from kingdomino.game import Game
from kingdomino.origins.territory import bit, counts
from kingdomino.rules import Rules

WANTED = {
    Caveman.HUNTER: Resource.MAMMOTH,
    Caveman.FISHER: Resource.FISH,
    Caveman.GATHERER: Resource.MUSHROOM,
    Caveman.SCULPTOR: Resource.FLINT,
}
"""The one resource that each of these cavemen counts (R30)."""

WARRIORS = frozenset({Caveman.WARRIOR1, Caveman.WARRIOR2, Caveman.WARRIOR3})
"""The cavemen that count nothing around them, but score in hordes (R30)."""


def resource_points(rules: Rules, kingdom: Kingdom) -> Points:
    """The points of the remaining resources in Totem mode (R28)."""
    return Points(rules.declaration.resource * sum(counts(kingdom)))


def totem_points(game: Game, seat: Seat) -> Points:
    """The points of the totems that the seat holds (R27, R28)."""
    holders, worth = zip(RESOURCES, game.shared.totems, strict=True), game.rules.declaration.totems
    return Points(sum(worth[resource] for resource, holder in holders if holder == seat))


def caveman_points(rules: Rules, kingdom: Kingdom) -> Points:
    """The points of the cavemen where they stand (R30)."""
    pays, tiles = rules.declaration.cavemen, kingdom.camp.cavemen
    alone = sum(pays[tile.caveman] * _around(kingdom, tile) for tile in tiles if tile.caveman not in WARRIORS)
    return Points(alone + _hordes(kingdom, pays))


def _around(kingdom: Kingdom, tile: Tile) -> int:
    """The number of things around a caveman, on eight squares, that its kind counts."""
    around = kingdom.grid.king_steps(bit(kingdom.grid, tile.square)) & ~bit(kingdom.grid, tile.square)
    resources = [(board & around).bit_count() for board in kingdom.camp.resources]
    if tile.caveman in WANTED:
        return resources[RESOURCES.index(WANTED[tile.caveman])]
    if tile.caveman is Caveman.PAINTER:
        return sum(resources)
    if tile.caveman is Caveman.FIRE_KEEPER:
        ones, twos = kingdom.crowns
        return (ones & around).bit_count() + 2 * (twos & around).bit_count()
    tiles = sum(bit(kingdom.grid, other.square) for other in kingdom.camp.cavemen)  # for a shaman
    return (tiles & around).bit_count()


def _hordes(kingdom: Kingdom, strengths: Mapping[Caveman, Points]) -> int:
    """The points of all hordes, which are groups of adjacent warriors: number times strength (R30)."""
    strength = {
        bit(kingdom.grid, tile.square): strengths[tile.caveman]
        for tile in kingdom.camp.cavemen
        if tile.caveman in WARRIORS
    }
    rest, points = sum(strength), 0
    while rest:
        horde = flood(kingdom.grid, rest & -rest, rest)
        points += horde.bit_count() * sum(own for at, own in strength.items() if at & horde)
        rest &= ~horde
    return points
