"""Where the parts of a picture lie, in pixels of its first size."""

from typing import NamedTuple

MARGIN = 20
GAP = 16
HEAD = 60
"""The line at the top: what the picture shows."""
NAME = 44
"""The line above a kingdom: king, name and points."""
LINE = 92
"""A line of dominoes with the kings on it."""
CARD = (1200, 630)
"""What sites that preview links ask for (Open Graph)."""
CARD_WORDS = 430
"""The width of a card's words, beside the kingdoms."""
WIDTHS = {2: 420, 3: 372, 4: 420}
"""The width of a kingdom on a table, by the number of players."""
FRAME_WIDTHS = {2: 330, 3: 264, 4: 300}
"""The width of a kingdom in an animation, which has to be small."""
FRAME_HEAD = 48
ALONE = 560
"""The width of a kingdom by itself."""


class Spot(NamedTuple):
    """A rectangle of a picture: its left upper corner and its size."""

    x: int
    y: int
    width: int
    height: int


class Layout(NamedTuple):
    """A picture's size, its kingdoms by seat, and its two lines, if it shows them."""

    width: int
    height: int
    kingdoms: list[Spot]
    lines: list[Spot]


def table(players: int, *, lines: bool) -> Layout:
    """A whole table: two or three kingdoms beside each other, four in two rows, the lines below."""
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
    """A frame of an animation: the same as a table without lines, smaller and without gaps between its parts.

    A kingdom's spot has its share of the gap around it, so that all spots together are the picture.
    """
    side, columns = FRAME_WIDTHS[players], 3 if players == 3 else 2
    spots = [
        Spot(side * (seat % columns), FRAME_HEAD + (side + NAME) * (seat // columns), side, side + NAME)
        for seat in range(players)
    ]
    return Layout(columns * side, spots[-1].y + side + NAME, spots, [])


def kingdom() -> Layout:
    """One kingdom with its owner's name."""
    spot = Spot(MARGIN, MARGIN, ALONE, ALONE + NAME)
    return Layout(ALONE + 2 * MARGIN, ALONE + NAME + 2 * MARGIN, [spot], [])


def card(players: int) -> Layout:
    """A preview: words to the left, the kingdoms without names to the right."""
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
