"""The catalogues of both games, compared with the counts that the rulebooks print (`rules.md` F)."""

import csv
from collections import Counter

import pytest

from kingdomino.board.camp import Resource
from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, DominoSet, Half
from kingdomino.board.numbers import DominoNumber
from kingdomino.board.terrain import TERRAIN_OF_LETTER, Terrain
from kingdomino.origins.territory import resource_of
from tests import reference, reference_origins


def halves(dominoes: DominoSet) -> list[Half]:
    """Both halves of every domino."""
    return [half for domino in dominoes.values() for half in (domino.a, domino.b)]


HALVES = halves(DOMINOES)
ORIGINS_HALVES = halves(ORIGINS_DOMINOES)


@pytest.mark.parametrize("dominoes", [DOMINOES, ORIGINS_DOMINOES])
def test_there_are_48_dominoes_each_under_its_own_number(dominoes: DominoSet) -> None:
    """R2, R20: both sets have the numbers 1 to 48."""
    assert list(dominoes) == list(range(1, 49))
    assert all(domino.number == number for number, domino in dominoes.items())


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
    assert {terrain: squares for terrain, squares in found.items() if squares} == printed


def test_the_squares_of_origins_are_those_of_the_published_list() -> None:
    """F: desert 20 + 2x1 fire, grassland 16 + 3x1, lake 13 + 4x1, quarry 9 + 2x1 + 2x2, jungle, volcanoes."""
    printed = {
        Terrain.DESERT: {(0, 0): 20, (1, 0): 2},
        Terrain.GRASSLAND: {(0, 0): 16, (1, 0): 3},
        Terrain.LAKE: {(0, 0): 13, (1, 0): 4},
        Terrain.QUARRY: {(0, 0): 9, (1, 0): 2, (2, 0): 2},
        Terrain.JUNGLE: {(0, 0): 11, (1, 0): 3, (2, 0): 1},
        Terrain.VOLCANO: {(0, 1): 5, (0, 2): 4, (0, 3): 1},
    }
    found: dict[Terrain, Counter[tuple[int, int]]] = {}
    for half in ORIGINS_HALVES:
        found.setdefault(half.terrain, Counter())[half.crowns, half.craters] += 1
    assert found == printed
    assert len(ORIGINS_HALVES) == 96


def test_origins_deals_16_mammoths_13_fish_11_mushrooms_and_9_flints() -> None:
    """R26, F: one resource for each square of its terrain without a fire symbol."""
    assert Counter(resource_of(half) for half in ORIGINS_HALVES if resource_of(half)) == {
        Resource.MAMMOTH: 16,
        Resource.FISH: 13,
        Resource.MUSHROOM: 11,
        Resource.FLINT: 9,
    }


def test_no_domino_has_two_volcanoes() -> None:
    """R22: a domino brings one token at most, so the turn machine waits for one only."""
    assert all(not (domino.a.craters and domino.b.craters) for domino in ORIGINS_DOMINOES.values())


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


def test_every_domino_of_origins_has_the_faces_of_the_published_list() -> None:
    """The catalogue equals `conformance/origins_dominoes.csv`, half by half, with resources."""
    with reference_origins.DOMINOES_CSV.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            domino = ORIGINS_DOMINOES[DominoNumber(int(row["number"]))]
            for half, side in ((domino.a, "a"), (domino.b, "b")):
                assert half.terrain.word == row[f"terrain_{side}"]
                assert (half.crowns, half.craters) == (int(row[f"fires_{side}"]), int(row[f"craters_{side}"]))
                resource = resource_of(half)
                assert (resource.value if resource else "") == row[f"resource_{side}"]


def test_the_twelve_lowest_dominoes_are_the_doubles() -> None:
    """A double shows one terrain without crowns on both halves."""
    assert [number for number, domino in DOMINOES.items() if domino.is_double] == list(range(1, 13))


def test_terrains_have_different_letters() -> None:
    """Text notation distinguishes all terrains."""
    assert {terrain.letter for terrain in Terrain} == set(TERRAIN_OF_LETTER)
    assert len(TERRAIN_OF_LETTER) == len(Terrain)
