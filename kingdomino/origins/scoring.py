"""What resources, totems and cavemen are worth (R28, R30)."""

from kingdomino.game import Game
from kingdomino.grid import flood
from kingdomino.kingdom import Kingdom
from kingdomino.numbers import Points, Seat
from kingdomino.origins import totems
from kingdomino.origins.camp import RESOURCES, Caveman, Resource, Tile
from kingdomino.origins.territory import bit, counts
from kingdomino.rules import Mode, Rules

PER_RESOURCE = {
    Caveman.HUNTER: (Resource.MAMMOTH, 3),
    Caveman.FISHER: (Resource.FISH, 3),
    Caveman.GATHERER: (Resource.MUSHROOM, 4),
    Caveman.SCULPTOR: (Resource.FLINT, 5),
}
"""What a caveman pays for each of one resource around it (R30)."""

PER_ANY_RESOURCE = 2
"""What a painter pays for each resource around it."""

PER_FIRE = 1
"""What a fire keeper pays for each fire around it, printed or of a token."""

PER_CAVEMAN = 2
"""What a shaman pays for each caveman around it."""

STRENGTH = {Caveman.WARRIOR1: 1, Caveman.WARRIOR2: 2, Caveman.WARRIOR3: 3}
"""The strength of a warrior (R30)."""


def resource_points(rules: Rules, kingdom: Kingdom) -> Points:
    """1 for each resource left, in Totem mode only (R28, R30)."""
    return Points(sum(counts(kingdom)) if rules.mode is Mode.TOTEM else 0)


def totem_points(game: Game, seat: Seat) -> Points:
    """The points of the totems that the seat holds (R27, R28)."""
    holders = zip(RESOURCES, game.shared.totems, strict=True)
    return Points(sum(totems.POINTS[resource] for resource, holder in holders if holder == seat))


def caveman_points(kingdom: Kingdom) -> Points:
    """What the cavemen pay where they stand (R30)."""
    single = sum(_alone(kingdom, tile) for tile in kingdom.camp.cavemen)
    return Points(single + _hordes(kingdom))


def _alone(kingdom: Kingdom, tile: Tile) -> int:
    """What one caveman pays for the eight squares around it; a warrior by itself pays nothing."""
    around = kingdom.grid.king_steps(bit(kingdom.grid, tile.square)) & ~bit(kingdom.grid, tile.square)
    resources = [(board & around).bit_count() for board in kingdom.camp.resources]
    if tile.caveman in PER_RESOURCE:
        resource, points = PER_RESOURCE[tile.caveman]
        return points * resources[RESOURCES.index(resource)]
    if tile.caveman is Caveman.PAINTER:
        return PER_ANY_RESOURCE * sum(resources)
    if tile.caveman is Caveman.FIRE_KEEPER:
        ones, twos = kingdom.crowns
        return PER_FIRE * ((ones & around).bit_count() + 2 * (twos & around).bit_count())
    if tile.caveman is Caveman.SHAMAN:
        tiles = sum(bit(kingdom.grid, other.square) for other in kingdom.camp.cavemen)
        return PER_CAVEMAN * (tiles & around).bit_count()
    return 0


def _hordes(kingdom: Kingdom) -> int:
    """Each group of warriors beside each other: their number times their strength (R30)."""
    strength = {
        bit(kingdom.grid, tile.square): STRENGTH[tile.caveman]
        for tile in kingdom.camp.cavemen
        if tile.caveman in STRENGTH
    }
    rest, points = sum(strength), 0
    while rest:
        horde = flood(kingdom.grid, rest & -rest, rest)
        points += horde.bit_count() * sum(own for at, own in strength.items() if at & horde)
        rest &= ~horde
    return points
