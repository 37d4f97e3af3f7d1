"""Points, bonuses and places (R11, R12, R14, R15) on kingdoms worked out by hand."""

import pytest

from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import parse_kingdom
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.rules import Rules
from kingdomino.scoring import Region, Score, live_total, ranking, regions, score
from tests.drawing import kingdom
from tests.games import begun

COMPLETE = (
    "48@-1,1s 4@0,1n 27@-1,2w 22@-2,1s 6@1,1e 40@-1,-1w 8@0,-1e 28@2,0w 17@2,2w 5@2,-2n 24@1,-2w 38@-1,-2w"
)
"""A kingdom of twelve dominoes with the castle in the middle:

    W0-F1 F0 L0-F0
          |
    W1 W0 F0 F0-F0
    |  |
    S0 M3 ## L0-F1
    W0-M1 L0-L0 F0
                |
    S1-W0 W0-F1 F0
"""


def scored(land: Kingdom, *, players: int = 4, **options: bool) -> Score:
    """The live score of the kingdom in a game with these options."""
    game = begun(players, Rules(**options)).game  # type: ignore[arg-type]
    game = game._replace(kingdoms=(land, *game.kingdoms[1:]))
    result = score(game, Seat(0))
    assert live_total(game, land) == result.total
    return result


def test_a_castle_alone_scores_nothing() -> None:
    """R11: the castle belongs to no region."""
    assert scored(Kingdom.empty(5)) == Score(
        total=Points(0),
        regions=(),
        middle_kingdom=Points(0),
        harmony=Points(0),
        largest_region=0,
        crowns=0,
    )


def test_a_region_scores_squares_times_crowns() -> None:
    """R11: 4 forests with 1 + 1 crowns are 8 points; 3 wheats without a crown are 0."""
    land = kingdom("""
        F1 F0 W0
        F0 ## W0
        F1 .  W0
        """)
    assert list(regions(land)) == [Region(Terrain.WHEAT, 3, 0), Region(Terrain.FOREST, 4, 2)]
    result = scored(land)
    assert result.total == 8
    assert result.largest_region == 4
    assert result.crowns == 2


def test_regions_of_one_terrain_score_apart() -> None:
    """R11: two lakes, 2 x 1 and 3 x 2, are 8, not 5 x 3; a third without crowns adds nothing."""
    land = kingdom("""
        L1 L0 .
        .  ## L0
        L1 L0 .
        L1 .  .
        """)
    assert list(regions(land)) == [
        Region(Terrain.LAKE, 3, 2),
        Region(Terrain.LAKE, 1, 0),
        Region(Terrain.LAKE, 2, 1),
    ]
    assert scored(land).total == 8


def test_squares_connect_orthogonally_only() -> None:
    """R11: across a corner a swamp of 2 crowns stays alone: 1 x 2 + 1 x 1 = 3."""
    land = kingdom("""
        S2 ##
        .  S1
        """)
    assert scored(land).total == 3
    assert scored(land).largest_region == 1


def test_the_castle_does_not_connect() -> None:
    """R11: the same terrain on both sides of the castle forms two regions: 1 x 1 + 1 x 0."""
    assert scored(kingdom("G1 ## G0")).total == 1


def test_three_crowns_count_three() -> None:
    """R11: mines of 3, 2, 1 and 0 crowns in one region of 4 are 4 x 6 = 24."""
    assert scored(kingdom("## M3 M2 M1 M0")).total == 24


def test_a_winding_region_is_one() -> None:
    """R11: a spiral of 16 wheats with one crown at its inner end is 16; swamp 3 x 2 = 6; lake 4 x 0."""
    land = kingdom("""
        W0 W0 W0 W0 W0
        W0 L0 L0 L0 W0
        W0 L0 ## W1 W0
        W0 S2 S0 S0 .
        W0 W0 W0 W0 W0
        """)
    result = scored(land)
    assert [(r.terrain.letter, r.squares, r.crowns) for r in result.regions] == [
        ("W", 16, 1),
        ("L", 4, 0),
        ("S", 3, 2),
    ]
    assert result.total == 22
    assert result.largest_region == 16
    assert result.crowns == 3


def test_rows_do_not_run_into_each_other() -> None:
    """R11: the end of one row and the beginning of the next are far apart."""
    land = kingdom("""
        .  .  .  .  F1
        ## W0 W0 W0 W0
        F1 .  .  .  .
        """)
    assert [r.squares for r in scored(land).regions] == [4, 1, 1]


def test_the_largest_region_needs_no_crown() -> None:
    """R12: three wheats without crowns are larger than a mine with three."""
    result = scored(kingdom("W0 W0 W0 ## M3"))
    assert result.total == 3
    assert result.largest_region == 3


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("W0 W0 ## W0 W0", 10),
        ("W0 W0 ## W0", 10),
        ("## W0 W0", 10),
        ("##", 10),
        ("W0 ## W0 W0 W0", 0),
        ("## W0 W0 W0 W0", 0),
        ("## W0 W0 W0", 0),
    ],
)
def test_middle_kingdom_pays_where_nothing_is_further_than_two(text: str, paid: int) -> None:
    """R14: incomplete kingdoms are paid too, if no square is more than two from the castle."""
    assert scored(kingdom(text), middle_kingdom=True).middle_kingdom == paid
    assert scored(kingdom(text)).middle_kingdom == 0


def test_middle_kingdom_looks_up_and_down_too() -> None:
    """R14: the distance counts in y as in x."""
    land = kingdom("""
        W0
        W0
        W0
        ##
        """)
    assert scored(land, middle_kingdom=True).middle_kingdom == 0
    land = kingdom("""
        W0
        W0
        ##
        W0
        W1
        """)
    result = scored(land, middle_kingdom=True)
    assert result.middle_kingdom == 10
    assert result.total == 12


def test_middle_kingdom_reaches_three_in_a_mighty_duel() -> None:
    """R14, R16: in a 7x7 the middle reaches three squares."""
    row = kingdom("W0 W0 W0 ## W0 W0 W0", limit=7)
    assert scored(row, players=2, middle_kingdom=True, mighty_duel=True).middle_kingdom == 10
    row = kingdom("## W0 W0 W0 W0", limit=7)
    assert scored(row, players=2, middle_kingdom=True, mighty_duel=True).middle_kingdom == 0


def test_harmony_pays_when_the_last_domino_lies() -> None:
    """R15: with twelve dominoes placed it pays; with one discarded or still to come it does not."""
    complete = parse_kingdom(COMPLETE)
    words = COMPLETE.split(" ")
    begun_only = parse_kingdom(" ".join(words[:-1]))
    assert scored(complete, harmony=True).harmony == 5
    assert scored(begun_only, harmony=True).harmony == 0
    assert scored(begun_only.discard(DominoNumber(48)), harmony=True).harmony == 0
    assert scored(complete).harmony == 0


def test_bonuses_add_up() -> None:
    """R14, R15: 10 and 5 on top of the regions."""
    land = parse_kingdom(COMPLETE)
    plain = scored(land)
    rich = scored(land, middle_kingdom=True, harmony=True)
    assert rich.total == plain.total + 15
    assert rich.regions == plain.regions


def test_a_full_kingdom_scores_as_counted_by_hand() -> None:
    """R11: forest 10 x 3 = 30, mine 2 x 4 = 8, wheat 3 x 1 = 3, swamp 1 x 1 = 1; the other six nothing."""
    result = scored(parse_kingdom(COMPLETE))
    assert result.total == 30 + 8 + 3 + 1
    assert len(result.regions) == 4 + 5
    assert result.largest_region == 10
    assert result.crowns == 3 + 4 + 1 + 1


def result(total: int, largest: int = 0, crowns: int = 0) -> Score:
    """A score with the numbers that decide a place."""
    return Score(Points(total), (), Points(0), Points(0), largest, crowns)


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ([result(10), result(30), result(20)], [[1], [2], [0]]),
        ([result(30, 5, 9), result(30, 6, 2)], [[1], [0]]),
        ([result(30, 6, 2), result(30, 6, 3)], [[1], [0]]),
        ([result(29, 9, 9), result(30, 1, 1)], [[1], [0]]),
        ([result(30, 6, 3), result(30, 6, 3)], [[0, 1]]),
        ([result(9), result(30, 6, 3), result(8), result(30, 6, 3)], [[1, 3], [0], [2]]),
        ([result(5), result(5), result(5), result(5)], [[0, 1, 2, 3]]),
        ([result(40), result(5, 2, 1), result(5, 2, 1)], [[0], [1, 2]]),
    ],
)
def test_places_go_by_points_then_region_then_crowns(scores: list[Score], places: list[list[int]]) -> None:
    """R12: most points, then largest region, then most crowns; otherwise the place is shared."""
    assert [list(place) for place in ranking(scores)] == places


def test_places_after_a_shared_one_skip() -> None:
    """R12: 1, 1, 3: a group's place is one more than the number of seats before it."""
    groups = ranking([result(30), result(7), result(30)])
    places: dict[int, int] = {}
    before = 0
    for group in groups:
        places |= dict.fromkeys(group, before + 1)
        before += len(group)
    assert places == {0: 1, 2: 1, 1: 3}
