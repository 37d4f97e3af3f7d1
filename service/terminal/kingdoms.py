"""A kingdom's cells as a coloured drawing; without colour it is exactly that of `kingdomino.notation`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rich.style import Style
from rich.text import Text

from kingdomino.dominoes import Half
from kingdomino.grid import CASTLE, Square
from kingdomino.notation import Drawing, format_drawing
from kingdomino.terrain import Terrain

Json = Mapping[str, Any]

SQUARE_WIDTH = 3
"""Characters from one square of a drawing to the next."""

TERRAINS = {terrain.word: terrain for terrain in Terrain}

STYLES = {
    Terrain.WHEAT: Style(color="black", bgcolor="yellow"),
    Terrain.FOREST: Style(color="white", bgcolor="dark_green"),
    Terrain.LAKE: Style(color="white", bgcolor="blue"),
    Terrain.GRASSLAND: Style(color="black", bgcolor="green"),
    Terrain.SWAMP: Style(color="black", bgcolor="grey70"),
    Terrain.MINE: Style(color="white", bgcolor="grey30"),
}
CASTLE_STYLE = Style(color="black", bgcolor="white", bold=True)
NEW = Style(bold=True, underline=True)
"""Of the domino laid last; without colour it is what remains."""


def drawn(cells: Iterable[Json], newest: int | None = None) -> Text:
    """The drawing of a state's cells, coloured; the domino `newest` stands out."""
    drawing, dominoes = _drawing(cells)
    text = Text(format_drawing(drawing), style="", no_wrap=True)
    for place, square in _places(text.plain, drawing):
        half = drawing.squares.get(square)
        if square == CASTLE:
            text.stylize(CASTLE_STYLE, place, place + 2)
        elif half:
            new = NEW if dominoes[square] == newest else Style.null()
            text.stylize(STYLES[half.terrain] + new, place, place + 2)
    return text


def _drawing(cells: Iterable[Json]) -> tuple[Drawing, dict[Square, int]]:
    """The cells as a drawing, and the domino that covers each square."""
    squares: dict[Square, Half] = {}
    dominoes: dict[Square, int] = {}
    covered: dict[int, set[Square]] = defaultdict(set)
    for cell in cells:
        square = Square(cell["x"], cell["y"])
        squares[square] = Half(TERRAINS[cell["terrain"]], cell["crowns"])
        dominoes[square] = cell["domino"]
        covered[cell["domino"]].add(square)
    return Drawing(squares, frozenset(map(frozenset, covered.values()))), dominoes


def _places(text: str, drawing: Drawing) -> Iterable[tuple[int, Square]]:
    """Where in the text each square stands; rows of bars have none."""
    every = [CASTLE, *drawing.squares]
    left, y = min(square.x for square in every), max(square.y for square in every)
    start = 0
    for line in text.split("\n"):
        if line.strip(" |"):
            yield from (
                (start + place, Square(left + place // SQUARE_WIDTH, y))
                for place in range(0, len(line), SQUARE_WIDTH)
            )
            y -= 1
        start += len(line) + 1
