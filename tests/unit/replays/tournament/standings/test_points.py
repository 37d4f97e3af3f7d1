"""Points for places: shared places, and what the scales promise."""

from itertools import product

import pytest

from kingdomino.board.numbers import Points
from replays.tournament.standings.points import POINT, SCALES


def ranked(places: tuple[int, ...]) -> bool:
    """True if these are places from 1, and those who share one leave the next ones out."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


ALL_PLACES = [
    places for seats in (2, 3, 4) for places in product(range(1, seats + 1), repeat=seats) if ranked(places)
]
"""Every ranking of two, three and four, with all shared places."""


def points(name: str, places: tuple[int, ...], totals: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The points in twelfths."""
    return SCALES[name](places, [Points(each) for each in totals])


def test_all_rankings_are_there() -> None:
    """3, 13 and 75 of them, the Fubini numbers."""
    assert [sum(len(each) == seats for each in ALL_PLACES) for seats in (2, 3, 4)] == [3, 13, 75]


@pytest.mark.parametrize("places", ALL_PLACES)
def test_even_gives_two_points_for_each_player_whatever_the_table(places: tuple[int, ...]) -> None:
    """No size of table gives an edge, nothing is lost by rounding, and the last has one point or more."""
    found = points("even", places)
    assert sum(found) == 2 * POINT * len(places)
    assert min(found) >= POINT
    assert max(found) <= 3 * POINT


@pytest.mark.parametrize("name", ["even", "3-2-1-0", "5-3-2-1", "10-6-3-1"])
@pytest.mark.parametrize("places", ALL_PLACES)
def test_shared_places_share(name: str, places: tuple[int, ...]) -> None:
    """Equal places have equal points, better ones more; in sum it is what different places have."""
    found = points(name, places)
    for place, own in zip(places, found, strict=True):
        for other, theirs in zip(places, found, strict=True):
            assert (own > theirs) == (place < other)
    assert sum(found) == sum(points(name, tuple(range(1, len(places) + 1))))


@pytest.mark.parametrize(
    ("name", "places", "expected"),
    [
        ("even", (1, 2, 3, 4), (36, 28, 20, 12)),
        ("even", (1, 2, 3), (36, 24, 12)),
        ("even", (2, 1), (12, 36)),
        ("even", (1, 1, 1, 4), (28, 28, 28, 12)),
        ("3-2-1-0", (1, 2, 3, 4), (36, 24, 12, 0)),
        ("3-2-1-0", (1, 2, 3), (36, 18, 0)),
        ("3-2-1-0", (1, 2), (36, 0)),
        ("10-6-3-1", (1, 2, 3), (120, 54, 12)),
        ("10-6-3-1", (1, 1, 3, 4), (96, 96, 36, 12)),
        ("5-3-2-1", (4, 2, 2, 1), (12, 30, 30, 60)),
    ],
)
def test_scales_by_place(name: str, places: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """At tables of four, three and two."""
    assert points(name, places) == expected


def test_scales_by_game_points() -> None:
    """Whole points, and percent of the table's points."""
    assert points("game", (1, 2, 3), (50, 40, 0)) == (600, 480, 0)
    assert points("share", (1, 2, 3), (50, 40, 10)) == (600, 480, 120)
    assert points("share", (1, 1), (0, 0)) == (0, 0)
    assert points("share", (1, 2, 2), (1, 1, 1)) == (400, 400, 400)
