"""The beginning of a game: the first line, the kings, the second line (R1-R5)."""

import pytest

from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Stage
from kingdomino.game.chance import Chance
from kingdomino.game.events import DominoChosen, DominoLeftOver, GameStarted, KingDrawn, LineDealt
from kingdomino.machine import begin
from kingdomino.rules import Edition, FirstLine, Rules
from kingdomino.rules.violations import RuleViolation
from tests.games import begun, deck, seats

TABLES = [
    pytest.param(players, edition, first_line, id=f"{players}-{edition.value}-{first_line.value}")
    for players in (2, 3, 4)
    for edition in Edition
    for first_line in FirstLine
]
FIRST = (30, 7, 48, 19)
"""The four dominoes on top of the deck."""


@pytest.mark.parametrize(("players", "edition", "first_line"), TABLES)
def test_a_game_begins_with_castles_a_line_and_kings(
    players: int, edition: Edition, first_line: FirstLine
) -> None:
    """R1, R3, R5: the line is ascending; `drawn` reveals one king, the other first lines the whole order."""
    rules = Rules(edition, first_line)
    start = begun(players, rules, dominoes=FIRST)
    size = 3 if (players, edition) == (3, Edition.CLASSIC) else 4
    order = start.chance.kings
    known = order[:1] if first_line is FirstLine.DRAWN else order
    assert start.events == (
        GameStarted(rules, players),
        LineDealt(tuple(DominoNumber(n) for n in sorted(FIRST[:size]))),
        *(KingDrawn(seat) for seat in known),
    )
    assert start.game.kingdoms == (Kingdom.empty(5),) * players
    assert start.game.mover == order[0]
    assert start.game.stage is Stage.CHOOSE_FIRST
    assert start.game.round == 0


@pytest.mark.parametrize(("players", "edition", "first_line"), TABLES)
def test_each_king_chooses_then_the_next_line_is_dealt(
    players: int, edition: Edition, first_line: FirstLine
) -> None:
    """R5: all kings choose from the first line in their order; only then is the second line dealt."""
    rules = Rules(edition, first_line)
    played = begun(players, rules, dominoes=FIRST)
    kings = played.chance.kings
    size = rules.line_size(players)
    for n, seat in enumerate(kings):
        assert played.game.mover == seat
        assert played.game.round == 0
        assert played.game.dealt == size
        assert set(played.game.free_dominoes) == set(sorted(FIRST[:size])[n:])
        played = played.plays(1)
    chosen = [event.seat for event in played.events if isinstance(event, DominoChosen)]
    assert chosen == list(kings)
    assert played.game.round == 1
    assert played.game.dealt == 2 * size
    assert played.game.stage is Stage.PLACE
    assert len(played.game.next_line) == size


def test_a_drawn_king_chooses_before_the_next_is_drawn() -> None:
    """R5 drawn: the next king is unknown until then, so its event follows the choice."""
    played = begun(4, kings=[2, 0, 3, 1], dominoes=[1, 2, 3, 4]).chooses(4, 2, 1, 3)
    assert played.events[2:10] == (
        KingDrawn(Seat(2)),
        DominoChosen(Seat(2), DominoNumber(4)),
        KingDrawn(Seat(0)),
        DominoChosen(Seat(0), DominoNumber(2)),
        KingDrawn(Seat(3)),
        DominoChosen(Seat(3), DominoNumber(1)),
        KingDrawn(Seat(1)),
        DominoChosen(Seat(1), DominoNumber(3)),
    )


def test_an_undrawn_king_is_not_in_the_state() -> None:
    """R5 drawn: games that differ only in undrawn kings have equal states."""
    one = begun(4, kings=[2, 0, 3, 1]).chooses(1)
    other = begun(4, kings=[2, 0, 1, 3]).chooses(1)
    assert one.game == other.game


def test_undealt_dominoes_are_not_in_the_state() -> None:
    """R2: games that differ only in the deck have equal states."""
    assert begun(4, dominoes=[5, 6, 7, 8, 9]).game == begun(4, dominoes=[8, 7, 6, 5, 48]).game


def test_both_kings_of_a_player_can_be_drawn_first() -> None:
    """R5 drawn with two players: the order AABB is possible."""
    played = begun(2, kings=[1, 1, 0, 0], dominoes=[1, 2, 3, 4]).chooses(4, 2, 3, 1)
    assert [slot.seat for slot in played.game.line] == [0, 1, 0, 1]


def test_the_dominoes_beyond_the_decks_size_stay_out() -> None:
    """R2: of the shuffled 48, two players use the first 24, three in the classic edition the first 36."""
    for players, count in ((2, 24), (3, 36), (4, 48)):
        dealt = [
            number
            for event in begun(players).plays().events
            if isinstance(event, LineDealt)
            for number in event.dominoes
        ]
        assert sorted(dealt) == list(range(1, count + 1))


@pytest.mark.parametrize(("claimed", "left"), [((20, 30, 40), 10), ((10, 40, 20), 30), ((30, 20, 10), 40)])
def test_three_in_the_second_edition_leave_one_domino_over(claimed: tuple[int, ...], left: int) -> None:
    """R4: the domino without a king leaves the game once all three have chosen, even if it is the lowest."""
    rules = Rules(Edition.SECOND)
    played = begun(3, rules, dominoes=[10, 20, 30, 40]).chooses(*claimed[:2])
    assert not any(isinstance(event, DominoLeftOver) for event in played.events)
    played = played.chooses(claimed[2])
    assert played.events[-2:] == (
        DominoLeftOver(DominoNumber(left)),
        LineDealt((DominoNumber(1), DominoNumber(2), DominoNumber(3), DominoNumber(4))),
    )
    assert sorted(slot.domino for slot in played.game.line) == sorted(claimed)
    first = min(claimed)
    assert played.game.domino_in_hand == first
    assert played.game.mover == claimed.index(first)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_no_game_begins_with_another_number_of_players(players: int) -> None:
    """R1: any other number is refused with `rules/players`."""
    with pytest.raises(RuleViolation) as refused:
        begin(Rules(), players, Chance(deck(), seats(0, 0, 0, 0)))
    assert refused.value.code == "rules/players"
