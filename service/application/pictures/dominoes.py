"""Draws a domino as SVG; `static/board/` draws the same.

Pages draw hundreds: in Python one takes a tenth of the time that a template takes. Every value is a number or
one of the rules' words, so nothing is escaped.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from kingdomino.board.numbers import DominoNumber
from service.application.i18n.arguments import digits
from service.application.i18n.speaking import present

Json = Mapping[str, Any]
SIDE = 40
VARIANTS = 3
"""The number of drawings of each terrain in `templates/board/shapes.html`."""


def domino(number: DominoNumber, squares: Sequence[Json]) -> Markup:
    """Two squares as one domino.

    Its number is at the seam, where it covers no letter: at the bottom, or to the right if it is vertical.
    """
    left, top = SIDE * min(each["x"] for each in squares), -SIDE * max(each["y"] for each in squares)
    lies = squares[0]["y"] == squares[1]["y"]
    width, height = (78.4, 38.4) if lies else (38.4, 78.4)
    middle, base = (left + 33, top + 34) if lies else (left + 30, top + 40)
    # The two halves of a domino have different variants of a terrain.
    cells = _cell(squares[0], number) + _cell(squares[1], number + 1)
    read = digits(str(number), present().locale)
    drawn = (
        f'\n<g class="domino" data-domino="{number}">{cells}'
        f'<use href="#slab{"" if lies else "-up"}" x="{left}" y="{top}"/>'
        f'<rect class="edge" x="{left + 0.8}" y="{top + 0.8}" width="{width}" height="{height}" rx="2"/>'
        f'<g class="reading"><rect class="number-ground" x="{middle - 7}" y="{base - 4.5}" '
        'width="14" height="9" rx="4.5"/>\n'
        f'<text class="number" x="{middle}" y="{base + 2.6}">{read}</text></g></g>'
    )
    return Markup(drawn)  # noqa: S704 - see above


def shadow(squares: Iterable[Json]) -> str:
    """The path of the shadow that a kingdom with these squares and its castle casts on the table."""
    places = [(0, 0), *((each["x"], each["y"]) for each in squares)]
    return "".join(f"M{SIDE * x + 2} {4 - SIDE * y}h40v40h-40z" for x, y in places)


def _cell(square: Json, variant: int) -> str:
    x, y = square["x"], square["y"]
    placed = f'<g class="cell" data-x="{x}" data-y="{y}">'
    return placed + "\n".join(_uses(square, SIDE * x, -SIDE * y, variant)) + "</g>"


def _uses(square: Json, x: int, y: int, variant: int) -> Iterator[str]:
    """The terrain, and the signs and pieces on it."""
    which = variant % VARIANTS
    yield _use(f"tile-{square['terrain']}{f'-{which}' if which else ''}", x, y, SIDE)
    for sign in ("crowns", "fires", "craters"):
        if square.get(sign):
            yield _use(f"{sign}-{square[sign]}", x, y, SIDE)
    if square.get("token"):
        yield _use(f"token-{square['token']}", x + 8, y + 8, 24)
    if square.get("resource"):
        yield _use(square["resource"], x + 11, y + 11, 18)
    if square.get("caveman"):
        yield _use(f"caveman-{square['caveman']}", x + 8, y + 8, 24)


def _use(shape: str, x: int, y: int, size: int) -> str:
    return f'<use href="#{shape}" x="{x}" y="{y}" width="{size}" height="{size}"/>'
