"""The weight of repeated wins against the same opponent."""

from fractions import Fraction

import pytest

from service.application.people.ratings.pools import Pool
from service.application.people.ratings.repeats import WINDOW, Repeat, Repeats

DUEL, BASE = Pool.DUEL_2, Pool.BASE_4
PAIR = ("ann", "ben")


def played(*places: tuple[int, int], at: int = 0) -> Repeats:
    """Games of Ann and Ben with these places, all at the same time."""
    repeats = Repeats()
    for each in places:
        repeats.add(DUEL, PAIR, each, at)
    return repeats


WON, LOST, SHARED = (1, 2), (2, 1), (1, 1)


@pytest.mark.parametrize(
    ("before", "weight"),
    [
        ((), 1),
        ((WON,), Fraction(1, 2)),
        ((WON, WON, WON), Fraction(1, 4)),
        ((WON, LOST), 1),
        ((LOST, LOST), 1),
        ((WON, WON, LOST), Fraction(1, 2)),
        ((SHARED, SHARED), 1),
    ],
)
def test_the_next_win_weighs(before: tuple[tuple[int, int], ...], weight: Fraction | int) -> None:
    """The weight is 1 / (1 + wins - losses) for both players, on either seat."""
    repeats = played(*before)
    assert repeats.weights(DUEL, PAIR, WON, 1) == [weight, weight]
    assert repeats.weights(DUEL, PAIR[::-1], LOST, 1) == [weight, weight]


def test_what_counts_in_full() -> None:
    """Shared places, wins against the trend, other pools, and wins after the window have full weight."""
    repeats = played(WON, WON, WON)
    assert repeats.weights(DUEL, PAIR, SHARED, 1) == [1, 1]
    assert repeats.weights(DUEL, PAIR, LOST, 1) == [1, 1]
    assert repeats.weights(Pool.BASE_2, PAIR, WON, 1) == [1, 1]
    assert repeats.weights(DUEL, PAIR, WON, WINDOW - 1) == [Fraction(1, 4)] * 2
    assert repeats.weights(DUEL, PAIR, WON, WINDOW) == [1, 1]


def test_among_four_it_is_the_mean_over_the_opponents() -> None:
    """Ann has beaten Ben twice; Cleo and Dan are new opponents."""
    repeats = Repeats()
    for _ in range(2):
        repeats.add(BASE, PAIR, WON, 0)
    weights = repeats.weights(BASE, ("ann", "ben", "cleo", "dan"), (1, 2, 3, 4), 1)
    assert weights == [Fraction(7, 9), Fraction(7, 9), 1, 1]


def test_one_sided_pairs_are_listed() -> None:
    """Pairs at least three wins apart are listed while in the window, most one-sided first."""
    repeats = played(WON, WON, WON, LOST)
    assert list(repeats.listed(1)) == []
    repeats.add(DUEL, PAIR, WON, 5)
    for _ in range(4):
        repeats.add(BASE, ("ann", "zoe"), LOST, 5)
    first, second = repeats.listed(6)
    assert first == Repeat(BASE, "zoe", "ann", 4, 0)
    assert second == Repeat(DUEL, "ann", "ben", 4, 1)
    assert [first.weight, second.weight] == [Fraction(1, 5), Fraction(1, 4)]
    assert list(repeats.listed(WINDOW + 5)) == []
