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

    word: str
    """The terrain's name in the API and in the log: in lower case."""
    letter: str
    """The terrain's capital letter in text notation, different for every terrain."""

    def __init__(self, _: int) -> None:
        self.word, self.letter = self.name.lower(), self.name[0]


TERRAIN_OF_LETTER = {terrain.letter: terrain for terrain in Terrain}
"""The terrains by their letters in text notation."""
