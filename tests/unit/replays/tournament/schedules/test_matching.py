"""The matching of least cost does not depend on the order of the edges, and its parts on their weight."""

from itertools import combinations

import pytest

from replays.tournament.schedules.costs import DIGIT
from replays.tournament.schedules.forms import Unpairable
from replays.tournament.schedules.matching import Edge, matched
from tests.unit.replays.tournament.schedules.fields import drawn


def complete(nodes: int, seed: int) -> list[Edge]:
    """All pairs: few different costs, and a drawn number that decides between them."""
    lots = drawn(seed)
    return [
        (one, two, (lots.randrange(3) << DIGIT) + lots.randrange(2**32))
        for one, two in combinations(range(nodes), 2)
    ]


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_the_edges_does_not_matter(seed: int) -> None:
    """The drawn numbers make the best matching the only one."""
    edges = complete(24, seed)
    expected = matched(edges)
    for other in range(5):
        mixed = [(two, one, cost) if other % 2 else (one, two, cost) for one, two, cost in edges]
        drawn(other).shuffle(mixed)
        assert matched(mixed) == expected


@pytest.mark.parametrize("seed", range(5))
def test_the_numbers_of_the_nodes_do_not_matter(seed: int) -> None:
    """Other numbers lead the library through the graph in another order."""
    edges, names = complete(20, seed), list(range(20))
    drawn(seed + 1).shuffle(names)
    renamed = [(names[one], names[two], cost) for one, two, cost in edges]
    back = {new: old for old, new in enumerate(names)}
    assert sorted(sorted((back[one], back[two])) for one, two in matched(renamed)) == sorted(
        map(list, matched(edges))
    )


def test_a_digit_outweighs_all_that_follow() -> None:
    """One of the greater digit costs more than any number of the lesser ones."""
    lesser, greater = 2**20, 1 << DIGIT
    edges = [(0, 1, greater), (2, 3, 0), (0, 2, lesser), (1, 3, lesser)]
    assert matched(edges) == [(0, 2), (1, 3)]
    assert matched([*edges, (0, 3, 0), (1, 2, 2 * lesser - 1)]) == [(0, 3), (1, 2)]


def test_as_many_pairs_as_possible_come_first() -> None:
    """However much that costs."""
    assert matched([(0, 1, 5), (1, 2, 0), (2, 3, 5 << DIGIT)]) == [(0, 1), (2, 3)]
    assert matched([]) == []


def test_costs_that_do_not_fit_are_refused() -> None:
    """The library would give a wrong matching, or fail."""
    edges = [(0, 1, sum(2**40 << DIGIT * digit for digit in range(6))), (2, 3, 0)]
    with pytest.raises(Unpairable) as refused:
        matched(edges)
    assert refused.value.code == "pairing/range"
