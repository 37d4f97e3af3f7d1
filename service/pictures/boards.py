"""Boards and lines as pages and pictures draw them, from the public state of a game.

`templates/board/drawing.html` draws what these values say, `static/board/` the same in the browser. A square
is 40 units wide; the game's y grows upwards, a drawing's downwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, Half
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import DominoNumber
from kingdomino.board.terrain import Terrain
from kingdomino.rules import GameKind
from replays.projections import origins_view
from service.i18n.pages.board import WORDS
from service.i18n.speaking import present

Json = Mapping[str, Any]

SMALLEST_SIDE = 5
"""How wide a board without a limit is drawn at least."""


class BoardBounds(NamedTuple):
    """The squares that a drawing shows: from west to east, from south to north, ends included."""

    west: int
    south: int
    east: int
    north: int


@dataclass(frozen=True, slots=True)
class Board:
    """A kingdom to be drawn: whose, its squares domino by domino, in the order of placing, and its bounds."""

    seat: int
    origins: bool
    dominoes: tuple[tuple[Json, ...], ...]
    bounds: BoardBounds
    score: Json

    def at(self, x: int, y: int) -> Json | None:
        """The square there, None where nothing lies."""
        squares = (square for domino in self.dominoes for square in domino)
        return next((square for square in squares if (square["x"], square["y"]) == (x, y)), None)


def install(environment: Environment) -> None:
    """Give templates what the shapes and the drawings are made with."""
    environment.globals.update(
        terrains=tuple(Terrain),
        halves_of=halves_of,
        domino_sets=domino_sets,
    )
    environment.filters["in_words"] = words_for


def board_of(kingdom: Json, *, limit: int | None, origins: bool) -> Board:
    """The board of one of a state's kingdoms, for the limit of its game."""
    cells = kingdom["cells"]
    dominoes = (tuple(halves) for _, halves in groupby(cells, key=lambda cell: cell["domino"]))
    return Board(kingdom["seat"], origins, tuple(dominoes), bounds_of(cells, limit), kingdom["score"])


def bounds_of(cells: Sequence[Json], limit: int | None) -> BoardBounds:
    """The bounds of the limit's size with the castle as near to its middle as the kingdom allows."""
    side = limit or SMALLEST_SIDE
    west, east = _span([0, *(cell["x"] for cell in cells)], side)
    south, north = _span([0, *(cell["y"] for cell in cells)], side)
    return BoardBounds(west, south, east, north)


def _span(values: Sequence[int], side: int) -> tuple[int, int]:
    """From where to where, at least `side` long.

    >>> _span([0], 5), _span([0, 3], 5), _span([-4, 0, 4], 5)
    ((-2, 2), (-1, 3), (-4, 4))
    """
    least, most = min(values), max(values)
    high = max(min(-(side // 2), least) + side - 1, most)
    return min(least, high - side + 1), high


def halves_of(number: int, *, origins: bool) -> tuple[Json, Json]:
    """A domino's halves as squares of a state have them, without a place."""
    _, first, second = (ORIGINS_DOMINOES if origins else DOMINOES)[DominoNumber(number)]
    return _square(first, origins=origins), _square(second, origins=origins)


def _square(half: Half, *, origins: bool) -> Json:
    signs = {"fires": half.crowns, "craters": half.craters} if origins else {"crowns": half.crowns}
    return {"terrain": half.terrain.word, **signs}


def squares_of(kingdom: Kingdom) -> Sequence[Json]:
    """A kingdom's squares as a state has them; `replays.projections.view` makes those of games."""
    if kingdom.dominoes is ORIGINS_DOMINOES:
        return origins_view.cells(kingdom)
    return [
        {"x": square.x, "y": square.y, "domino": domino, **_square(half, origins=False)}
        for square, half, domino in kingdom.cells()
    ]


def domino_sets() -> dict[str, list[list[Json]]]:
    """The halves of all dominoes of both games in the order of their numbers, for scripts."""
    return {
        game.value: [list(halves_of(number, origins=game is GameKind.ORIGINS)) for number in DOMINOES]
        for game in GameKind
    }


def words_for(square: Json) -> str:
    """What lies on a square, in words: its terrain, and what is printed or put there."""
    return ", ".join([str(WORDS[f"terrain.{square['terrain']}"]), *_pieces(square)])


def _pieces(square: Json) -> Iterator[str]:
    for member in ("crowns", "fires", "craters", "token"):
        if square.get(member):
            yield present().counted(WORDS[f"piece.{member}"], square[member])
    if square.get("resource"):
        yield str(WORDS[f"piece.{square['resource']}"])
    if square.get("caveman"):
        yield str(WORDS[f"caveman.{square['caveman']}"])
