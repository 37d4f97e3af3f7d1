"""The rules of the base game one by one, R1 to R17 of `docs/play/rules.md`, worked out by hand."""

from collections import Counter
from typing import Any

import pytest

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.kingdom import Kingdom, LegalPlacements
from kingdomino.board.notation import parse_kingdom, parse_placement
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.dynasty import standings, totals
from kingdomino.game import Stage
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Discard
from kingdomino.game.events import DominoDiscarded, DominoLeftOver, GameEnded, KingDrawn, LineDealt
from kingdomino.machine import begin, draw, legal_commands
from kingdomino.rules import Edition, FirstLine, Rules, check
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Score, ranking, score
from tests.drawing import kingdom
from tests.games import begun, deck, seats

CLASSIC, SECOND = Edition.CLASSIC, Edition.SECOND


def scored(land: Kingdom, *, players: int = 4, **options: Any) -> Score:
    """The live score of this kingdom in a game with these rules."""
    game = begun(players, Rules(**options)).game
    return score(game.with_kingdom(Seat(0), land), Seat(0))


def list_places(land: Kingdom) -> list[object]:
    """The legal placements of a double."""
    return list(LegalPlacements(land, DOMINOES[DominoNumber(1)]))


@pytest.mark.parametrize(("players", "kings"), [(2, 4), (3, 3), (4, 4)])
def test_r1_each_player_has_a_castle_and_two_have_two_kings(players: int, kings: int) -> None:
    """R1: 2, 3 or 4 players; a castle alone has 12 places for a double."""
    game = begun(players).game
    assert len(game.kingdoms) == players
    assert game.rules.kings(players) == kings
    assert all(not land.occupied and len(list_places(land)) == 12 for land in game.kingdoms)


@pytest.mark.parametrize(
    ("players", "edition", "dealt", "rounds", "line"),
    [(2, CLASSIC, 24, 6, 4), (3, CLASSIC, 36, 12, 3), (3, SECOND, 48, 12, 4), (4, CLASSIC, 48, 12, 4)],
)
def test_r2_r3_r4_how_many_dominoes_are_dealt(
    players: int, edition: Edition, dealt: int, rounds: int, line: int
) -> None:
    """R2: 24 are out with two, 12 with three (classic); R3: a line for every king; R4: always four."""
    played = begun(players, Rules(edition)).plays()
    lines = [event.dominoes for event in played.events if isinstance(event, LineDealt)]
    assert (sum(map(len, lines)), len(lines)) == (dealt, rounds)
    assert {len(each) for each in lines} == {line}


def test_r3_a_line_ascends() -> None:
    """R3: dealt as 40, 7, 48, 12, it lies as 7, 12, 40, 48."""
    assert [slot.domino for slot in begun(4, dominoes=[40, 7, 48, 12]).game.line] == [7, 12, 40, 48]


def test_r4_the_domino_that_none_of_three_chose_is_left_over() -> None:
    """R4, second edition: of 1, 2, 3, 4 the kings take 4, 1 and 3, so 2 leaves the game."""
    played = begun(3, Rules(SECOND)).chooses(4, 1, 3)
    assert DominoLeftOver(DominoNumber(2)) in played.events
    assert [slot.domino for slot in played.game.line] == [1, 3, 4]


def test_r5_kings_are_drawn_one_at_a_time() -> None:
    """R5 *drawn*: AABB can happen with two players, and nobody knows who comes next."""
    played = begun(2, kings=[0, 0, 1, 1])
    known = []
    for domino in (1, 2, 3, 4):
        known.append([event.seat for event in played.events if isinstance(event, KingDrawn)])
        played = played.chooses(domino)
    assert known == [[0], [0, 0], [0, 0, 1], [0, 0, 1, 1]]


class Last:
    """A source that reverses what it shuffles and draws the highest number."""

    def shuffled(self, _: str, items: Any) -> tuple[Any, ...]:
        """The items from the last to the first."""
        return tuple(items[::-1])

    def below(self, _: str, bound: int) -> int:
        """The highest number."""
        return bound - 1


@pytest.mark.parametrize(
    ("first_line", "players", "kings"),
    [
        (FirstLine.DRAWN, 2, (1, 1, 0, 0)),
        (FirstLine.ALTERNATING, 2, (1, 0, 1, 0)),
        (FirstLine.ALTERNATING, 3, (2, 1, 0)),
        (FirstLine.SEATED, 2, (1, 0, 1, 0)),
        (FirstLine.SEATED, 3, (2, 0, 1)),
    ],
)
def test_r5_the_order_of_the_first_choice(
    first_line: FirstLine, players: int, kings: tuple[int, ...]
) -> None:
    """R5: all kings shuffled; or the players, A, B, A, B with two; or a first player, then seat by seat."""
    assert draw(Rules(first_line=first_line), players, Last()).kings == kings


def test_r6_the_lowest_domino_acts_places_and_then_chooses() -> None:
    """R6: seat 3 stands on 24, the lowest; it places, then chooses; then seat 2 on 36."""
    played = begun(4, dominoes=[24, 36, 47, 48]).chooses(48, 47, 36, 24)
    assert (played.game.stage, played.game.mover) == (Stage.PLACE, 3)
    played = played.places("24@1,0e")
    assert (played.game.stage, played.game.mover) == (Stage.CHOOSE, 3)
    played = played.chooses(1)
    assert (played.game.stage, played.game.mover) == (Stage.PLACE, 2)


def test_r7_the_last_round_has_no_choice() -> None:
    """R7: 6 rounds of 4 kings with two players: 24 dominoes are placed or discarded, then the game ends."""
    played = begun(2).plays()
    assert played.events[-1] == GameEnded()
    last_line = [i for i, event in enumerate(played.events) if isinstance(event, LineDealt)][-1]
    names = Counter(type(event).__name__ for event in played.events[last_line:])
    assert names["DominoChosen"] == 4
    assert names["DominoPlaced"] + names["DominoDiscarded"] == 8


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("24@1,1e", True),  # forest half above a forest
        ("24@2,1w", False),  # forest above wheat, wheat above forest: each would suit the other
        ("24@-1,0w", True),  # beside the castle any terrain will do
        ("24@3,0e", False),  # forest beside wheat: what the other half would match does not count
        ("24@4,0w", True),  # wheat beside wheat
        ("24@-1,1n", False),  # touches nothing: the castle only at a corner
        ("24@1,0e", False),  # covered
    ],
)
def test_r8_a_half_matches_its_own_terrain_or_the_castle(text: str, *, legal: bool) -> None:
    """R8: domino 24 is forest with a crown, then wheat; to the east of the castle lie forest and wheat."""
    land = kingdom("## F0 W0")
    assert land.allows(parse_placement(text)) == legal


def test_r8_an_empty_kingdom_has_24_places_12_for_a_double() -> None:
    """R8, F: 4 squares beside the castle x 3 ways on x 2 halves; for a double the halves are alike."""
    land = Kingdom.empty(5)
    assert len(LegalPlacements(land, DOMINOES[DominoNumber(24)])) == 24
    assert len(LegalPlacements(land, DOMINOES[DominoNumber(1)])) == 12


def test_r9_a_kingdom_is_five_by_five_at_most_wherever_the_castle_is() -> None:
    """R9: with the castle and four squares to the east the row is full; to the west nothing goes."""
    land = kingdom("## W0 W0 W0 W0")
    assert not land.allows(parse_placement("1@-1,0n"))
    assert land.allows(parse_placement("1@0,1n"))
    assert kingdom("## W0 W0 W0").allows(parse_placement("1@-1,0n"))


def test_r10_what_can_be_placed_must_be_and_what_cannot_is_discarded() -> None:
    """R10: a discard is refused while there is a place, and the only command when there is none."""
    played = begun(4, dominoes=[24, 36, 47, 48]).chooses(24, 36, 47, 48)
    with pytest.raises(RuleViolation, match="discard/placeable"):
        played.does(Discard(DominoNumber(24)))
    full = kingdom("""
        W0 W0 W0 W0 .
        W0 W0 W0 W0 W0
        W0 W0 ## W0 W0
        W0 W0 W0 W0 W0
        W0 W0 W0 W0 W0
        """)
    stuck = played._replace(game=played.game.with_kingdom(Seat(0), full))
    assert legal_commands(stuck.game) == [Discard(DominoNumber(24))]
    after = stuck.does(Discard(DominoNumber(24)))
    assert after.events[-1] == DominoDiscarded(Seat(0), DominoNumber(24))
    assert score(after.game, Seat(0)) == score(stuck.game, Seat(0))


def test_r11_a_region_scores_squares_times_crowns() -> None:
    """R11: three forests, 2 x 1, 1 x 1 and 3 x 1, a mine 1 x 3, two wheats without a crown: 9.

    The castle joins nothing: the forests beside it stay apart.
    """
    land = kingdom("""
        F1 F0 M3
        W0 ## F1
        W0 .  .
        F1 F0 F0
        """)
    assert scored(land).total == 2 + 1 + 3 + 3


def test_r12_ties_go_to_the_largest_region_then_to_crowns_then_are_shared() -> None:
    """R12: all have 6 points: wheat 3 x 2; wheat 6 x 1; wheat 3 x 1 + mine 1 x 3; forest 3 x 2.

    Largest regions 3, 6, 3, 3: seat 1 wins. Crowns of the others 2, 4, 2: seat 2 is next; 0 and 3 share.
    """
    lands = [
        kingdom("## W2 W0 W0"),
        kingdom("""
            W1 W0 W0
            W0 W0 W0
            ## .  .
            """),
        kingdom("""
            W1 W0 W0
            ## M3 .
            """),
        kingdom("## F2 F0 F0"),
    ]
    scores = [scored(land) for land in lands]
    assert [(s.total, s.largest_region, s.crowns) for s in scores] == [
        (6, 3, 2),
        (6, 6, 1),
        (6, 3, 4),
        (6, 3, 2),
    ]
    assert ranking(scores) == ((1,), (2,), (0, 3))


def test_r13_a_dynasty_is_three_games_and_a_tie_is_shared() -> None:
    """R13: 40 + 30 + 35 = 105 and 50 + 25 + 30 = 105 beat 104; nothing breaks the tie."""
    games = [[40, 50, 34], [30, 25, 40], [35, 30, 30]]
    summed = totals([[Points(points) for points in game] for game in games], 3)
    assert summed == (105, 105, 104)
    assert standings(summed) == ((0, 1), (2,))


@pytest.mark.parametrize(
    ("duel", "squares", "paid"), [(False, 2, 10), (False, 3, 0), (True, 3, 10), (True, 4, 0)]
)
def test_r14_the_castle_is_in_the_middle_of_5x5_and_7x7(*, duel: bool, squares: int, paid: int) -> None:
    """R14: nothing further than 2 from the castle, 3 in a 7x7; incomplete kingdoms are paid too (decided)."""
    land = kingdom("## " + "W0 " * squares, 7 if duel else 5)
    result = scored(land, players=2, mighty_duel=duel, middle_kingdom=True)
    assert (result.middle_kingdom, result.total) == (paid, paid)


@pytest.mark.parametrize(("duel", "complete"), [(False, 12), (True, 24)])
def test_r15_harmony_pays_for_all_dominoes(*, duel: bool, complete: int) -> None:
    """R15: 12 dominoes make a 5x5 complete, 24 a 7x7; one less is not paid."""
    placement = parse_placement("1@1,0e")
    for placed, paid in ((complete, 5), (complete - 1, 0)):
        land = Kingdom.empty(7 if duel else 5)._replace(placements=(placement,) * placed)
        assert scored(land, players=2, mighty_duel=duel, harmony=True).harmony == paid


def test_r16_a_mighty_duel_is_7x7_with_all_dominoes_in_twelve_rounds() -> None:
    """R16: a row of seven squares, castle included, is allowed, one of eight is not."""
    played = begun(2, Rules(mighty_duel=True)).plays()
    lines = [event.dominoes for event in played.events if isinstance(event, LineDealt)]
    assert sorted(number for line in lines for number in line) == list(range(1, 49))
    assert len(lines) == 12
    row = parse_kingdom("1@1,0e 2@3,0e", 7)
    assert row.allows(parse_placement("13@5,0e"))
    assert not row.place(parse_placement("13@5,0e")).allows(parse_placement("14@-1,0n"))


def test_r17_without_a_limit_a_kingdom_grows_as_it_likes() -> None:
    """R17: twelve dominoes in one row reach 24 squares from the castle."""
    land = Kingdom.empty(None)
    for number in range(12):
        placement = parse_placement(f"1@{2 * number + 1},0e")
        assert land.allows(placement)
        land = land.place(placement)
    assert max(cell.square.x for cell in land.cells()) == 24


@pytest.mark.parametrize("other", ["middle_kingdom", "harmony", "mighty_duel"])
def test_r17_what_needs_a_limit_does_not_go_without(other: str) -> None:
    """R17: no middle, no gap, no 7x7."""
    with pytest.raises(RuleViolation, match="rules/no-limit-mix"):
        check(Rules(no_limit=True, **{other: True}), 2)  # type: ignore[arg-type]


def test_r16_a_mighty_duel_with_both_bonuses_is_played_to_its_end() -> None:
    """R14-R16 together, as the rulebook's 'Mighty Duel' allows."""
    rules = Rules(middle_kingdom=True, harmony=True, mighty_duel=True)
    game, _ = begin(rules, 2, Chance(deck(), seats(0, 1, 1, 0)))
    assert game.rounds == 12
    with pytest.raises(RuleViolation, match="rules/mighty-duel-players"):
        check(rules, 3)
