"""Legal placements of a domino (R8, R9), on kingdoms drawn as text."""

import pytest

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.grid import Direction, Square
from kingdomino.board.kingdom import Kingdom, LegalPlacements, Placement
from kingdomino.board.notation import format_placement, parse_kingdom, parse_placement
from kingdomino.board.numbers import DominoNumber
from tests.drawing import kingdom

EMPTY = Kingdom.empty(5)


def legal(land: Kingdom, domino: int) -> set[str]:
    """The legal placements of a domino, as text."""
    return {format_placement(p) for p in LegalPlacements(land, DOMINOES[DominoNumber(domino)])}


def allowed(land: Kingdom, placement: str) -> bool:
    """True if a placement, given as text, is legal."""
    return land.allows(parse_placement(placement))


@pytest.mark.parametrize("number", DOMINOES)
def test_an_empty_kingdom_offers_24_placements_or_12_to_a_double(number: DominoNumber) -> None:
    """F: 4 sides of the castle, 3 directions from each, 2 orientations; those of a double count as one."""
    placements = list(LegalPlacements(EMPTY, DOMINOES[number]))
    assert len(placements) == (12 if number <= 12 else 24)
    assert len({frozenset(_covered(p)) for p in placements}) == (12 if number <= 12 else len(placements) / 2)


def _covered(placement: Placement) -> tuple[Square, Square]:
    _, x, y, direction = placement
    return Square(x, y), Square(x + direction.dx, y + direction.dy)


def test_the_castle_takes_any_terrain() -> None:
    """R8: a domino beside the castle matches, whichever half touches it and whatever lies elsewhere."""
    land = kingdom("""
        S0 ##
        """)
    assert allowed(land, "48@1,0e")
    assert allowed(land, "48@2,0w")
    assert allowed(land, "48@0,1n")
    assert allowed(land, "48@0,-2n")


def test_a_half_matches_its_own_terrain_orthogonally() -> None:
    """R8: domino 24 (forest with a crown, wheat) is legal where its forest touches forest."""
    land = kingdom("""
        F0 F0 ##
        """)
    assert allowed(land, "24@-3,0w")
    assert allowed(land, "24@-2,1n")
    assert allowed(land, "24@-2,-1w")


def test_a_terrain_beside_the_other_half_does_not_match() -> None:
    """R8: wheat beside forest with the forest half beside nothing is no match."""
    land = kingdom("""
        F0 F0 ##
        """)
    assert not allowed(land, "24@-4,0e")
    assert not allowed(land, "24@-2,2s")
    assert not allowed(land, "24@-3,1e")


def test_one_matching_half_is_enough() -> None:
    """R8: the other half may lie beside anything."""
    land = kingdom("""
        .  S0 S0
        F0 F0 ##
        """)
    assert allowed(land, "24@-2,1n")
    assert allowed(land, "24@-3,0n")


def test_a_diagonal_touch_is_no_touch() -> None:
    """R8: neither the castle nor a terrain matches across a corner."""
    assert not allowed(EMPTY, "3@1,1e")
    assert not allowed(EMPTY, "3@1,1n")
    land = kingdom("""
        F0 F0 ##
        """)
    assert not allowed(land, "3@-3,1w")


def test_crowns_do_not_matter_for_a_match() -> None:
    """R8 compares terrains only: a mine matches a mine, whatever its crowns."""
    land = kingdom("""
        M3 W0 ##
        """)
    assert allowed(land, "45@-3,0w")


@pytest.mark.parametrize("taken", ["13@0,0e", "13@-1,0e", "13@0,1s", "13@-2,0e", "13@-3,0e"])
def test_covered_squares_are_not_covered_again(taken: str) -> None:
    """R8: both halves must lie on empty squares, and not on the castle."""
    land = kingdom("""
        W0 W0 ##
        """)
    assert not allowed(land, taken)


def test_a_castle_at_the_edge_leaves_five_squares_beside_it() -> None:
    """R9: the box includes the castle; with four columns to its left, nothing fits on its right."""
    land = kingdom("""
        W0 W0 W0 W0 ##
        """)
    assert not allowed(land, "1@1,0n")
    assert not allowed(land, "1@-5,0n")
    assert allowed(land, "1@0,1n")
    assert allowed(land, "1@0,-2n")
    assert legal(land, 3) == {"3@0,1n", "3@-1,1e", "3@0,-2n", "3@-1,-1e"}


def test_a_castle_in_the_corner_has_room_on_two_sides() -> None:
    """R9: with four squares to the left and four upwards, the box ends at the castle on the other sides."""
    land = kingdom("""
        W0 .  .  .  .
        W0 .  .  .  .
        W0 .  .  .  .
        W0 .  .  .  .
        W0 W0 W0 W0 ##
        """)
    # Lakes match the castle only, so the domino must cover the square above it.
    assert legal(land, 7) == {"7@0,1n", "7@-1,1e"}


def test_the_box_grows_with_both_halves() -> None:
    """R9: a domino pointing outwards reaches one square further than one lying across."""
    land = kingdom("""
        ## W0 W0 W0
        """)
    assert allowed(land, "1@4,0n")
    assert not allowed(land, "1@4,0e")
    assert allowed(land, "1@-1,0n")
    assert not allowed(land, "1@-1,0w")


def test_the_castle_may_lie_anywhere_in_the_box() -> None:
    """R9: a row of 5 is legal wherever the castle is in it."""
    assert allowed(parse_kingdom("1@-2,0e"), "2@-4,0e")
    assert allowed(parse_kingdom("1@-2,0e"), "2@1,0e")
    assert allowed(parse_kingdom("1@1,0e"), "2@3,0e")


def test_a_larger_limit_allows_more() -> None:
    """R16: seven squares in a row are legal, eight are not."""
    land = kingdom("## W0 W0 W0 W0", limit=7)
    assert allowed(land, "1@5,0e")
    assert not allowed(kingdom("## W0 W0 W0 W0 W0", limit=7), "1@6,0e")


def test_without_a_limit_a_row_goes_on() -> None:
    """R17: only the number of dominoes limits a kingdom."""
    land = kingdom("## W0 W0 W0 W0 W0 W0", limit=None)
    assert allowed(land, "1@7,0e")


def test_no_room_means_no_placement() -> None:
    """R10 applies when a domino matches only where the box ends: it has no placement."""
    land = kingdom("""
        S0 S0 S0 S0 S0
        S0 .  S0 .  S0
        S0 S0 ## S0 S0
        S0 .  S0 .  S0
        S0 S0 S0 S0 S0
        """)
    placements = LegalPlacements(land, DOMINOES[DominoNumber(12)])
    assert list(placements) == []
    assert len(placements) == 0
    assert not placements


def test_a_gap_of_two_squares_takes_a_domino_that_matches() -> None:
    """R8: in a gap beside the castle any domino fits both ways round; a double's two ways count as one."""
    land = kingdom("""
        L0 L0 L0 L0 L0
        L0 .  .  L0 L0
        L0 L0 ## L0 L0
        L0 L0 L0 L0 L0
        L0 L0 L0 L0 L0
        """)
    assert legal(land, 7) == {"7@-1,1e"}
    assert legal(land, 14) == {"14@-1,1e", "14@0,1w"}
    assert legal(land, 45) == {"45@-1,1e", "45@0,1w"}


def test_a_gap_away_from_the_castle_needs_a_match() -> None:
    """R8: a gap with only lakes around takes a domino with a lake, but not one without."""
    land = kingdom("""
        .  .  L0 L0 L0
        L0 L0 L0 L0 L0
        L0 L0 ## L0 L0
        L0 L0 L0 L0 L0
        L0 L0 L0 L0 L0
        """)
    assert legal(land, 14) == {"14@-2,2e", "14@-1,2w"}
    assert legal(land, 45) == set()


def test_a_double_is_listed_once() -> None:
    """Both orientations over the same squares are one placement, with the first half to the west or south."""
    assert legal(EMPTY, 1) >= {"1@1,0e", "1@0,1n"}
    assert not {"1@2,0w", "1@0,2s"} & legal(EMPTY, 1)
    assert {"24@1,0e", "24@2,0w"} <= legal(EMPTY, 24)


@pytest.mark.parametrize(
    ("given", "listed"),
    [
        ("1@2,0w", "1@1,0e"),
        ("1@0,2s", "1@0,1n"),
        ("1@1,0e", "1@1,0e"),
        ("24@2,0w", "24@2,0w"),
        ("24@0,2s", "24@0,2s"),
    ],
)
def test_the_other_orientation_of_a_double_is_the_listed_move(given: str, listed: str) -> None:
    """Turning a domino round changes nothing for doubles only."""
    assert EMPTY.canonical(parse_placement(given)) == parse_placement(listed)


def test_the_list_of_placements_is_a_sequence() -> None:
    """Length, order, indexing from both ends, slices and membership of the list agree."""
    land = parse_kingdom("24@1,0e 3@0,1n")
    placements = LegalPlacements(land, DOMINOES[DominoNumber(26)])
    listed = list(placements)
    assert len(listed) == len(placements) > 10
    assert [placements[i] for i in range(len(listed))] == listed
    assert [placements[i - len(listed)] for i in range(len(listed))] == listed
    assert placements[2:7:2] == listed[2:7:2]
    assert list(reversed(placements)) == listed[::-1]
    assert listed[3] in placements
    for outside in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            placements[outside]


def test_placing_leaves_the_kingdom_before_as_it_was() -> None:
    """A kingdom is an immutable value: placing and discarding return a new one."""
    before = parse_kingdom("24@1,0e")
    after = before.place(Placement(DominoNumber(3), 0, 1, Direction.NORTH))
    assert before == parse_kingdom("24@1,0e")
    assert after == parse_kingdom("24@1,0e 3@0,1n")
    assert before.discard(DominoNumber(5)).discarded == (5,)
    assert before.discarded == ()


def test_cells_tell_what_covers_each_square() -> None:
    """Cells are in the order of placing, first half first; the castle is not among them."""
    cells = list(parse_kingdom("24@1,0e 48@0,-1s").cells())
    assert [(*c.square, c.half.terrain.letter, c.half.crowns, c.domino) for c in cells] == [
        (1, 0, "F", 1, 24),
        (2, 0, "W", 0, 24),
        (0, -1, "W", 0, 48),
        (0, -2, "M", 3, 48),
    ]
