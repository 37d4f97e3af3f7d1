"""The outcome of a game: by what it was decided (R12, R32)."""

from collections.abc import Sequence
from typing import Any

import pytest

from kingdomino.board.numbers import Points, Seat
from kingdomino.scoring import Score, ranking
from replays.projections.outcome import outcome


def score(total: int, largest: int, crowns: int) -> Score:
    """A score with these numbers only."""
    return Score(Points(total), (), Points(0), Points(0), largest, crowns)


@pytest.mark.parametrize(
    ("scores", "left", "expected"),
    [
        ([(50, 9, 5), (46, 12, 9)], [], {"decided": "points", "margin": 4}),
        ([(50, 9, 5), (50, 12, 2)], [], {"decided": "largest_region", "margin": 3}),
        ([(50, 9, 5), (50, 9, 7), (50, 9, 6)], [], {"decided": "crowns", "margin": 1}),
        ([(50, 9, 5), (50, 9, 5), (10, 1, 1)], [], {"decided": "shared"}),
        ([(50, 9, 5), (60, 9, 5)], [1], {"decided": "alone"}),
        ([(50, 9, 5), (60, 9, 5), (48, 9, 5)], [1], {"decided": "points", "margin": 2}),
        ([(50, 9, 5), (60, 9, 5)], [0, 1], {"decided": "points", "margin": 10}),
    ],
)
def test_the_margin_is_to_the_best_other_who_stayed(
    scores: Sequence[tuple[int, int, int]], left: list[int], expected: Any
) -> None:
    """The margin is to the best other player who stayed, or of all if everybody has left."""
    counted = [score(*each) for each in scores]
    gone = [Seat(seat) for seat in left]
    assert outcome(ranking(counted, gone), counted, gone) == expected
