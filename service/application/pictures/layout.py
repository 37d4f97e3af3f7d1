"""The positions of the parts of a picture, in pixels of its original size."""

from typing import NamedTuple

MARGIN = 20
GAP = 16
HEAD = 60
"""The height of the line at the top, which says what the picture shows."""
NAME = 44
"""The height of the line above a kingdom, with king, name and points."""
LINE = 92
"""The height of a line of dominoes with the kings on it."""
CARD = (1200, 630)
"""The size that sites expect for previews of links (Open Graph)."""
CARD_WORDS = 430
"""The width of a card's text, to the left of the kingdoms."""
WIDTHS = {2: 420, 3: 372, 4: 420}
"""The width of a kingdom on a table, by the number of players."""
FRAME_WIDTHS = {2: 330, 3: 264, 4: 300}
"""The width of a kingdom in an animation, which has to be small."""
FRAME_HEAD = 48
ALONE = 560
"""The width of a kingdom by itself."""


class Spot(NamedTuple):
    """A rectangle of a picture: its upper left corner and its size."""

    x: int
    y: int
    width: int
    height: int


class Layout(NamedTuple):
    """The size of a picture, its kingdoms by seat, and its two lines, if it shows them."""

    width: int
    height: int
    kingdoms: list[Spot]
    lines: list[Spot]


def table(players: int, *, lines: bool) -> Layout:
    """A whole table: two or three kingdoms side by side, four in two rows, the lines below."""
    side, columns = WIDTHS[players], 3 if players == 3 else 2
    step_x, step_y = side + GAP, side + NAME + GAP
    spots = [
        Spot(MARGIN + step_x * (seat % columns), HEAD + step_y * (seat // columns), side, side + NAME)
        for seat in range(players)
    ]
    width, below = 2 * MARGIN + columns * step_x - GAP, spots[-1].y + step_y
    wide = (width - 2 * MARGIN - GAP) // 2
    shown = [Spot(MARGIN + each * (wide + GAP), below, wide, LINE) for each in range(2)] if lines else []
    return Layout(width, below - GAP + MARGIN + (LINE + GAP if lines else 0), spots, shown)


def frame(players: int) -> Layout:
    """A frame of an animation: a table without lines, smaller, and without gaps between its parts.

    A kingdom's spot includes its share of the gap around it, so that all spots together fill the picture.
    """
    side, columns = FRAME_WIDTHS[players], 3 if players == 3 else 2
    spots = [
        Spot(side * (seat % columns), FRAME_HEAD + (side + NAME) * (seat // columns), side, side + NAME)
        for seat in range(players)
    ]
    return Layout(columns * side, spots[-1].y + side + NAME, spots, [])


def kingdom() -> Layout:
    """One kingdom with its player's name."""
    spot = Spot(MARGIN, MARGIN, ALONE, ALONE + NAME)
    return Layout(ALONE + 2 * MARGIN, ALONE + NAME + 2 * MARGIN, [spot], [])


def card(players: int) -> Layout:
    """A card: text to the left, the kingdoms without names to the right."""
    width, height = CARD
    room = width - CARD_WORDS - 2 * MARGIN
    columns = 2
    rows = 1 if players == 2 else 2
    side = min((room - GAP) // columns, (height - 2 * MARGIN - GAP * (rows - 1)) // rows)
    left = width - MARGIN - columns * side - GAP
    top = (height - rows * side - (rows - 1) * GAP) // 2
    spots = [
        Spot(left + (side + GAP) * (seat % columns), top + (side + GAP) * (seat // columns), side, side)
        for seat in range(players)
    ]
    return Layout(width, height, spots, [])
