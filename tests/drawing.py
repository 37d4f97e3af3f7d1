"""Kingdoms drawn as text, for tests; the notation is that of `kingdomino.notation`."""

from kingdomino.kingdom import Kingdom
from kingdomino.notation import parse_drawing


def kingdom(text: str, limit: int | None = 5) -> Kingdom:
    """The kingdom with the drawn squares, covered by no known domino."""
    squares = parse_drawing(text).squares
    drawn = Kingdom.empty(limit)
    for square in squares:
        assert drawn.grid.holds(*square), f"{square} lies off the board"
    return drawn.cover(squares)
