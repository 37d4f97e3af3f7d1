"""The values from which pages and pictures draw boards and lines, computed from a game's public state.

`templates/board/drawing.html` draws these values, and `static/board/` does the same in the browser. A square
is 40 units wide; the y axis of the game points up, that of a drawing down.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import orjson
from jinja2 import Environment

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, Half
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import DominoNumber
from kingdomino.board.terrain import Terrain
from kingdomino.rules import GameKind
from replays.projections import origins_view
from service.application.i18n.pages.board import WORDS
from service.application.i18n.speaking import present
from service.application.pictures.dominoes import domino, shadow

Json = Mapping[str, Any]

SMALLEST_SIDE = 5
"""The least width, in squares, of the drawing of a board without a limit."""


class BoardBounds(NamedTuple):
    """The squares that a drawing shows: from west to east and from south to north, both ends included."""

    west: int
    south: int
    east: int
    north: int


@dataclass(frozen=True, slots=True)
class Board:
    """A kingdom to be drawn: seat, squares in the order of placing, bounds, score, and victory."""

    seat: int
    origins: bool
    dominoes: tuple[tuple[Json, ...], ...]
    bounds: BoardBounds
    score: Json
    crowned: bool = False

    @property
    def shadow(self) -> str:
        """The path of the shadow that the kingdom casts on the table."""
        return shadow(square for each in self.dominoes for square in each)

    @property
    def content(self) -> bytes:
        """A digest of all that a drawing of the board, or its table with points, depends on."""
        parts = (self.seat, self.origins, self.dominoes, self.bounds[:], self.score, self.crowned)
        written = orjson.dumps(parts)
        return hashlib.blake2b(written, digest_size=16).digest()

    def at(self, x: int, y: int) -> Json | None:
        """The square at these coordinates, None if nothing lies there."""
        squares = (square for domino in self.dominoes for square in domino)
        return next((square for square in squares if (square["x"], square["y"]) == (x, y)), None)


def install(environment: Environment) -> None:
    """Add to the templates the functions that shapes and drawings need."""
    environment.globals.update(
        terrains=tuple(Terrain),
        halves_of=halves_of,
        domino_sets=domino_sets,
        domino=domino,
    )
    environment.filters["in_words"] = words_for


def board_of(kingdom: Json, *, limit: int | None, origins: bool, crowned: bool = False) -> Board:
    """The board of one of a state's kingdoms, for its game's limit; the winner's castle is crowned."""
    cells = kingdom["cells"]
    dominoes = tuple([tuple(halves) for _, halves in groupby(cells, key=itemgetter("domino"))])
    return Board(kingdom["seat"], origins, dominoes, bounds_of(cells, limit), kingdom["score"], crowned)


def bounds_of(cells: Sequence[Json], limit: int | None) -> BoardBounds:
    """The bounds, of the limit's size, with the castle as near to the middle as the kingdom allows."""
    side = limit or SMALLEST_SIDE
    west, east = _span([0, *map(itemgetter("x"), cells)], side)
    south, north = _span([0, *map(itemgetter("y"), cells)], side)
    return BoardBounds(west, south, east, north)


def _span(values: Sequence[int], side: int) -> tuple[int, int]:
    """The first and the last coordinate of a span over the values, at least `side` long.

    >>> _span([0], 5), _span([0, 3], 5), _span([-4, 0, 4], 5)
    ((-2, 2), (-1, 3), (-4, 4))
    """
    least, most = min(values), max(values)
    high = max(min(-(side // 2), least) + side - 1, most)
    return min(least, high - side + 1), high


def halves_of(number: int, *, origins: bool) -> tuple[Json, Json]:
    """A domino's halves in the form of a state's squares, without coordinates."""
    _, first, second = (ORIGINS_DOMINOES if origins else DOMINOES)[DominoNumber(number)]
    return _square(first, origins=origins), _square(second, origins=origins)


def _square(half: Half, *, origins: bool) -> Json:
    signs = {"fires": half.crowns, "craters": half.craters} if origins else {"crowns": half.crowns}
    return {"terrain": half.terrain.word, **signs}


def squares_of(kingdom: Kingdom) -> Sequence[Json]:
    """A kingdom's squares in the form of a state's; those of games come from `replays.projections.view`."""
    if kingdom.dominoes is ORIGINS_DOMINOES:
        return origins_view.cells(kingdom)
    return [
        {"x": square.x, "y": square.y, "domino": domino, **_square(half, origins=False)}
        for square, half, domino in kingdom.cells()
    ]


def domino_sets() -> dict[str, list[list[Json]]]:
    """The halves of all dominoes of both games, in the order of their numbers, for scripts."""
    return {
        game.value: [list(halves_of(number, origins=game is GameKind.ORIGINS)) for number in DOMINOES]
        for game in GameKind
    }


def words_for(square: Json) -> str:
    """A square in words: its terrain, and the signs and pieces on it."""
    return present().sequence([str(WORDS[f"terrain.{square['terrain']}"]), *_pieces(square)])


def _pieces(square: Json) -> Iterator[str]:
    for member in ("crowns", "fires", "craters", "token"):
        if square.get(member):
            yield present().counted(WORDS[f"piece.{member}"], square[member])
    if square.get("resource"):
        yield str(WORDS[f"piece.{square['resource']}"])
    if square.get("caveman"):
        yield str(WORDS[f"caveman.{square['caveman']}"])
