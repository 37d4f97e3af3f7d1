"""The evaluator of Origins' reviews: from every step of a turn it plays games that the rules allow."""

import random
from collections.abc import Iterator

import pytest

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import NO_CHANCE
from kingdomino.game.events import GameStarted, SeatLeft
from kingdomino.kernel.search.endings import endings
from kingdomino.machine import advance, evolve, legal_commands, settle, start
from kingdomino.review.decisions import ALL, Decision, PublicPosition, decisions
from kingdomino.review.outcomes import Outcome, ended
from kingdomino.review.searching import SearchEvaluator
from kingdomino.rules import GameKind, Mode, Rules
from tests.unit.kingdomino.review.games import game_of

pytestmark = pytest.mark.slow

TABLES = [(2, Mode.TRIBE), (2, Mode.TOTEM), (3, Mode.DISCOVERY), (4, Mode.TRIBE), (4, Mode.TOTEM)]
MOST = 250
"""The ways to play on up to which all are tried."""


def origins(mode: Mode) -> Rules:
    """Origins with both bonuses."""
    return Rules(game=GameKind.ORIGINS, mode=mode, middle_kingdom=True, harmony=True)


def played(players: int, mode: Mode, seed: int) -> list[Decision]:
    """The decisions of a random game."""
    return list(decisions(game_of(origins(mode), ["random"] * players, seed)))


def evaluator() -> SearchEvaluator:
    """A reproducible evaluator."""
    return SearchEvaluator(lambda name: random.Random(f"test/{name}"))  # noqa: S311 - a test


def alone(game: Game) -> Game:
    """The game in which all others have left; with seats that never act, few ways remain."""
    for seat in range(game.players):
        if seat != game.mover:
            game = evolve(game, SeatLeft(Seat(seat), idle=True))
    return game


class TooMany(Exception):  # noqa: N818 - the answer, not a fault
    """Raised when there are more ways than are tried."""


def ends(game: Game) -> Iterator[Outcome]:
    """The outcome of every way to play on."""
    if (seat := game.mover) is None:
        yield ended(game)
    for command in legal_commands(game):
        yield from ends(advance(game, Seat(seat or 0), command, NO_CHANCE)[0])


def all_ends(game: Game) -> set[Outcome]:
    """All outcomes; raises `TooMany`."""
    found = set()
    for number, end in enumerate(ends(settle(game, (), NO_CHANCE)[0])):
        if number == MOST:
            raise TooMany
        found.add(end)
    return found


def test_every_end_is_one_of_the_rules() -> None:
    """In the last rounds, with the others gone, each step ends as the rules allow."""
    seen = set()
    for seed, (players, mode) in enumerate(TABLES[1:]):
        last = [each for each in played(players, mode, seed) if not each.position.game.deck_left]
        for decision in last:
            game = alone(decision.position.game)
            try:
                possible = all_ends(game)
            except TooMany:
                continue
            position = PublicPosition(0, game, decision.position.unseen)
            assert set(evaluator().outcomes(position, None, range(5))) <= possible
            seen.add(game.stage)
    assert {Stage.PLACE, Stage.FIRE} <= seen


def test_the_steps_of_recruiting_end_as_the_rules_allow() -> None:
    """A caveman that is paid for or in hand is put on a square where the rules let it lie."""
    seen = set()
    for decision in played(4, Mode.TRIBE, 3):
        game = decision.position.game
        if game.stage in (Stage.TAKE, Stage.PUT):
            over = alone(game)._replace(line=(), next_line=(), dealt=48)  # the game is over after this step
            ways = all_ends(over)
            assert set(evaluator().outcomes(PublicPosition(0, over, frozenset()), None, range(2))) <= ways
            seen.add(game.stage)
    assert seen == {Stage.TAKE, Stage.PUT}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("players", "mode"), TABLES)
def test_every_decision_is_played_out(players: int, mode: Mode) -> None:
    """From the beginning and after every command the evaluator plays on; shares add up; a deal repeats."""
    beginning = PublicPosition(0, start(GameStarted(origins(mode), players)), ALL)
    assert len(evaluator().outcomes(beginning, None, range(4))) == 4
    for decision in played(players, mode, 7):
        for command in (None, decision.command):
            first = evaluator().outcomes(decision.position, command, range(3))
            assert first == evaluator().outcomes(decision.position, command, range(3))
            assert all(sum(outcome.shares) == pytest.approx(1) for outcome in first)


def test_the_end_counts_as_the_rules_do() -> None:
    """A game that is over has the points and places of the rules; volcanoes form no region (R12, R22)."""
    for players, mode in TABLES:
        for seed in range(5):
            over = game_of(origins(mode), ["random"] * players, seed)[-1].game
            assert over is not None
            [(points, first)] = endings(over, [], [1])
            wanted = ended(over)
            assert points == wanted.points
            assert [first >> seat & 1 for seat in range(players)] == [part > 0 for part in wanted.shares]


def test_other_games_are_refused() -> None:
    """The base game has a kernel of its own."""
    game = game_of(Rules(), ["random"] * 2, 1)[-1].game
    assert game is not None
    with pytest.raises(ValueError, match="those of Origins"):
        endings(game, [], [1])
