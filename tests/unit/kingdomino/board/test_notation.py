"""Text notation of squares, dominoes, placements and kingdoms, read and written."""

from collections.abc import Callable

import pytest

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, Half
from kingdomino.board.grid import Direction
from kingdomino.board.kingdom import Kingdom, Placement
from kingdomino.board.notation import (
    KingdomDrawing,
    NotationError,
    format_domino,
    format_drawing,
    format_half,
    format_placement,
    parse_kingdom,
    parse_number,
    parse_placement,
)
from kingdomino.board.numbers import DominoNumber
from kingdomino.board.terrain import Terrain
from tests.drawing import draw, format_kingdom


def test_squares_are_a_letter_and_a_digit() -> None:
    """`M3` is a mine with three crowns."""
    assert format_half(Half(Terrain.MINE, 3)) == "M3"
    assert format_half(Half(Terrain.GRASSLAND)) == "G0"


def test_a_volcano_is_written_with_its_craters() -> None:
    """R22: `V3` has three craters and no fire."""
    assert format_half(Half(Terrain.VOLCANO, craters=3)) == "V3"


def test_a_domino_is_number_and_faces() -> None:
    """`24:F1W0`, in both sets."""
    assert [format_domino(dominoes[DominoNumber(48)]) for dominoes in (DOMINOES, ORIGINS_DOMINOES)] == [
        "48:W0M3",
        "48:Q0V3",
    ]


@pytest.mark.parametrize("number", DOMINOES)
def test_every_number_is_read(number: DominoNumber) -> None:
    """A number is written without leading zeros."""
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


def test_an_empty_kingdom_is_a_dash() -> None:
    """An empty kingdom is written as `-`, not as an empty string."""
    assert format_kingdom(Kingdom.empty(5)) == "-"
    assert parse_kingdom("-", 7) == Kingdom.empty(7)


def test_a_kingdom_is_drawn_with_its_dominoes() -> None:
    """The highest row comes first; joints show which squares one domino covers."""
    assert draw(parse_kingdom("24@1,0e 3@0,1n 17@1,1e")) == "F0 .  .\n|\nF0 F0-L0\n## F1-W0"
    assert draw(Kingdom.empty(5)) == "##"


def test_an_empty_drawing_is_the_castle() -> None:
    """A drawing without squares is written as the castle alone."""
    assert format_drawing(KingdomDrawing({}, frozenset())) == "##"


WRONG: list[tuple[Callable[[str], object], str]] = [
    *((parse_number, text) for text in ("", "0", "49", "01", "-1", "1 ", "x", "1.0", "٣", "100")),
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
]


@pytest.mark.parametrize(("parse", "text"), WRONG)
def test_what_is_not_the_notation_is_refused(parse: Callable[[str], object], text: str) -> None:
    """The error has a message."""
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert str(refused.value)
