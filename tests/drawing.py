"""Kingdoms drawn as text, for tests; the notation is that of `kingdomino.board.notation`.

A camp, the pieces on a territory of Origins, is drawn on the same squares: `ma fi mu fl`
are resources, `t1 t2 t3` tokens, `hu fs ga sc pa fk sh w1 w2 w3` cavemen, `.` is nothing.
"""

from kingdomino.board.camp import RESOURCES, Caveman
from kingdomino.board.dominoes import ORIGINS_DOMINOES
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import CASTLE_SIGN, parse_drawing
from kingdomino.origins.territory import bit, put_caveman, put_fire

RESOURCE_SIGNS = ("ma", "fi", "mu", "fl")
TOKEN_SIGNS = {"t1": 1, "t2": 2, "t3": 3}
CAVEMAN_SIGNS = dict(zip(["hu", "fs", "ga", "sc", "pa", "fk", "sh", "w1", "w2", "w3"], Caveman, strict=True))


def kingdom(text: str, limit: int | None = 5) -> Kingdom:
    """The kingdom with the drawn squares, covered by no known domino."""
    squares = parse_drawing(text).squares
    drawn = Kingdom.empty(limit)
    for square in squares:
        assert drawn.grid.holds(*square), f"{square} lies off the board"
    return drawn.cover(squares)


def signs(text: str) -> dict[Square, str]:
    """The signs of a drawing of two characters a square by their squares, without the castle and `.`."""
    rows = [row.split() for row in text.splitlines() if row.strip()]
    [(left, top)] = [(row.index(CASTLE_SIGN), y) for y, row in enumerate(rows) if CASTLE_SIGN in row]
    placed = {Square(x - left, top - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    return {square: sign for square, sign in placed.items() if sign not in {".", CASTLE_SIGN}}


def territory(text: str, camp: str = CASTLE_SIGN, limit: int | None = 5) -> Kingdom:
    """A territory of Origins: the first drawing shows the squares, the second the pieces that lie on them."""
    land = kingdom(text, limit)._replace(dominoes=ORIGINS_DOMINOES)
    boards = [0] * len(RESOURCES)
    for square, sign in signs(camp).items():
        assert land.occupied & bit(land.grid, square), f"{square} is not covered"
        if sign in TOKEN_SIGNS:
            land = put_fire(land, square, TOKEN_SIGNS[sign])
        elif sign in CAVEMAN_SIGNS:
            land = put_caveman(land, square, CAVEMAN_SIGNS[sign])
        else:
            boards[RESOURCE_SIGNS.index(sign)] |= bit(land.grid, square)
    mammoths, fish, mushrooms, flints = boards
    return land._replace(camp=land.camp._replace(resources=(mammoths, fish, mushrooms, flints)))
