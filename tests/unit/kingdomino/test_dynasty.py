"""R13: the sum of the points of three games, and nothing else, decides a dynasty."""

from kingdomino.board.numbers import Points
from kingdomino.dynasty import GAMES, standings, totals


def points(*values: int) -> tuple[Points, ...]:
    """The given points."""
    return tuple(map(Points, values))


def test_a_dynasty_has_three_games() -> None:
    """R13: a dynasty is three games in a row."""
    assert GAMES == 3


def test_the_sum_counts_not_the_games_won() -> None:
    """R13: a player who wins two games narrowly loses to one who wins one by far."""
    summed = totals([points(40, 39), points(40, 39), points(20, 60)], 2)
    assert summed == (100, 138)
    assert standings(summed) == ((1,), (0,))


def test_before_the_first_game_all_are_equal() -> None:
    """R13: before the first game all have 0 points and share one place."""
    assert totals([], 3) == (0, 0, 0)
    assert standings(totals([], 3)) == ((0, 1, 2),)


def test_equal_sums_share_a_place() -> None:
    """R13: there is no tie-break; the next place follows directly after a shared one."""
    assert standings(points(90, 120, 90, 120)) == ((1, 3), (0, 2))
