"""Text notation of squares, dominoes, placements and kingdoms, read and written."""

from collections.abc import Callable

import pytest

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, DominoSet, Half
from kingdomino.board.grid import Direction, Square
from kingdomino.board.kingdom import Kingdom, Placement
from kingdomino.board.notation import (
    KingdomDrawing,
    NotationError,
    draw,
    format_domino,
    format_drawing,
    format_half,
    format_kingdom,
    format_placement,
    parse_domino,
    parse_drawing,
    parse_half,
    parse_kingdom,
    parse_number,
    parse_placement,
)
from kingdomino.board.numbers import DominoNumber
from kingdomino.board.terrain import Terrain

DRAWN = """\
F0 .  M2
|     |
F0 W0 L1
## F1-W0"""


def test_squares_are_a_letter_and_a_digit() -> None:
    """`M3` is a mine with three crowns."""
    assert parse_half("M3") == Half(Terrain.MINE, 3)
    assert format_half(Half(Terrain.GRASSLAND)) == "G0"


def test_a_volcano_is_written_with_its_craters() -> None:
    """R22: `V3` has three craters and no fire; a volcano without a crater does not exist."""
    volcano = Half(Terrain.VOLCANO, craters=3)
    assert format_half(volcano) == "V3"
    assert parse_half("V3") == volcano


@pytest.mark.parametrize("dominoes", [DOMINOES, ORIGINS_DOMINOES])
@pytest.mark.parametrize("number", DOMINOES)
def test_every_domino_is_read_as_it_is_written(number: DominoNumber, dominoes: DominoSet) -> None:
    """A domino is written as number and faces, `24:F1W0`, in both sets."""
    domino = dominoes[number]
    assert parse_domino(format_domino(domino), dominoes) == domino
    assert parse_number(str(number)) == number


@pytest.mark.parametrize("direction", list(Direction))
def test_every_direction_is_read_as_it_is_written(direction: Direction) -> None:
    """Placements may have negative and two-digit coordinates."""
    placement = Placement(DominoNumber(48), -12, 7, direction)
    assert parse_placement(format_placement(placement)) == placement


def test_a_placement_is_number_square_and_direction() -> None:
    """`24@1,0e`: domino 24, first half at (1, 0), second to the east."""
    assert parse_placement("24@1,0e") == Placement(DominoNumber(24), 1, 0, Direction.EAST)


@pytest.mark.parametrize("text", ["-", "24@1,0e", "24@1,0e 3@0,1n", "24@1,0e 5x 7x", "5x"])
def test_kingdoms_are_read_as_they_are_written(text: str) -> None:
    """A kingdom is written as its placements in order, then its discards."""
    assert format_kingdom(parse_kingdom(text)) == text


def test_a_territory_of_origins_is_read_with_its_own_set() -> None:
    """In Origins domino 48 is a quarry and a volcano."""
    land = parse_kingdom("48@1,0e 5x", 7, ORIGINS_DOMINOES)
    assert format_kingdom(land) == "48@1,0e 5x"
    assert draw(land) == "## Q0-V3"
    assert format_drawing(parse_drawing(draw(land))) == draw(land)


def test_an_empty_kingdom_is_a_dash() -> None:
    """An empty kingdom is written as `-`, not as an empty string."""
    assert format_kingdom(Kingdom.empty(5)) == "-"
    assert parse_kingdom("-", 7) == Kingdom.empty(7)


def test_a_kingdom_is_drawn_with_its_dominoes() -> None:
    """The highest row comes first; joints show which squares one domino covers."""
    assert draw(parse_kingdom("24@1,0e 3@0,1n 17@1,1e")) == "F0 .  .\n|\nF0 F0-L0\n## F1-W0"
    assert draw(Kingdom.empty(5)) == "##"


def test_a_drawing_is_read_as_it_is_written() -> None:
    """A drawing has squares and joints; the castle is the origin."""
    drawing = parse_drawing(DRAWN)
    assert format_drawing(drawing) == DRAWN
    assert drawing.squares[Square(2, 2)] == Half(Terrain.MINE, 2)
    assert Square(0, 0) not in drawing.squares
    assert Square(1, 2) not in drawing.squares
    assert frozenset({Square(0, 1), Square(0, 2)}) in drawing.joints
    assert len(drawing.joints) == 3


def test_a_drawing_may_be_indented_and_without_joints() -> None:
    """Drawings in a test's source may be indented and omit joints."""
    drawing = parse_drawing("""
            F0 .  W0
            ## W0 W0

        """)
    assert set(drawing.squares) == {Square(0, 1), Square(2, 1), Square(1, 0), Square(2, 0)}
    assert drawing.joints == frozenset()


def test_a_castle_may_stand_anywhere_in_a_drawing() -> None:
    """Squares to the left and below have negative coordinates."""
    squares = parse_drawing("""
        W0 ## .
        .  .  S2
        """).squares
    assert squares == {Square(-1, 0): Half(Terrain.WHEAT), Square(1, -1): Half(Terrain.SWAMP, 2)}


def test_an_empty_drawing_is_the_castle() -> None:
    """A drawing without squares is written as the castle alone."""
    assert format_drawing(KingdomDrawing({}, frozenset())) == "##"
    assert parse_drawing("##") == KingdomDrawing({}, frozenset())


WRONG: list[tuple[Callable[[str], object], str]] = [
    *((parse_half, text) for text in ("", "W", "W4", "X0", "w0", "W00", "V0", "V4", " W0", "W-", "0W", "W¹")),
    *((parse_number, text) for text in ("", "0", "49", "01", "-1", "1 ", "x", "1.0", "٣", "100")),
    *((parse_domino, text) for text in ("", "24", "24:F1", "24:W0F1", "24F1W0", "49:W0W0", "24:F1W0 ")),
    *(
        (parse_placement, text)
        for text in (
            "",
            "24",
            "24@1,0",
            "24@1,0x",
            "24@1,0E",
            "24@01,0e",
            "24@-0,0e",
            "24@1;0e",
            "24 @1,0e",
            "24@1,0e\n",
            "49@1,0e",
            "024@1,0e",
            "24@+1,0e",
            "24@1.0,0e",
        )
    ),
    *(
        (parse_kingdom, text)
        for text in (
            "",
            " ",
            "24@1,0e ",
            "24@1,0e  3@0,1n",
            "x",
            "5y",
            "49x",
            "24@3,3e",
            "24@0,0e",
            "24@1,0e 24@1,0e",
            "24@1,0e 24@0,1n",
            "24@1,0e 24x",
            "5x 5x",
            "5x 24@1,0e",
            "- 5x",
        )
    ),
    *(
        (parse_drawing, text)
        for text in (
            "",
            "W0 W0",
            "## ##",
            "##W0",
            "## W0+W0",
            "## W4",
            "## W0-",
            "##-W0",
            "##\n|\nW0",
            "##\nW0\n|",
            "## W0-W0-W0",
            "## W0-W0\n   |\n   W0",
        )
    ),
]


@pytest.mark.parametrize(("parse", "text"), WRONG)
def test_what_is_not_the_notation_is_refused(parse: Callable[[str], object], text: str) -> None:
    """The error has a message."""
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert str(refused.value)
