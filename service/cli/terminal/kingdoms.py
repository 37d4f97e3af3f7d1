"""Draws a kingdom's cells in colour; without colour the drawing equals that of `kingdomino.board.notation`.

In Origins each square has one more character, for the piece on it (`MARKS`), and its digit includes the fires
of a token.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rich.style import Style
from rich.text import Text

from kingdomino.board.dominoes import Half
from kingdomino.board.grid import CASTLE, Square
from kingdomino.board.notation import KingdomDrawing, format_drawing
from kingdomino.board.terrain import Terrain
from service.application.i18n.commands import terminal as words

Json = Mapping[str, Any]

SQUARE_WIDTH = 3
"""The number of characters from one square of a drawing to the next, without marks."""

TERRAINS = {terrain.word: terrain for terrain in Terrain}

STYLES = {
    Terrain.WHEAT: Style(color="black", bgcolor="yellow"),
    Terrain.FOREST: Style(color="white", bgcolor="dark_green"),
    Terrain.LAKE: Style(color="white", bgcolor="blue"),
    Terrain.GRASSLAND: Style(color="black", bgcolor="green"),
    Terrain.SWAMP: Style(color="black", bgcolor="grey70"),
    Terrain.MINE: Style(color="white", bgcolor="grey30"),
    Terrain.DESERT: Style(color="black", bgcolor="yellow"),
    Terrain.JUNGLE: Style(color="white", bgcolor="dark_green"),
    Terrain.QUARRY: Style(color="black", bgcolor="grey70"),
    Terrain.VOLCANO: Style(color="white", bgcolor="dark_red"),
}
CASTLE_STYLE = Style(color="black", bgcolor="white", bold=True)
NEW = Style(bold=True, underline=True)
"""The style of the newest domino; without colour it is the only style left."""

UNBROKEN = "\u00a0"
"""A no-break space."""

TOKEN, RESOURCE = "*", "+"
MARKS = {
    TOKEN: "fire token",
    RESOURCE: "its resource",
    "h": "hunter",
    "f": "fisher",
    "g": "gatherer",
    "s": "sculptor",
    "p": "painter",
    "k": "fire keeper",
    "a": "shaman",
    "¹": "warrior of strength 1",
    "²": "warrior of strength 2",
    "³": "warrior of strength 3",
}
"""The meanings of the third character of a square in Origins."""

_CAVEMEN = {title.replace(" ", "_"): mark for mark, title in MARKS.items() if mark.isalpha()}
_CAVEMEN |= {"warrior1": "¹", "warrior2": "²", "warrior3": "³"}


def mark(cell: Json) -> str:
    """The mark of a square of Origins, one character; a token and a caveman are never on the same square."""
    if cell.get("token"):
        return TOKEN
    caveman = cell.get("caveman")
    return _CAVEMEN.get(caveman, "?") if caveman else RESOURCE if cell.get("resource") else " "


_PIECES = {sign: caveman for caveman, sign in _CAVEMEN.items()}


def _meaning(sign: str) -> str:
    """What a mark means, in the reader's language."""
    if sign in _PIECES:
        return words.piece(_PIECES[sign], MARKS[sign])
    return str(words.TOKEN if sign == TOKEN else words.RESOURCE)


def legend(kingdoms: Iterable[Json]) -> str:
    """The meanings of the marks in these kingdoms; empty if there are none."""
    seen = {mark(cell) for kingdom in kingdoms for cell in kingdom["cells"]}
    entries = (f"{sign} {_meaning(sign)}" for sign in MARKS if sign in seen)
    return "  ".join(entry.replace(" ", UNBROKEN) for entry in entries)


def square_width(cells: Iterable[Json]) -> int:
    """The number of characters from one square to the next: one more in Origins, for the mark."""
    return SQUARE_WIDTH + any("fires" in cell for cell in cells)


def drawn(cells: Iterable[Json], newest: int | None = None) -> Text:
    """The coloured drawing of a state's cells; the domino `newest` is highlighted."""
    cells = list(cells)
    drawing, dominoes = _drawing(cells)
    width = square_width(cells)
    marks = {Square(cell["x"], cell["y"]): mark(cell) for cell in cells} if width > SQUARE_WIDTH else {}
    plain = format_drawing(drawing)
    text = Text(_marked(plain, drawing, marks) if marks else plain, style="", no_wrap=True)
    for place, square in _places(text.plain, drawing, width):
        half = drawing.squares.get(square)
        if square == CASTLE:
            text.stylize(CASTLE_STYLE, place, place + width - 1)
        elif half:
            new = NEW if dominoes[square] == newest else Style.null()
            text.stylize(STYLES[half.terrain] + new, place, place + width - 1)
    return text


def _drawing(cells: Iterable[Json]) -> tuple[KingdomDrawing, dict[Square, int]]:
    """The cells as a drawing, and the domino on each square."""
    squares: dict[Square, Half] = {}
    dominoes: dict[Square, int] = {}
    covered: dict[int, set[Square]] = defaultdict(set)
    for cell in cells:
        square = Square(cell["x"], cell["y"])
        squares[square] = _half(cell)
        dominoes[square] = cell["domino"]
        covered[cell["domino"]].add(square)
    return KingdomDrawing(squares, frozenset(map(frozenset, covered.values()))), dominoes


def _half(cell: Json) -> Half:
    """The square's terrain and crowns, or fires and craters."""
    terrain = TERRAINS[cell["terrain"]]
    if "fires" in cell:
        return Half(terrain, cell["fires"] + cell["token"], cell["craters"])
    return Half(terrain, cell["crowns"])


def _marked(text: str, drawing: KingdomDrawing, marks: Mapping[Square, str]) -> str:
    """The drawing with each square's mark, possibly a space, after its two characters."""
    signs = {place: marks.get(square, " ") for place, square in _places(text, drawing, SQUARE_WIDTH)}
    lines, start = [], 0
    for line in text.split("\n"):
        wide = [
            line[i : i + 2].ljust(2) + signs.get(start + i, " ") + line[i + 2 : i + SQUARE_WIDTH]
            for i in range(0, len(line), SQUARE_WIDTH)
        ]
        lines.append("".join(wide))
        start += len(line) + 1
    return "\n".join(lines)


def _places(text: str, drawing: KingdomDrawing, width: int) -> Iterable[tuple[int, Square]]:
    """The position of each square in the text; rows of bars have no squares."""
    every = [CASTLE, *drawing.squares]
    left, y = min(square.x for square in every), max(square.y for square in every)
    start = 0
    for line in text.split("\n"):
        if line.strip(" |"):
            yield from (
                (start + place, Square(left + place // width, y)) for place in range(0, len(line), width)
            )
            y -= 1
        start += len(line) + 1
