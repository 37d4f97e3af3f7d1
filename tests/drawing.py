"""Kingdoms drawn as text, for tests; the notation is that of `kingdomino.board.notation`.

A camp, the pieces on a territory of Origins, is drawn on the same squares: `ma fi mu fl`
are resources, `t1 t2 t3` tokens, `hu fs ga sc pa fk sh w1 w2 w3` cavemen, `.` is nothing.
"""

import re

from kingdomino.board.camp import RESOURCES, Caveman
from kingdomino.board.dominoes import ORIGINS_DOMINOES, half
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import CASTLE_SIGN, KingdomDrawing, format_drawing, format_placement
from kingdomino.origins.territory import bit, put_caveman, put_fire

RESOURCE_SIGNS = ("ma", "fi", "mu", "fl")
TOKEN_SIGNS = {"t1": 1, "t2": 2, "t3": 3}
CAVEMAN_SIGNS = dict(zip(["hu", "fs", "ga", "sc", "pa", "fk", "sh", "w1", "w2", "w3"], Caveman, strict=True))


def kingdom(text: str, limit: int | None = 5) -> Kingdom:
    """The kingdom with the drawn squares, covered by no known domino."""
    squares = {square: half(sign) for square, sign in signs(text).items()}
    drawn = Kingdom.empty(limit)
    for square in squares:
        assert drawn.grid.holds(*square), f"{square} lies off the board"
    return drawn.cover(squares)


def draw(drawn: Kingdom) -> str:
    """A kingdom as a drawing, cropped to its bounding box."""
    cells = list(drawn.cells())
    pairs = zip(cells[::2], cells[1::2], strict=True)
    joints = frozenset(frozenset((a.square, b.square)) for a, b in pairs)
    return format_drawing(KingdomDrawing({cell.square: cell.half for cell in cells}, joints))


def format_kingdom(played: Kingdom) -> str:
    """A kingdom in one line: placements in order, then discards; `-` when there is neither."""
    words = [format_placement(placement) for placement in played.placements]
    return " ".join(words + [f"{domino}x" for domino in played.discarded]) or "-"


def signs(text: str) -> dict[Square, str]:
    """The signs of two characters of a drawing by their squares, except the castle, `.` and joints."""
    rows = [words for row in text.splitlines() if (words := re.sub(r"[|-]", " ", row).split())]
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
