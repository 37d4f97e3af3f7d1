"""The rules of Origins one by one, R20 to R31 of `docs/play/rules.md`, each on positions worked out by hand.

Territories are drawn as text, with a second drawing of the pieces on them (see `tests.drawing`).
"""

from collections import Counter
from typing import Any

import pytest

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.dominoes import ORIGINS_DOMINOES
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom, LegalPlacements
from kingdomino.board.notation import parse_placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game import Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Discard
from kingdomino.game.events import DominoChosen, DominoLeftOver, KingDrawn
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.origins_events import (
    BoardRefilled,
    CavemanPaid,
    FireLost,
    FirePlaced,
    RecruitingDeclined,
    TotemGiven,
    TotemReturned,
    TotemTaken,
)
from kingdomino.game.table import TILES, Origin, Volcano
from kingdomino.machine import automatic, begin, evolve, legal_commands
from kingdomino.origins.scoring import caveman_points
from kingdomino.origins.territory import caveman_squares, counts, resource_of
from kingdomino.rules import GameKind, Mode, Rules, check_fields
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Score, ranking, regions, score
from tests.drawing import territory
from tests.games import Played, begun, deck, origins, placing, seats

EMPTY = Kingdom.empty(5, ORIGINS_DOMINOES)
TRIBE_BOARD = (Caveman.HUNTER, Caveman.SHAMAN, Caveman.WARRIOR1, Caveman.WARRIOR1)
MAMMOTH, FISH, MUSHROOM, FLINT = Resource


def fires(played: Played) -> set[tuple[int, int]]:
    """The squares on which the fire may be put."""
    assert played.game.stage is Stage.FIRE
    return {(c.square.x, c.square.y) for c in legal_commands(played.game) if isinstance(c, PutFire)}


def at(x: int, y: int) -> PutFire:
    """The command that puts the fire on this square."""
    return PutFire(Square(x, y))


def scored(land: Kingdom, mode: Mode = Mode.DISCOVERY, **shared: Any) -> Score:
    """The live score of this territory in a game of three players."""
    return score(placing(1, land, EMPTY, EMPTY, mode=mode, **shared).game, Seat(0))


# Set-up and volcanoes


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r20_all_48_dominoes_come_in_twelve_lines_of_four(players: int) -> None:
    """R20: 12 lines of 4; three players leave the one that no chief chose, twelve in all."""
    played = begun(players, origins()) if players > 2 else begun(2, origins(), kings=[0, 0, 1, 1])
    played = played.plays()
    lines = [event.dominoes for event in played.events if hasattr(event, "dominoes")]
    assert [len(line) for line in lines] == [4] * 12
    assert sorted(number for line in lines for number in line) == list(range(1, 49))
    left = [event for event in played.events if isinstance(event, DominoLeftOver)]
    assert len(left) == (12 if players == 3 else 0)


def test_r20_terrains_are_six_and_the_hut_matches_any() -> None:
    """R20, R8: domino 48 (quarry, volcano) fits an empty territory in 24 ways, a desert double in 12."""
    for number, ways in ((48, 24), (1, 12)):
        assert len(LegalPlacements(EMPTY, ORIGINS_DOMINOES[DominoNumber(number)])) == ways
    printed = {half.terrain for domino in ORIGINS_DOMINOES.values() for half in domino[1:]}
    assert {t.word for t in printed} == {"desert", "grassland", "lake", "jungle", "quarry", "volcano"}


@pytest.mark.parametrize(
    ("pair", "other"),
    [((10, 40), (20, 30)), ((20, 30), (10, 40))],
)
def test_r21_the_first_of_two_takes_the_outer_or_the_inner_dominoes(
    pair: tuple[int, int], other: tuple[int, int]
) -> None:
    """R21: of 10, 20, 30, 40 the first drawn takes 10 and 40 or 20 and 30; the other gets the rest unasked.

    Afterwards each chief acts in its own place: the first to place is whoever stands on 10.
    """
    played = begun(2, origins(), kings=[1, 1, 0, 0], dominoes=[40, 10, 30, 20])
    assert played.game.mover == 1
    assert legal_commands(played.game) == [
        ChoosePair((DominoNumber(10), DominoNumber(40))),
        ChoosePair((DominoNumber(20), DominoNumber(30))),
    ]
    chosen = played.does(ChoosePair((DominoNumber(pair[0]), DominoNumber(pair[1]))))
    new = [event for event in chosen.events[len(played.events) :] if not isinstance(event, KingDrawn)]
    assert new[:4] == [
        *(DominoChosen(Seat(1), DominoNumber(number)) for number in pair),
        *(DominoChosen(Seat(0), DominoNumber(number)) for number in other),
    ]
    owner = {slot.domino: slot.seat for slot in chosen.game.line}
    assert {owner[DominoNumber(n)] for n in pair} == {1}
    assert {owner[DominoNumber(n)] for n in other} == {0}
    assert (chosen.game.stage, chosen.game.mover) == (Stage.PLACE, owner[DominoNumber(10)])


def test_r21_two_players_build_7x7_with_24_dominoes_each() -> None:
    """R21: all 48 dominoes, 12 rounds, four chiefs."""
    rules = origins()
    assert (rules.limit(2), rules.rounds(2), rules.kings(2)) == (7, 12, 4)
    assert 2 * rules.dominoes_each(2) + 1 == 49


@pytest.mark.parametrize(
    ("domino", "letter", "allowed"),
    [(28, "D", {(3, 0), (4, 0), (5, 0)}), (42, "L", {(4, 0), (5, 0)}), (48, "Q", {(5, 0)})],
)
def test_r22_craters_decide_fires_and_reach(domino: int, letter: str, allowed: set[tuple[int, int]]) -> None:
    """R22: 1 crater reaches 3 squares with 1 fire, 2 reach 2 with 2, 3 reach 1 with 3.

    The domino lies at (5, 0) and (6, 0), its volcano on the latter; the row from (1, 0) on is without fire.
    """
    land = territory(f"## {letter}0 {letter}0 {letter}0 {letter}0", limit=7)
    other = Kingdom.empty(7, ORIGINS_DOMINOES)
    played = placing(domino, land, other).places(f"{domino}@5,0e")
    assert fires(played) == allowed
    craters = ORIGINS_DOMINOES[DominoNumber(domino)].b.craters
    put = played.does(at(5, 0))
    assert put.events[-1] == FirePlaced(Seat(0), 5, 0, craters)
    assert score(put.game, Seat(0)).total == 5 * craters


def test_r22_there_are_5_4_and_1_volcanoes() -> None:
    """R22: as many as tokens of 1, 2 and 3 fires."""
    halves = [half for domino in ORIGINS_DOMINOES.values() for half in domino[1:]]
    assert Counter(half.craters for half in halves if half.craters) == {1: 5, 2: 4, 3: 1}


def test_r22_volcanoes_are_a_terrain_to_match_but_no_region() -> None:
    """R22: three volcanoes in a row score nothing and are not the largest region; the next matches them.

    Regions: jungle 2 squares x 1 fire = 2; the 3 volcanoes none. Largest region 2, fires 1.
    """
    land = territory("""
        V1 V2 V1
        .  J1 J0
        .  ## .
        """)
    assert [(r.terrain, r.squares, r.crowns) for r in regions(land)] == [(Terrain.JUNGLE, 2, 1)]
    result = scored(land)
    assert (result.total, result.largest_region, result.crowns) == (2, 2, 1)
    # Domino 48 with its volcano at (-1, 3), above a volcano, and its quarry beside no quarry.
    assert land.allows(parse_placement("48@0,3w"))
    assert not land.allows(parse_placement("48@-1,3n"))


def test_r22_a_discarded_volcano_gives_no_token() -> None:
    """R22: domino 48 (quarry, volcano) fits nowhere, is discarded, and the turn goes on to the choice.

    The territory is 5 wide and 5 high, and its free squares have no neighbour with room for a second half.
    """
    land = territory("""
        D0 D0 D0 D0 .
        D0 D0 D0 D0 D0
        D0 D0 ## D0 D0
        D0 D0 D0 D0 D0
        D0 D0 D0 D0 D0
        """)
    after = placing(48, land, EMPTY, EMPTY).does(Discard(DominoNumber(48)))
    assert after.game.stage is Stage.CHOOSE
    assert after.game.shared.volcano is None
    assert after.game.kingdoms[0].camp.tokens == ()


def test_r23_a_fire_may_go_on_the_domino_just_placed_but_not_on_the_start_tile() -> None:
    """R23: alone beside the hut, the quarry of domino 48 is the only square; 1 square x 3 fires = 3."""
    played = placing(48, EMPTY, EMPTY, EMPTY).places("48@1,0e")
    assert fires(played) == {(1, 0)}
    assert score(played.does(at(1, 0)).game, Seat(0)).total == 3


def test_r23_a_fire_goes_on_no_volcano_and_no_fire_and_crosses_whatever_lies_between() -> None:
    """R23: the volcano of domino 28 lies on (2, 0), reach 3: columns -1 to 2, rows -2 to 2 are in reach.

    Out: (0, 1) is a volcano, (1, 1) has a printed fire, (-1, 0) a token, (-2, 0) is 4 away. In: (-1, 1),
    beyond the volcano and the hut; (1, 0), the desert of the domino itself; (2, -1).
    """
    land = territory(
        """
        .  D0 V1 L1 .
        D0 D0 ## .  .
        .  .  .  L0 L0
        """,
        """
        .  .  .  .  .
        .  t1 ## .  .
        .  .  .  .  .
        """,
    )
    played = placing(28, land, EMPTY, EMPTY).places("28@1,0e")
    assert fires(played) == {(-1, 1), (1, 0), (1, -1), (2, -1)}


def test_r23_a_fire_without_a_square_leaves_the_game() -> None:
    """R23: all in reach is volcano or burns already, so the token is lost and the turn goes on.

    The 48 dominoes never bring this about (the other half of each volcano is in reach and bare, as the next
    test says), so the position is set up by hand.
    """
    land = territory(
        """
        Q0 V3
        ## J1
        """,
        """
        t1 .
        ## .
        """,
    )
    game = placing(1, land, EMPTY, EMPTY).game
    shared = game.shared._replace(volcano=Volcano(Square(1, 1), 3))
    game = game._replace(stage=Stage.FIRE, shared=shared)
    lost = automatic(game, Chance(deck(), seats(0, 1, 2)))
    assert lost == FireLost(Seat(0), 3)
    after = evolve(game, lost)
    assert (after.stage, after.shared.volcano) == (Stage.CHOOSE, None)
    assert after.kingdoms == game.kingdoms


def test_r23_every_volcano_comes_with_a_square_for_its_fire() -> None:
    """R23: the other half of each of the ten has neither fire nor crater."""
    volcanoes = [d for d in ORIGINS_DOMINOES.values() if d.a.craters or d.b.craters]
    assert len(volcanoes) == 10
    assert all(half.craters or not half.crowns for domino in volcanoes for half in domino[1:])


def test_r24_token_fires_count_in_regions_and_in_ties() -> None:
    """R24: grassland 3 squares x (1 printed + 2 of the token) = 9; jungle 1 x 1; lake 2 x 0. 4 fires in all.

    Craters are no fires: the volcano adds nothing.
    """
    land = territory(
        """
        G1 G0 G0
        V3 ## J1
        .  L0 L0
        """,
        """
        .  t2 .
        .  ## .
        .  .  .
        """,
    )
    result = scored(land)
    assert (result.total, result.largest_region, result.crowns) == (10, 3, 4)


def test_r24_more_fires_win_a_tie_of_points_and_regions() -> None:
    """R12, R24: both have 4 points and a largest region of 2; 3 fires beat 2.

    First: lake 2 x 2 (token) = 4, 2 fires. Second: lake 1 x 2 (token) + jungle 2 x 1 = 4, 3 fires.
    """
    first = territory("## L0 L0", "## t2 .")
    second = territory(
        """
        J1 J0
        ## L0
        """,
        """
        .  .
        ## t2
        """,
    )
    scores = [scored(first), scored(second)]
    assert [(s.total, s.largest_region, s.crowns) for s in scores] == [(4, 2, 2), (4, 2, 3)]
    assert ranking(scores) == ((1,), (0,))


def test_r25_discovery_has_neither_resources_nor_totems_nor_cavemen() -> None:
    """R25: a double grassland brings no mammoth; after the choice it is the next chief's turn."""
    played = placing(12, EMPTY, EMPTY, EMPTY).places("12@1,0e")
    assert counts(played.game.kingdoms[0]) == (0, 0, 0, 0)
    assert score(played.game, Seat(0)).total == 0
    after = played.does(Choose(DominoNumber(1)))
    assert (after.game.stage, after.game.mover) == (Stage.PLACE, 1)


# Totem mode


def test_r26_there_are_16_mammoths_13_fish_11_mushrooms_and_9_flints() -> None:
    """R26: one on each square without a fire symbol of the four terrains; none on desert and volcano."""
    halves = [half for domino in ORIGINS_DOMINOES.values() for half in domino[1:]]
    found = Counter(resource for half in halves if (resource := resource_of(half)))
    assert found == {MAMMOTH: 16, FISH: 13, MUSHROOM: 11, FLINT: 9}
    bare = {half.terrain for half in halves if not half.crowns and not resource_of(half)}
    assert bare == {Terrain.DESERT, Terrain.VOLCANO}


@pytest.mark.parametrize("mode", [Mode.TOTEM, Mode.TRIBE])
def test_r26_a_domino_brings_its_resources(mode: Mode) -> None:
    """R26: domino 34 is a grassland and a lake with a fire: one mammoth, no fish."""
    played = placing(34, EMPTY, EMPTY, EMPTY, mode=mode).places("34@1,0e")
    assert counts(played.game.kingdoms[0]) == (1, 0, 0, 0)


def test_r26_a_fire_destroys_the_resource_it_lands_on() -> None:
    """R26: domino 48 brings a flint on the only square that its fire can reach."""
    played = placing(48, EMPTY, EMPTY, EMPTY, mode=Mode.TOTEM).places("48@1,0e")
    assert counts(played.game.kingdoms[0]) == (0, 0, 0, 1)
    assert counts(played.does(at(1, 0)).game.kingdoms[0]) == (0, 0, 0, 0)


def test_r26_resources_of_a_discarded_domino_leave_with_it() -> None:
    """R26: the double lake fits nowhere and brings no fish, so nobody's totem moves."""
    land = territory("""
        D0 D0 D0 D0 .
        D0 D0 D0 D0 D0
        D0 D0 ## D0 D0
        D0 D0 D0 D0 D0
        D0 D0 D0 D0 D0
        """)
    after = placing(15, land, EMPTY, EMPTY, mode=Mode.TOTEM).does(Discard(DominoNumber(15)))
    assert counts(after.game.kingdoms[0]) == (0, 0, 0, 0)
    assert after.game.shared.totems == (None,) * 4


def test_r27_a_totem_is_taken_from_the_table() -> None:
    """R27: two mammoths against none."""
    played = placing(12, EMPTY, EMPTY, EMPTY, mode=Mode.TOTEM).places("12@1,0e")
    assert played.events[-1] == TotemTaken(Seat(0), MAMMOTH)
    assert played.game.shared.totems == (0, None, None, None)


def mammoths(number: int) -> Kingdom:
    """A territory with this number of mammoths."""
    row = " ".join(["G0"] * number)
    return territory(f"## {row}", f"## {' '.join(['ma'] * number)}")


@pytest.mark.parametrize(("theirs", "holder"), [(1, 0), (2, 1), (3, 1)])
def test_r27_a_totem_is_taken_by_strictly_more_only(theirs: int, holder: int) -> None:
    """R27: two mammoths take it from a holder with one; equal with the holder, or fewer, changes nothing."""
    lands = (EMPTY, mammoths(theirs), EMPTY)
    totems = (Seat(1), None, None, None)
    played = placing(12, *lands, mode=Mode.TOTEM, totems=totems).places("12@1,0e")
    assert played.game.shared.totems[0] == holder


def test_r27_equal_counts_leave_a_totem_on_the_table() -> None:
    """R27: nobody has strictly more, so nobody takes it."""
    played = placing(12, EMPTY, mammoths(2), EMPTY, mode=Mode.TOTEM).places("12@1,0e")
    assert played.game.shared.totems == (None,) * 4


def burning(second: int, third: int, own: int = 1, holder: int | None = 0) -> Played:
    """Seat 0 places a volcano; the arguments are the seats' numbers of fish, and the holder of its totem."""

    def fish(number: int) -> Kingdom:
        return territory("## " + "L0 " * number, "## " + "fi " * number) if number else EMPTY

    totems = (None, None if holder is None else Seat(holder), None, None)
    played = placing(28, fish(own), fish(second), fish(third), mode=Mode.TOTEM, totems=totems)
    return played.places("28@0,1n")


def test_r27_a_holder_overtaken_by_its_own_fire_chooses_among_the_others() -> None:
    """R27: seat 0 burns its only fish; seats 1 and 2 have one each, so seat 0 gives the totem to either."""
    played = burning(1, 1).does(at(1, 0))
    assert (played.game.stage, played.game.mover) == (Stage.TOTEM, 0)
    assert legal_commands(played.game) == [GiveTotem(FISH, Seat(1)), GiveTotem(FISH, Seat(2))]
    given = played.does(GiveTotem(FISH, Seat(2)))
    assert given.events[-1] == TotemGiven(Seat(0), FISH, Seat(2))
    assert given.game.shared.totems == (None, 2, None, None)
    assert (given.game.stage, given.game.mover) == (Stage.CHOOSE, 0)


def test_r27_a_holder_that_still_ties_for_most_keeps_the_totem() -> None:
    """R27 (decided): two fish less one is as many as seats 1 and 2 have."""
    played = burning(1, 1, own=2).does(at(1, 0))
    assert played.game.shared.totems[1] == 0
    assert played.game.stage is Stage.CHOOSE


def test_r27_a_single_leader_gets_the_totem_without_a_choice() -> None:
    """R27: seat 1 has one fish, seat 2 none, the holder none any more."""
    played = burning(1, 0).does(at(1, 0))
    assert played.events[-1] == TotemTaken(Seat(1), FISH)


def test_r27_a_fire_brings_the_totem_on_the_table_to_another_player() -> None:
    """R27 (decided): seats 0 and 1 tie with one fish; seat 0 burns its own, and seat 1 takes the totem."""
    played = burning(1, 0, holder=None)
    assert played.game.shared.totems[1] is None
    assert played.does(at(1, 0)).events[-1] == TotemTaken(Seat(1), FISH)


def test_r27_a_totem_of_what_nobody_has_goes_back_to_the_table() -> None:
    """R27 (decided): the last fish burns, and nobody holds the totem."""
    played = burning(0, 0).does(at(1, 0))
    assert played.events[-1] == TotemReturned(Seat(0), FISH)
    assert played.game.shared.totems == (None,) * 4


def test_r27_totems_wait_for_the_fire() -> None:
    """R27: after a placement *and its fire*: the flint of domino 48 that burns at once takes no totem."""
    played = placing(48, EMPTY, EMPTY, EMPTY, mode=Mode.TOTEM).places("48@1,0e").does(at(1, 0))
    assert not [event for event in played.events if isinstance(event, TotemTaken)]


def test_r27_a_choice_in_the_last_round_comes_before_the_end() -> None:
    """R27, R7: there is nothing to choose from any more, but the totem is still given; then seat 1 places."""
    played = burning(1, 1)
    game = played.game._replace(next_line=(), round=12, dealt=48)
    played = played._replace(game=game).does(at(1, 0))
    assert played.game.stage is Stage.TOTEM
    after = played.does(GiveTotem(FISH, Seat(1)))
    assert (after.game.stage, after.game.mover) == (Stage.PLACE, 1)


def test_r28_resources_and_totems_score_in_totem_mode() -> None:
    """R28: 3 mammoths and 1 flint = 4; totems of mammoth 3, fish 4, mushroom 5, flint 6; regions 2 x 1 = 2.

    With the totems of mammoth and flint: 2 + 4 + 3 + 6 = 15.
    """
    land = territory(
        """
        G0 G0 G0
        ## Q0 J1
        .  .  J0
        """,
        """
        ma ma ma
        ## fl .
        .  .  .
        """,
    )
    result = scored(land, Mode.TOTEM, totems=(Seat(0), Seat(1), None, Seat(0)))
    assert (result.resources, result.totems, result.cavemen, result.total) == (4, 9, 0, 15)
    every = scored(land, Mode.TOTEM, totems=(Seat(0),) * 4)
    assert every.totems == 3 + 4 + 5 + 6


# Tribe mode

GATHERED = territory(
    """
    .  J0 Q0
    ## G0 L0
    """,
    """
    .  mu fl
    ## ma fi
    """,
)
"""A territory with one of each resource."""


def recruiting(land: Kingdom = GATHERED, **shared: Any) -> Played:
    """Seat 0 has placed domino 1 (a desert double) to the west of the hut and chosen: it can recruit."""
    table = {"board": TRIBE_BOARD, "stack": TILES[4:8], "shuffled": TILES[4:8], **shared}
    played = placing(1, land, EMPTY, EMPTY, mode=Mode.TRIBE, **table)
    return played.places("1@-2,0e").does(Choose(DominoNumber(2)))


def squares(*wanted: tuple[int, int]) -> tuple[Square, ...]:
    """The squares with these coordinates."""
    return tuple(Square(x, y) for x, y in wanted)


def test_r29_a_caveman_of_the_board_costs_two_different_resources() -> None:
    """R29: 6 pairs of 4 resources, one set of four for the stack, or none; paid, taken and put in turn."""
    played = recruiting()
    assert played.game.stage is Stage.RECRUIT
    listed = [c for c in legal_commands(played.game) if isinstance(c, Recruit)]
    assert Counter(c.source for c in listed) == {Origin.BOARD: 6, Origin.STACK: 1}
    assert Pass() in legal_commands(played.game)
    paid = played.does(Recruit(Origin.BOARD, squares((1, 0), (2, 0))))
    assert paid.events[-1] == CavemanPaid(Seat(0), Origin.BOARD, squares((1, 0), (2, 0)))
    assert counts(paid.game.kingdoms[0]) == (0, 0, 1, 1)
    assert legal_commands(paid.game) == [
        TakeCaveman(kind) for kind in (Caveman.HUNTER, Caveman.SHAMAN, Caveman.WARRIOR1)
    ]
    taken = paid.does(TakeCaveman(Caveman.WARRIOR1))
    assert taken.game.shared.board == (Caveman.HUNTER, Caveman.SHAMAN, Caveman.WARRIOR1)
    put = {tuple(c.square) for c in legal_commands(taken.game) if isinstance(c, PutCaveman)}
    assert put == {(1, 0), (2, 0), (-1, 0), (-2, 0)}
    done = taken.does(PutCaveman(Square(-1, 0)))
    assert done.game.kingdoms[0].camp.cavemen == ((Square(-1, 0), Caveman.WARRIOR1),)
    assert (done.game.stage, done.game.mover) == (Stage.PLACE, 1)
    assert len(done.game.shared.board) == 3, "the board is refilled when a line is dealt, not before"


def test_r29_four_different_resources_buy_any_tile_of_the_stack_which_is_shuffled_again() -> None:
    """R29: the stack is looked through; its next shuffle has the next number, and the board is as it was."""
    paid = recruiting().does(Recruit(Origin.STACK, squares((1, 0), (2, 0), (1, 1), (2, 1))))
    assert counts(paid.game.kingdoms[0]) == (0, 0, 0, 0)
    assert legal_commands(paid.game) == [TakeCaveman(kind) for kind in dict.fromkeys(TILES[4:8])]
    taken = paid.does(TakeCaveman(TILES[5]))
    shared = taken.game.shared
    assert shared.board == TRIBE_BOARD
    assert shared.stack == shared.shuffled == (TILES[4], *TILES[6:8])
    assert (shared.shuffles, shared.drawn) == (1, 0)


def test_r29_a_new_line_refills_the_board_from_the_top_of_the_stack() -> None:
    """R29: one tile is missing when the round ends; the next of the stack as shuffled takes its place.

    Six tiles were shuffled and two drawn since, so the third in that order is on top.
    """
    played = recruiting(board=TRIBE_BOARD[:3], shuffled=TILES[2:8])
    game = played.game._replace(line=())
    order = (*TILES[2:4], TILES[7], TILES[4], TILES[5], TILES[6])
    chance = Chance(deck(), seats(0, 1, 2), lambda _, __: order)
    for number, king in ((1, 1), (3, 2)):
        offer = tuple(s._replace(seat=Seat(king)) if s.domino == number else s for s in game.next_line)
        game = game._replace(next_line=offer)
    after = Played(game, (), chance).does(Pass())
    assert isinstance(after.events[0], RecruitingDeclined)
    assert after.events[-1] == BoardRefilled((TILES[7],))
    assert after.game.shared.board == (*TRIBE_BOARD[:3], TILES[7])
    assert after.game.shared.stack == TILES[4:7]


def test_r29_an_empty_stack_refills_nothing() -> None:
    """R29: an empty stack does not refill the board, and nothing can be bought from it."""
    played = recruiting(board=TRIBE_BOARD[:2], stack=(), shuffled=())
    listed = [c for c in legal_commands(played.game) if isinstance(c, Recruit)]
    assert {c.source for c in listed} == {Origin.BOARD}
    game = played.game._replace(
        line=(), next_line=tuple(s._replace(seat=Seat(0)) for s in played.game.next_line)
    )
    after = played._replace(game=game, events=()).does(Pass())
    assert not [event for event in after.events if isinstance(event, BoardRefilled)]
    assert after.game.shared.board == TRIBE_BOARD[:2]


def test_r29_who_cannot_pay_is_not_asked() -> None:
    """R29: two mammoths are one kind of resource, so the turn ends by itself with the choice."""
    played = recruiting(mammoths(2))
    assert (played.game.stage, played.game.mover) == (Stage.PLACE, 1)


def test_r29_there_is_no_recruiting_in_the_last_round() -> None:
    """R29: it follows the choice of a domino, and there is none to choose."""
    table: dict[str, Any] = {"board": TRIBE_BOARD, "stack": TILES[4:8], "shuffled": TILES[4:8]}
    played = placing(1, GATHERED, EMPTY, EMPTY, mode=Mode.TRIBE, offer=False, **table).places("1@-2,0e")
    assert (played.game.stage, played.game.mover) == (Stage.PLACE, 1)


def test_r29_with_two_players_each_chief_recruits_in_its_own_turn() -> None:
    """R29: seat 0 has two chiefs on the line; it recruits after the first, and may again after the second."""
    land = territory("## G0 L0 G0 L0", "## ma fi ma fi", limit=7)
    table: dict[str, Any] = {"board": TRIBE_BOARD, "stack": TILES[4:8], "shuffled": TILES[4:8]}
    played = placing(1, land, Kingdom.empty(7, ORIGINS_DOMINOES), mode=Mode.TRIBE, **table)
    line = (played.game.line[0], played.game.line[1]._replace(seat=Seat(0)))
    played = played._replace(game=played.game._replace(line=line))
    played = played.places("1@-2,0e").does(
        Choose(DominoNumber(1)),
        Recruit(Origin.BOARD, squares((1, 0), (2, 0))),
        TakeCaveman(Caveman.SHAMAN),
        PutCaveman(Square(1, 0)),
    )
    assert (played.game.stage, played.game.mover) == (Stage.PLACE, 0)
    again = played.places("5@-1,1n").does(Choose(DominoNumber(2)))
    assert (again.game.stage, again.game.mover) == (Stage.RECRUIT, 0)


def test_r29_a_caveman_goes_on_a_bare_square_of_landscape() -> None:
    """R29: not on volcano, fire symbol, token, resource, caveman or start tile; a desert is landscape.

    Left are the desert (1, 1) and the lake (1, 0), whose fish was spent.
    """
    land = territory(
        """
        V2 J1 D0
        Q0 ## L0
        G0 G0 .
        """,
        """
        .  .  .
        t2 ## .
        ma hu .
        """,
    )
    assert set(caveman_squares(land)) == {(1, 1), (1, 0)}


def test_r29_a_fire_destroys_a_caveman() -> None:
    """R29: the token lands on the hunter's square, and the tile leaves the game."""
    land = territory("## L0", "## hu")
    played = placing(28, land, EMPTY, EMPTY, mode=Mode.TRIBE).places("28@0,1n").does(at(1, 0))
    assert played.game.kingdoms[0].camp.cavemen == ()
    assert played.game.kingdoms[0].camp.tokens == ((Square(1, 0), 1),)


def test_r30_there_are_22_tiles() -> None:
    """R30: two each of seven kinds, and warriors: 4 of strength 1, 3 of strength 2, 1 of strength 3."""
    assert len(TILES) == 22
    assert Counter(TILES)[Caveman.WARRIOR1] == 4
    assert Counter(TILES)[Caveman.WARRIOR2] == 3
    assert Counter(TILES)[Caveman.WARRIOR3] == 1
    assert [Counter(TILES)[kind] for kind in list(Caveman)[:7]] == [2] * 7


@pytest.mark.parametrize(
    ("sign", "points"),
    [
        ("hu", 3 * 3),  # mammoths at (0, 2), (1, 2), (2, 2)
        ("fs", 1 * 3),  # the fish at (2, 1); that at (2, 3) is two squares away
        ("ga", 1 * 4),  # the mushroom at (0, 1)
        ("sc", 1 * 5),  # the flint at (1, 0)
        ("pa", 6 * 2),  # 3 mammoths, 1 fish, 1 mushroom, 1 flint
        ("fk", 1 * 1),  # printed at (2, 0); the token of 2 at (-1, 1) is two squares away
        ("sh", 0),  # nobody beside it
    ],
)
def test_r30_hunters_and_gatherers_pay_for_the_eight_squares_around(sign: str, points: int) -> None:
    """R30: the caveman stands at (1, 1); what is two squares away pays nothing."""
    land = territory(
        """
        .  .  .  L0
        .  G0 G0 G0
        D0 J0 D0 L0
        .  ## Q0 J1
        """,
        f"""
        .  .  .  fi
        .  ma ma ma
        t2 mu {sign} fi
        .  ## fl .
        """,
    )
    assert caveman_points(origins(Mode.TRIBE), land) == points


def test_r30_a_fire_keeper_is_paid_for_printed_fires_and_tokens() -> None:
    """R30: tokens of 3 and 1 and a printed fire around (1, 1) are 5, as in the rulebook's example.

    The quarry's 2 fires at (3, 1) are too far away; the volcano's craters do not count.
    """
    land = territory(
        """
        D0 V2 G0
        J1 D0 D0 Q2
        ## L0 D0
        """,
        """
        t3 .  t1
        .  fk .  .
        ## .  .
        """,
    )
    assert caveman_points(origins(Mode.TRIBE), land) == 5


def test_r30_a_hunter_among_four_mammoths_is_worth_12_and_one_among_two_6() -> None:
    """R30, the rulebook's example: one hunter has 4 mammoths around it, the hunter below 2 of them.

    Upper hunter at (1, 2): mammoths at (0, 3), (2, 3), (0, 1), (2, 1); lower one at (1, 0): (0, 1), (2, 1).
    """
    land = territory(
        """
        G0 D0 G0
        D0 D0 D0
        G0 D0 G0
        ## D0 D0
        """,
        """
        ma .  ma
        .  hu .
        ma .  ma
        ## hu .
        """,
    )
    assert caveman_points(origins(Mode.TRIBE), land) == 12 + 6


def test_r30_a_shaman_is_paid_for_cavemen_around_it_not_for_itself() -> None:
    """R30: warrior, painter and the other shaman touch it: 3 x 2; the other shaman has 2 around: 2 x 2.

    The painter has nothing to paint; the lone warrior is a horde of 1 x 1. 6 + 4 + 1 = 11.
    Positions: shaman (1, 1); shaman (2, 2); painter (1, 2); warrior (0, 1), two squares from (2, 2).
    """
    land = territory(
        """
        .  D0 D0
        D0 D0 .
        ## D0 .
        """,
        """
        .  pa sh
        w1 sh .
        ## .  .
        """,
    )
    assert caveman_points(origins(Mode.TRIBE), land) == 11


def test_r30_a_horde_pays_its_number_times_its_strength() -> None:
    """R30, the rulebook's example: 1 + 2 + 1 in a row are 3 x 4 = 12, a lone warrior 1; diagonals don't join.

    The horde: (1, 1), (2, 1), (2, 0). Alone at (1, -1): diagonal to (2, 0), beside nobody.
    """
    land = territory(
        """
        .  D0 D0
        ## .  D0
        .  D0 .
        """,
        """
        .  w1 w2
        ## .  w1
        .  w1 .
        """,
    )
    assert caveman_points(origins(Mode.TRIBE), land) == 12 + 1


def test_r30_warriors_of_all_strengths_join() -> None:
    """R30: 3 + 2 are 2 x 5 = 10; the hunter between them and a third warrior keeps that one apart: 2."""
    land = territory("## D0 D0 D0 D0", "## w3 w2 hu w2")
    assert caveman_points(origins(Mode.TRIBE), land) == 10 + 2


def test_r30_resources_left_score_nothing_in_tribe_mode() -> None:
    """R30: resources pay only through cavemen."""
    result = scored(GATHERED, Mode.TRIBE)
    assert (result.resources, result.totems, result.total) == (0, 0, 0)


@pytest.mark.parametrize("mode", list(Mode))
def test_r31_realm_of_fire_pays_an_incomplete_territory_homo_habilis_does_not(mode: Mode) -> None:
    """R31: +10 for a hut in the exact middle though much is missing; +5 only with all 12 dominoes."""
    land = territory("""
        D0 D0 .
        D0 ## D0
        """)
    game = placing(1, land, EMPTY, EMPTY, mode=mode).game
    game = game._replace(rules=origins(mode, realm_of_fire=True, homo_habilis=True))
    result = score(game, Seat(0))
    assert (result.middle_kingdom, result.harmony, result.total) == (10, 0, 10)
    full = game.with_kingdom(Seat(0), land._replace(placements=(parse_placement("1@1,1e"),) * 12))
    assert score(full, Seat(0)).harmony == 5


@pytest.mark.parametrize(("squares_east", "paid"), [(3, 10), (4, 0)])
def test_r31_in_a_neolithic_7x7_the_middle_reaches_three_squares(squares_east: int, paid: int) -> None:
    """R31, R14: 3 squares from the hut can still be the middle of a 7x7, 4 cannot."""
    land = territory("## " + "D0 " * squares_east, limit=7)
    game = placing(1, land, land).game._replace(rules=origins(realm_of_fire=True))
    assert score(game, Seat(0)).middle_kingdom == paid


@pytest.mark.parametrize("field", ["edition", "first_line", "mighty_duel", "no_limit"])
def test_r20_what_means_nothing_in_origins_is_refused(field: str) -> None:
    """R20: Origins always draws the first line, has lines of 4, and two players always build 7x7."""
    with pytest.raises(RuleViolation) as refused:
        check_fields(GameKind.ORIGINS, [field])
    assert refused.value.code == "rules/meaningless"


def test_r25_modes_mean_nothing_in_the_base_game() -> None:
    """R25: discovery, totem and tribe are modes of Origins only."""
    with pytest.raises(RuleViolation, match="rules/meaningless"):
        check_fields(GameKind.KINGDOMINO, ["mode"])
    assert begin(Rules(), 2, Chance(deck(), seats(0, 1, 0, 1)))[0].kingdoms[0].camp == EMPTY.camp
