"""Text notation of dominoes, placements and kingdoms.

- a square: terrain letter and crowns, `W0`, `M3`; in Origins fires, `J2`, or a volcano's craters, `V3`; the
  castle is `##`, an empty square `.`;
- a domino: number and faces, `24:F1W0`;
- a placement: number, square of the first half, direction letter, `24@1,0e`; a discard: `24x`;
- a kingdom as a line: its placements in order, then its discards, separated by spaces; `-` when empty;
- a kingdom as a drawing: rows of squares, the highest y first, a square at every third character; a `-` joins
  the halves of a domino within a row, a `|` between two rows joins the halves above and below it:

      F0 .  .
      |
      F0 .  .
      ## F1-W0
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from kingdomino.board.dominoes import DOMINOES, Domino, DominoSet, Half
from kingdomino.board.grid import CASTLE, Direction, Square
from kingdomino.board.kingdom import Kingdom, Placement
from kingdomino.board.numbers import DominoNumber

CASTLE_SIGN = "##"
"""The sign of the castle in a drawing."""

_DIRECTION_OF_LETTER = {direction.letter: direction for direction in Direction}
_NUMBER = re.compile(r"[1-9][0-9]?")
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


def format_domino(domino: Domino) -> str:
    """A domino with its number and faces, `24:F1W0`."""
    return f"{domino.number}:{format_half(domino.a)}{format_half(domino.b)}"


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


def parse_kingdom(text: str, limit: int | None = 5, dominoes: DominoSet = DOMINOES) -> Kingdom:
    """The kingdom of a line; every placement is checked against the rules."""
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
