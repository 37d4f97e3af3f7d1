"""Text notation of dominoes, placements and kingdoms; `parse` followed by `format` is the identity.

- a square: terrain letter and crowns, `W0`, `M3`; in Origins fires, `J2`, or a volcano's craters, `V3`; the
  castle is `##`, an empty square `.`;
- a domino: number and faces, `24:F1W0`;
- a placement: number, square of the first half, direction letter, `24@1,0e`; a discard: `24x`;
- a kingdom as a line: its placements in order, then its discards, separated by spaces; `-` when empty;
- a kingdom as a drawing: rows of squares, the highest y first, a square at every third character; a `-` joins
  the halves of a domino within a row, a `|` between two rows joins the halves above and below it:

  >>> print(draw(parse_kingdom("24@1,0e 3@0,1n")))
  F0 .  .
  |
  F0 .  .
  ## F1-W0
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kingdomino.board.dominoes import DOMINOES, Domino, DominoSet, Half, half
from kingdomino.board.grid import CASTLE, Direction, Square
from kingdomino.board.kingdom import Cell, Kingdom, Placement
from kingdomino.board.numbers import DominoNumber
from kingdomino.board.terrain import TERRAIN_OF_LETTER

CASTLE_SIGN = "##"
"""The sign of the castle in a drawing."""

NO_CRATERS = "V0"
"""The text of a volcano without craters, which does not exist: every volcano has a crater (R22)."""

_DIRECTION_OF_LETTER = {direction.letter: direction for direction in Direction}
_NUMBER = re.compile(r"[1-9][0-9]?")
_DOMINO = re.compile(r"([1-9][0-9]?):(\S\S)(\S\S)")
_PLACEMENT = re.compile(r"([1-9][0-9]?)@(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)([enws])")


class NotationError(ValueError):
    """Text that breaks the notation; the message says what was found, where, and what is valid."""


class KingdomDrawing(NamedTuple):
    """A drawn kingdom: its squares without the castle, and each pair of squares that one domino covers."""

    squares: Mapping[Square, Half]
    joints: frozenset[frozenset[Square]]


def format_half(half: Half) -> str:
    """A square in two characters, `F1`; for a volcano with its craters, `V3`."""
    return f"{half.terrain.letter}{half.craters or half.crowns}"


def parse_half(text: str) -> Half:
    """The square that `format_half` wrote."""
    if len(text) == 2 and text[0] in TERRAIN_OF_LETTER and text[1] in "0123" and text != NO_CRATERS:
        return half(text)
    letters = "".join(TERRAIN_OF_LETTER)
    raise NotationError(
        f"{text!r} is no square: one of {letters} and 0 to 3 crowns, as in 'F1', or 1 to 3 craters"
    )


def format_domino(domino: Domino) -> str:
    """A domino with its number and faces, `24:F1W0`."""
    return f"{domino.number}:{format_half(domino.a)}{format_half(domino.b)}"


def parse_domino(text: str, dominoes: DominoSet = DOMINOES) -> Domino:
    """The domino that `format_domino` wrote; refused if its faces are not those of its number in the set."""
    match = _DOMINO.fullmatch(text)
    if not match:
        raise NotationError(f"{text!r} is no domino: number, colon and two squares, as in '24:F1W0'")
    domino = dominoes[parse_number(match[1])]
    if (parse_half(match[2]), parse_half(match[3])) != (domino.a, domino.b):
        raise NotationError(f"{text!r}: domino {domino.number} is {format_domino(domino)}")
    return domino


def parse_number(text: str) -> DominoNumber:
    """A domino's number, 1 to 48."""
    if not _NUMBER.fullmatch(text) or int(text) not in DOMINOES:
        raise NotationError(f"{text!r} is no domino's number: 1 to {len(DOMINOES)}")
    return DominoNumber(int(text))


def format_placement(placement: Placement) -> str:
    """A placement, `24@1,0e`."""
    domino, x, y, direction = placement
    return f"{domino}@{x},{y}{direction.letter}"


def parse_placement(text: str) -> Placement:
    """The placement that `format_placement` wrote; does not check whether it is legal."""
    match = _PLACEMENT.fullmatch(text)
    if not match:
        raise NotationError(
            f"{text!r} is no placement: number, @, x, comma, y and one of e n w s, as in '24@1,0e'"
        )
    number, x, y, letter = match.groups()
    return Placement(parse_number(number), int(x), int(y), _DIRECTION_OF_LETTER[letter])


def format_kingdom(kingdom: Kingdom) -> str:
    """A kingdom in one line: placements in order, then discards; `-` when there is neither."""
    words = [format_placement(placement) for placement in kingdom.placements]
    words += [f"{domino}x" for domino in kingdom.discarded]
    return " ".join(words) or "-"


def parse_kingdom(text: str, limit: int | None = 5, dominoes: DominoSet = DOMINOES) -> Kingdom:
    """The kingdom that `format_kingdom` wrote; every placement is checked against the rules."""
    kingdom = Kingdom.empty(limit, dominoes)
    seen: set[DominoNumber] = set()
    for word in [] if text == "-" else text.split(" "):
        discarded = word.endswith("x")
        placement = None if discarded else parse_placement(word)
        domino = placement.domino if placement else parse_number(word[:-1])
        why = _refusal(kingdom, placement) or ("it is there already" if domino in seen else "")
        if why:
            raise NotationError(f"{word!r} in {text!r}: {why}")
        kingdom = kingdom.place(placement) if placement else kingdom.discard(domino)
        seen.add(domino)
    return kingdom


def _refusal(kingdom: Kingdom, placement: Placement | None) -> str:
    """The reason why the placement, or a discard (None), cannot come next in a line; empty if it can."""
    if placement and kingdom.discarded:
        return "placements come before discards"
    return "it may not lie there" if placement and not kingdom.allows(placement) else ""


def draw(kingdom: Kingdom) -> str:
    """A kingdom as a drawing, cropped to its bounding box; lines have no trailing spaces."""
    cells = list(kingdom.cells())
    pairs = zip(cells[::2], cells[1::2], strict=True)
    joints = frozenset(frozenset((a.square, b.square)) for a, b in pairs)
    return format_drawing(KingdomDrawing(_squares(cells), joints))


def _squares(cells: Iterable[Cell]) -> dict[Square, Half]:
    return {cell.square: cell.half for cell in cells}


def format_drawing(drawing: KingdomDrawing) -> str:
    """A drawing as text, in the form of the module's example."""
    every = [CASTLE, *drawing.squares]
    columns = range(min(s.x for s in every), max(s.x for s in every) + 1)
    lines = []
    for y in range(max(s.y for s in every), min(s.y for s in every) - 1, -1):
        row = [Square(x, y) for x in columns]
        lines.append("".join(_sign(drawing, square) for square in row).rstrip())
        lines.append("".join(_bar(drawing, square) for square in row).rstrip())
    return "\n".join(line for line in lines if line)


def _sign(drawing: KingdomDrawing, square: Square) -> str:
    half = drawing.squares.get(square)
    sign = CASTLE_SIGN if square == CASTLE else format_half(half) if half else ". "
    joined = frozenset((square, Square(square.x + 1, square.y))) in drawing.joints
    return sign + ("-" if joined else " ")


def _bar(drawing: KingdomDrawing, square: Square) -> str:
    joined = frozenset((square, Square(square.x, square.y - 1))) in drawing.joints
    return "|  " if joined else "   "


def parse_drawing(text: str) -> KingdomDrawing:
    """The drawing in a text, indented or not; the joints are optional.

    Raises `NotationError` for a malformed line, an invalid joint, or any number of castles but one.
    """
    lines = _dedented(text)
    rows = [line for line in lines if not _is_bars(line)]
    castles = [(x, i) for i, row in enumerate(rows) for x, sign in _signs(row) if sign == CASTLE_SIGN]
    if len(castles) != 1:
        raise NotationError(f"a drawing has one castle {CASTLE_SIGN}, not {len(castles)}")
    (left, top) = castles[0]
    squares: dict[Square, Half] = {}
    joints: set[frozenset[Square]] = set()
    y = top + 1
    for line in lines:
        if _is_bars(line):
            columns = [i // 3 - left for i, sign in enumerate(line) if sign == "|"]
            joints |= {frozenset((Square(x, y), Square(x, y - 1))) for x in columns}
            continue
        y -= 1
        row = [(Square(x - left, y), sign) for x, sign in _signs(line)]
        squares |= {at: parse_half(sign) for at, sign in row if sign not in {"", ".", CASTLE_SIGN}}
        columns = [i // 3 - left for i, sign in enumerate(line) if i % 3 == 2 and sign == "-"]
        joints |= {frozenset((Square(x, y), Square(x + 1, y))) for x in columns}
    joined = [square for joint in joints for square in joint]
    if not squares.keys() >= set(joined):
        raise NotationError("a joint leads to a square that is empty or the castle")
    if len(set(joined)) < len(joined):
        raise NotationError("two joints meet in a square: a domino has two")
    return KingdomDrawing(squares, frozenset(joints))


def _dedented(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in lines if not _is_bars(line)), default=0)
    return [line[margin:] for line in lines]


def _is_bars(line: str) -> bool:
    return "|" in line and not line.replace("|", "").strip()


def _signs(row: str) -> list[tuple[int, str]]:
    """The signs of a row by column; refused if anything but a space or `-` stands between two."""
    if any(row[i] not in " -" for i in range(2, len(row), 3)):
        raise NotationError(f"{row!r}: squares stand at every third character")
    return [(i // 3, row[i : i + 2].strip()) for i in range(0, len(row), 3)]
