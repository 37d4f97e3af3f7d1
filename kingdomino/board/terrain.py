"""The terrains, and the letter of each in text notation."""

from enum import IntEnum


class Terrain(IntEnum):
    """A terrain of either game; the value is its index in a kingdom's tuples of bitboards.

    Grassland and lake are in both games, desert to volcano in Origins only (R20).
    """

    WHEAT = 0
    FOREST = 1
    LAKE = 2
    GRASSLAND = 3
    SWAMP = 4
    MINE = 5
    DESERT = 6
    JUNGLE = 7
    QUARRY = 8
    VOLCANO = 9

    @property
    def word(self) -> str:
        """The terrain's name in the API and in the log: in lower case."""
        return _WORDS[self]

    @property
    def letter(self) -> str:
        """The terrain's capital letter in text notation, different for every terrain."""
        return self.name[0]


_WORDS = [name.lower() for name in Terrain.__members__]

TERRAIN_OF_LETTER = {terrain.letter: terrain for terrain in Terrain}
"""The terrains by their letters in text notation."""
