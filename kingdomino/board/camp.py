"""The objects on a territory beside its dominoes: fire tokens, resources and cavemen (R22-R30)."""

from enum import Enum
from typing import NamedTuple

from kingdomino.board.grid import Square
from kingdomino.board.numbers import Points
from kingdomino.board.terrain import Terrain


class Resource(Enum):
    """A resource; its position in this enumeration is its index in a camp's bitboards (R26)."""

    MAMMOTH = "mammoth"
    FISH = "fish"
    MUSHROOM = "mushroom"
    FLINT = "flint"


RESOURCES = tuple(Resource)
"""All resources in the order of their indices."""

RESOURCE_OF_TERRAIN = {
    Terrain.GRASSLAND: Resource.MAMMOTH,
    Terrain.LAKE: Resource.FISH,
    Terrain.JUNGLE: Resource.MUSHROOM,
    Terrain.QUARRY: Resource.FLINT,
}
"""The resource that a square without a fire symbol gets when its line is dealt, by terrain (R26)."""


class Caveman(Enum):
    """A kind of caveman tile (R30); a sorted stack has the order of this enumeration."""

    HUNTER = "hunter"
    FISHER = "fisher"
    GATHERER = "gatherer"
    SCULPTOR = "sculptor"
    PAINTER = "painter"
    FIRE_KEEPER = "fire_keeper"
    SHAMAN = "shaman"
    WARRIOR1 = "warrior1"
    WARRIOR2 = "warrior2"
    WARRIOR3 = "warrior3"


class FireToken(NamedTuple):
    """A fire token on a square, worth 1 to 3 fires (R22)."""

    square: Square
    fires: int


class Tile(NamedTuple):
    """A caveman on a square (R29)."""

    square: Square
    caveman: Caveman


class Camp(NamedTuple):
    """The objects on one territory; `resources[i]` is the bitboard of the i-th resource's squares."""

    tokens: tuple[FireToken, ...] = ()
    resources: tuple[int, int, int, int] = (0, 0, 0, 0)
    cavemen: tuple[Tile, ...] = ()


class CampPoints(NamedTuple):
    """The points of a camp: for resources (R28) and for cavemen (R30)."""

    resources: Points
    cavemen: Points


NO_CAMP_POINTS = CampPoints(Points(0), Points(0))
"""The points of a camp in which nothing scores."""
