"""The catalogue of the base game against the counts that the rulebooks print (`rules.md` F)."""

from collections import Counter

from kingdomino.dominoes import DOMINOES
from kingdomino.terrain import TERRAIN_OF_LETTER, Terrain
from tests import reference

HALVES = [half for domino in DOMINOES.values() for half in (domino.a, domino.b)]


def test_there_are_48_dominoes_each_under_its_own_number() -> None:
    """R2: the set has the numbers 1 to 48."""
    assert list(DOMINOES) == list(range(1, 49))
    assert all(domino.number == number for number, domino in DOMINOES.items())


def test_the_squares_of_each_terrain_are_those_printed_in_the_rulebook() -> None:
    """F: wheat 21 + 5x1, forest 16 + 6x1, lake 12 + 6x1, grassland, swamp and mine with more crowns."""
    printed = {
        Terrain.WHEAT: {0: 21, 1: 5},
        Terrain.FOREST: {0: 16, 1: 6},
        Terrain.LAKE: {0: 12, 1: 6},
        Terrain.GRASSLAND: {0: 10, 1: 2, 2: 2},
        Terrain.SWAMP: {0: 6, 1: 2, 2: 2},
        Terrain.MINE: {0: 1, 1: 1, 2: 3, 3: 1},
    }
    found = {
        terrain: dict(Counter(half.crowns for half in HALVES if half.terrain is terrain))
        for terrain in Terrain
    }
    assert found == printed


def test_there_are_96_squares_and_39_crowns() -> None:
    """F: the sums over the whole set."""
    assert len(HALVES) == 96
    assert sum(half.crowns for half in HALVES) == 39


def test_every_domino_has_the_faces_of_the_published_list() -> None:
    """The catalogue equals `conformance/dominoes.csv`, number by number and half by half."""
    ours = {
        number: tuple((half.terrain.word, half.crowns) for half in (domino.a, domino.b))
        for number, domino in DOMINOES.items()
    }
    assert ours == reference.DOMINOES


def test_the_twelve_lowest_dominoes_are_the_doubles() -> None:
    """A double shows one terrain without crowns on both halves."""
    assert [number for number, domino in DOMINOES.items() if domino.is_double] == list(range(1, 13))


def test_terrains_have_different_letters() -> None:
    """Text notation can tell every terrain from every other."""
    assert {terrain.letter for terrain in Terrain} == set(TERRAIN_OF_LETTER)
    assert len(TERRAIN_OF_LETTER) == len(Terrain)
