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
FRAME_WIDTHS = {2: 420, 3: 340, 4: 360}
"""The width of a kingdom in an animation, with its share of the gap."""
FRAME_HEAD = 60
FRAME_NAME = 56
FRAME_FOOT = 48
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


def frame(players: int, *, foot: bool) -> Layout:
    """A frame of an animation: a table without lines, and without gaps between its parts.

    A kingdom's spot includes its share of the gap around it, so that all spots together fill the picture,
    but for the line at the foot, if there is one.
    """
    side, columns = FRAME_WIDTHS[players], 3 if players == 3 else 2
    step = side + FRAME_NAME
    spots = [
        Spot(side * (seat % columns), FRAME_HEAD + step * (seat // columns), side, step)
        for seat in range(players)
    ]
    return Layout(columns * side, spots[-1].y + step + (FRAME_FOOT if foot else 0), spots, [])


def kingdom() -> Layout:
    """One kingdom with its player's name."""
    spot = Spot(MARGIN, MARGIN, ALONE, ALONE + NAME)
    return Layout(ALONE + 2 * MARGIN, ALONE + NAME + 2 * MARGIN, [spot], [])


def card(players: int) -> Layout:
    """A card, with kingdoms as large as they can be.

    Two or three stand side by side below a line of text, each below its name; of four the names are to the
    left, and the kingdoms without names to the right.
    """
    width, height = CARD
    if players < 4:
        side = min((width - 2 * MARGIN - (players - 1) * GAP) // players, height - HEAD - NAME - MARGIN)
        step, left = side + GAP, (width - players * side - (players - 1) * GAP) // 2
        top = HEAD + (height - HEAD - MARGIN - NAME - side) // 2
        named = [Spot(left + step * seat, top, side, side + NAME) for seat in range(players)]
        return Layout(width, height, named, [])
    room = width - CARD_WORDS - 2 * MARGIN
    columns = 2
    side = min((room - GAP) // columns, (height - 2 * MARGIN - GAP) // 2)
    left = width - MARGIN - columns * side - GAP
    top = (height - 2 * side - GAP) // 2
    spots = [
        Spot(left + (side + GAP) * (seat % columns), top + (side + GAP) * (seat // columns), side, side)
        for seat in range(players)
    ]
    return Layout(width, height, spots, [])
