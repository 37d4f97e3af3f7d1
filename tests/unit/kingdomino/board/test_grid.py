"""The board's geometry, compared with plain arithmetic on squares."""

import pytest

from kingdomino.board.grid import CASTLE, Direction, Grid, Square, grid


def squares(board: Grid, bits: int) -> set[Square]:
    """The squares of the set bits."""
    return {square for i, square in enumerate(board.squares) if bits >> i & 1}


def on_board(board: Grid) -> set[Square]:
    """The squares that a kingdom with the board's limit could ever use."""
    reach = range(-board.reach, board.reach + 1)
    return {Square(x, y) for x in reach for y in reach}


@pytest.mark.parametrize(("limit", "reach"), [(5, 4), (7, 6), (None, 24)])
def test_the_board_reaches_as_far_as_a_kingdom_can(limit: int | None, reach: int) -> None:
    """A castle at the edge of 5x5 leaves 4 squares beside it; 12 dominoes in a row cover 24 squares."""
    assert grid(limit).reach == reach
    assert grid(limit) is grid(limit)


@pytest.mark.parametrize("limit", [5, 7])
def test_neighbours_are_one_orthogonal_step_away_and_on_the_board(limit: int) -> None:
    """No neighbour wraps from the end of one row into the next."""
    board = grid(limit)
    for square in on_board(board):
        found = squares(board, board.around[board.index(*square)])
        assert found == {s for s in on_board(board) if abs(s.x - square.x) + abs(s.y - square.y) == 1}


@pytest.mark.parametrize("limit", [5, 7])
def test_squares_fit_together_that_one_bounding_box_holds(limit: int) -> None:
    """R9: two squares fit into one box if they are less than the limit apart in x and in y."""
    board = grid(limit)
    for square in on_board(board):
        found = squares(board, board.fits[board.index(*square)])
        near = {s for s in on_board(board) if max(abs(s.x - square.x), abs(s.y - square.y)) < limit}
        assert found == near - {square}


@pytest.mark.parametrize(("limit", "reach"), [(5, 2), (7, 3)])
def test_the_middle_is_two_squares_around_the_castle_or_three(limit: int, reach: int) -> None:
    """R14: the middle reaches 2 squares from the castle, 3 in a 7x7."""
    board = grid(limit)
    assert squares(board, board.middle) == {s for s in on_board(board) if max(abs(s.x), abs(s.y)) <= reach}


def test_without_a_limit_all_squares_fit_together() -> None:
    """R17: every other square fits."""
    board = grid(None)
    corner = board.index(-24, -24)
    assert squares(board, board.fits[corner]) == on_board(board) - {Square(-24, -24)}


@pytest.mark.parametrize("direction", list(Direction))
def test_a_step_in_bits_is_a_step_in_squares(direction: Direction) -> None:
    """Index, step and square agree; y grows upwards."""
    board = grid(5)
    there = board.squares[board.index(*CASTLE) + board.step(direction)]
    assert there == Square(direction.dx, direction.dy)


def test_directions_are_compass_words() -> None:
    """Directions have the API's words and the notation's letters."""
    steps = {d.value: (d.letter, d.dx, d.dy) for d in Direction}
    assert steps == {
        "east": ("e", 1, 0),
        "north": ("n", 0, 1),
        "west": ("w", -1, 0),
        "south": ("s", 0, -1),
    }
    assert {Direction(d.value) for d in Direction} == set(Direction)  # type: ignore[call-arg]  # looked up


@pytest.mark.parametrize(("x", "y", "held"), [(4, -4, True), (5, 0, False), (0, -5, False), (-4, 4, True)])
def test_squares_beyond_the_reach_are_not_on_the_board(x: int, y: int, *, held: bool) -> None:
    """No 5x5 box holds both the castle and a square five away from it."""
    assert grid(5).holds(x, y) is held
