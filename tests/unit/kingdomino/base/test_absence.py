"""Seats whose player has left (R32)."""

import random

import pytest

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Chance
from kingdomino.game.events import (
    DominoChosen,
    DominoDiscarded,
    DominoPlaced,
    Event,
    GameEnded,
    SeatLeft,
    SeatRejoined,
)
from kingdomino.machine import advance, automatic, begin, evolve, legal_commands
from kingdomino.rules import Edition, FirstLine, Mode, Rules
from kingdomino.scoring import Score, ranking, score
from tests.games import begun, deck, origins, seats, shuffling

TABLES = [
    *((players, Rules(first_line=first)) for players in (2, 3, 4) for first in FirstLine),
    (3, Rules(edition=Edition.SECOND)),
    *((players, origins(mode)) for players in (2, 3, 4) for mode in Mode),
]


def left(game: Game, seat: int, *, idle: bool, chance: Chance) -> tuple[Game, list[Event]]:
    """The game after the seat was left, and all automatic events that follow."""
    game = evolve(game, SeatLeft(Seat(seat), idle))
    events: list[Event] = []
    while event := automatic(game, chance):
        game = evolve(game, event)
        events.append(event)
    return game, events


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), TABLES)
@pytest.mark.parametrize("after", [0, 1, 5, 23])
def test_a_game_with_an_idle_seat_is_played_to_its_end(players: int, rules: Rules, after: int) -> None:
    """Nobody waits for an idle seat, at whatever point it was left; its kings stay until the end."""
    choices = random.Random(after)  # noqa: S311 - a test
    kings = [0] * 2 + [1] * 2 if players == 2 else list(range(players))
    chance = Chance(deck(*choices.sample(range(1, 49), 48)), seats(*kings), shuffling(1))
    game, _ = begin(rules, players, chance)
    for _ in range(after):
        assert game.mover is not None
        game, _ = advance(game, game.mover, choices.choice(legal_commands(game)), chance)
    gone = game.mover
    assert gone is not None
    game, _ = left(game, gone, idle=True, chance=chance)
    while commands := legal_commands(game):
        assert game.mover not in {None, gone}
        assert game.mover is not None
        game, events = advance(game, game.mover, choices.choice(commands), chance)
        assert not any(isinstance(event, DominoPlaced) and event.seat == gone for event in events)
    assert game.stage is Stage.OVER
    for kingdom in game.kingdoms:
        dominoes = len(kingdom.placements) + len(kingdom.discarded)
        assert dominoes == rules.rounds(players) * rules.kings_each(players)
    assert ranking([score(game, Seat(seat)) for seat in range(players)], game.left)[-1] == (gone,)


def test_an_idle_seat_discards_what_would_fit_and_takes_the_lowest_domino() -> None:
    """The idle seat's domino is discarded although it fits (not R10); its king takes the lowest domino."""
    played = begun(4, kings=(0, 1, 2, 3)).chooses(1, 2, 3, 4)
    assert played.game.mover == 0
    _, events = left(played.game, 0, idle=True, chance=played.chance)
    assert events == [DominoDiscarded(Seat(0), DominoNumber(1)), DominoChosen(Seat(0), DominoNumber(5))]


def test_an_idle_seat_takes_the_lowest_domino_of_the_first_line() -> None:
    """Its drawn king takes the lowest free domino before anything is placed."""
    played = begun(4, kings=(0, 1, 2, 3)).chooses(2)
    assert played.game.mover == 1
    _, events = left(played.game, 1, idle=True, chance=played.chance)
    assert events[0] == DominoChosen(Seat(1), DominoNumber(1))


def test_where_all_seats_are_idle_the_game_ends_at_once() -> None:
    """When the last seat becomes idle, nobody is left to wait for."""
    played = begun(2, kings=(0, 1, 0, 1)).chooses(1, 2, 3, 4)
    game, _ = left(played.game, 0, idle=True, chance=played.chance)
    _, events = left(game, 1, idle=True, chance=played.chance)
    assert events[-1] == GameEnded()


def test_a_seat_that_a_bot_plays_on_for_is_waited_for() -> None:
    """The seat is left but not idle: a bot makes its moves."""
    played = begun(2, kings=(0, 1, 0, 1)).chooses(1, 2, 3, 4)
    game, events = left(played.game, 0, idle=False, chance=played.chance)
    assert (events, game.mover, game.left, game.idle) == ([], 0, (0,), ())


def test_a_seat_that_is_taken_over_counts_again() -> None:
    """After a player rejoins, the seat is neither left nor idle."""
    played = begun(2, kings=(0, 1, 0, 1)).chooses(1, 2, 3, 4)
    game, _ = left(played.game, 1, idle=True, chance=played.chance)
    game = evolve(game, SeatRejoined(Seat(1)))
    assert (game.left, game.idle) == ((), ())


def points(total: int) -> Score:
    """A score with this total."""
    return Score(total=total, regions=(), middle_kingdom=0, harmony=0, largest_region=0, crowns=0)  # type: ignore[arg-type]


def test_those_who_left_rank_below_all_who_stayed() -> None:
    """Players who left are ranked by points among themselves, below all who stayed."""
    scores = [points(90), points(20), points(70), points(70)]
    assert ranking(scores, seats(0)) == ((2, 3), (1,), (0,))
    assert ranking(scores, seats(0, 2)) == ((3,), (1,), (0,), (2,))
    assert ranking(scores) == ((0,), (2, 3), (1,))
