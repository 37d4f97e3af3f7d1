"""The order of turns, forced discards, left-over dominoes and the end (R4, R6, R7, R10)."""

from itertools import pairwise

import pytest

from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import parse_kingdom, parse_placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Stage
from kingdomino.game.commands import Discard, Place
from kingdomino.game.events import (
    DominoChosen,
    DominoDiscarded,
    DominoLeftOver,
    DominoPlaced,
    GameEnded,
    GameStarted,
    LineDealt,
)
from kingdomino.machine import decide, evolve, legal_commands, start
from kingdomino.rules import Edition, Rules
from tests.games import Played, begun, seats

TABLES = [
    pytest.param(2, Edition.CLASSIC, id="2"),
    pytest.param(3, Edition.CLASSIC, id="3-classic"),
    pytest.param(3, Edition.SECOND, id="3-second"),
    pytest.param(4, Edition.CLASSIC, id="4"),
]


def movers(played: Played) -> list[tuple[str, int]]:
    """The step and seat of each move in order: `put` for step (1), `pick` for step (2)."""
    words = {DominoPlaced: "put", DominoDiscarded: "put", DominoChosen: "pick"}
    return [
        (words[type(event)], event.seat)
        for event in played.events
        if isinstance(event, (DominoPlaced, DominoDiscarded, DominoChosen))
    ]


def test_the_lowest_number_begins_and_each_places_then_chooses() -> None:
    """R6: turns follow the kings on the line, not the seats nor the order of choosing."""
    played = begun(4, dominoes=[1, 2, 3, 4, 5, 6, 7, 8]).chooses(3, 1, 4, 2).plays(8)
    order = [1, 3, 0, 2]
    assert movers(played)[4:] == [(step, seat) for seat in order for step in ("put", "pick")]


def test_each_of_two_kings_acts_in_its_own_place() -> None:
    """R6 with two players: A A B B on the line gives four turns in that order."""
    played = begun(2, kings=[0, 0, 1, 1], dominoes=[1, 2, 3, 4]).chooses(1, 2, 3, 4).plays(8)
    assert movers(played)[4:] == [(step, seat) for seat in (0, 0, 1, 1) for step in ("put", "pick")]


def test_two_players_can_alternate_the_other_way_next_round() -> None:
    """R6, R7: the choices of one round set the order of the next."""
    played = begun(2, kings=[0, 1, 0, 1], dominoes=[1, 2, 3, 4, 5, 6, 7, 8]).chooses(1, 2, 3, 4)
    for domino in (8, 6, 7, 5):
        played = played.plays(1).chooses(domino)
    assert played.game.round == 2
    assert [slot.seat for slot in played.game.line] == [1, 1, 0, 0]


def test_the_next_line_becomes_the_current_one_and_another_is_dealt() -> None:
    """R7: a line in ascending order is dealt as soon as the last king has left the current one."""
    played = begun(4, dominoes=[1, 2, 3, 4, 5, 6, 7, 8, 48, 20, 30, 9]).chooses(1, 2, 3, 4).plays(7)
    assert played.game.line == ()
    assert played.game.dealt == 8
    played = played.plays(1)
    assert isinstance(played.events[-2], DominoChosen)
    assert played.events[-1] == LineDealt(tuple(DominoNumber(n) for n in (9, 20, 30, 48)))
    assert [slot.domino for slot in played.game.line] == [5, 6, 7, 8]
    assert played.game.round == 2


@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_the_last_round_only_places(players: int, edition: Edition) -> None:
    """R7: an empty deck deals no next line, so nothing is chosen; the game ends with the last domino."""
    played = begun(players, Rules(edition))
    kings, rounds = played.game.rules.kings(players), played.game.rounds
    played = played.plays(kings * (2 * rounds - 1))
    assert played.game.round == rounds
    assert played.game.deck_left == 0
    for _ in range(kings):
        assert played.game.next_line == ()
        assert played.game.stage is Stage.PLACE
        assert len(played.game.line) > 0
        played = played.plays(1)
    assert played.game.stage is Stage.OVER
    assert played.game.mover is None
    assert legal_commands(played.game) == ()
    assert played.events[-1] == GameEnded()


@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_a_game_has_as_many_turns_as_kings_times_rounds(players: int, edition: Edition) -> None:
    """R2, R6, R7: every king places once per round and chooses once per round, the first line included."""
    played = begun(players, Rules(edition)).plays()
    turns = played.game.rules.kings(players) * played.game.rounds
    words = [word for word, _ in movers(played)]
    assert words.count("put") == turns
    assert words.count("pick") == turns
    assert len([event for event in played.events if isinstance(event, GameEnded)]) == 1


def test_one_domino_is_left_over_in_each_line_of_the_second_edition() -> None:
    """R4: three players leave twelve dominoes over, one of the last line included; no king stands on one."""
    played = begun(3, Rules(Edition.SECOND)).plays()
    left = [event.domino for event in played.events if isinstance(event, DominoLeftOver)]
    chosen = {event.domino for event in played.events if isinstance(event, DominoChosen)}
    assert len(left) == len(set(left)) == 12
    assert not chosen & set(left)
    assert chosen | set(left) == set(range(1, 49))


def test_a_left_over_domino_leaves_before_the_next_line_is_dealt() -> None:
    """R4, R7: this holds in later rounds and for the lowest domino: then the second lowest king begins."""
    played = begun(3, Rules(Edition.SECOND), dominoes=[1, 2, 3, 4, 10, 20, 30, 40]).chooses(1, 2, 3)
    for domino in (40, 20, 30):
        played = played.plays(1).chooses(domino)
    kinds = [type(event) for event in played.events[-3:]]
    assert kinds == [DominoChosen, DominoLeftOver, LineDealt]
    assert played.events[-2] == DominoLeftOver(DominoNumber(10))
    assert played.game.domino_in_hand == 20
    assert played.game.mover == 1


def _crowded(domino: int, land: Kingdom) -> Played:
    """A game of four in which seat 0 has to place this domino in this kingdom."""
    played = begun(4, dominoes=[domino, 46, 47, 48]).chooses(domino, 46, 47, 48)
    return played._replace(game=played.game._replace(kingdoms=(land, *played.game.kingdoms[1:])))


# All four sides of the castle are covered, with wheat and, further out, two lakes.
ENCLOSED = "1@-2,0e 2@1,0e 14@0,1n 20@0,-1s"


def test_a_domino_that_fits_nowhere_is_discarded() -> None:
    """R10: the domino leaves the game and the turn continues with step (2)."""
    land = parse_kingdom(ENCLOSED)
    played = _crowded(45, land)
    assert any(isinstance(command, Place) for command in legal_commands(played.game))
    enclosed = _crowded(12, land)
    assert legal_commands(enclosed.game) == [Discard(DominoNumber(12))]
    after = enclosed.plays(1)
    assert after.events[-1] == DominoDiscarded(Seat(0), DominoNumber(12))
    assert after.game.kingdoms[0] == land.discard(DominoNumber(12))
    assert after.game.stage is Stage.CHOOSE
    assert after.game.mover == 0


def test_a_placement_is_recorded_as_listed() -> None:
    """The other orientation of a double is the same move; the event has the listed orientation."""
    played = begun(4, dominoes=[1, 2, 3, 4]).chooses(1, 2, 3, 4).places("1@2,0w")
    assert played.events[-1] == DominoPlaced(Seat(0), DominoNumber(1), *parse_placement("1@1,0e")[1:])


def test_decide_says_what_advance_does() -> None:
    """Folding the events of `decide` gives the game of `advance`."""
    played = begun(2, kings=seats(0, 1, 1, 0)).plays(20)
    for command in legal_commands(played.game):
        game = played.game
        assert game.mover is not None
        for event in decide(game, game.mover, command, played.chance):
            game = evolve(game, event)
        assert game == played.does(command).game


@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_a_game_is_the_fold_of_its_events(players: int, edition: Edition) -> None:
    """The fold needs only the events, not the draws."""
    played = begun(players, Rules(edition)).plays()
    first, *rest = played.events
    assert isinstance(first, GameStarted)
    game = start(first)
    for event in rest:
        game = evolve(game, event)
    assert game == played.game


def test_rounds_count_up_one_by_one() -> None:
    """The round is 0 during the first choice, then 1 to 12."""
    played = begun(4)
    rounds = [played.game.round]
    while played.game.mover is not None:
        played = played.plays(1)
        rounds.append(played.game.round)
    assert all(later - earlier in {0, 1} for earlier, later in pairwise(rounds))
    assert (rounds[0], rounds[-1]) == (0, 12)
