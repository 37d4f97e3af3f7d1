"""Positions: legal moves, their effects and the points agree with the rules, move by move."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance, GeneratorSource
from kingdomino.game.events import SeatLeft
from kingdomino.kernel.tables import Position
from kingdomino.machine import advance, begin, draw, evolve, legal_commands
from kingdomino.rules import Rules
from kingdomino.scoring import ranking, score
from tests.conformance.perft.test_base import game_of, positions
from tests.sampling import examples
from tests.unit.kingdomino.kernel.test_games import TABLES


def assert_alike(position: Position, game: Game) -> None:
    """Assert the same mover, stage and round, the same legal moves in the same order, and the same points."""
    assert (position.mover, position.stage, position.round) == (game.mover, game.stage, game.round)
    assert position.legal() == list(legal_commands(game))
    scores = [score(game, Seat(seat)) for seat in range(game.players)]
    assert position.counts() == [
        (s.total, s.middle_kingdom, s.harmony, s.largest_region, s.crowns) for s in scores
    ]
    assert position.live_points() == [s.total for s in scores]
    assert position.first_places() == list(ranking(scores, game.left)[0])
    assert position.discards() == [len(kingdom.discarded) for kingdom in game.kingdoms]


def stepped(game: Game, position: Position, chance: Chance, chooser: random.Random) -> Game:
    """The game after a random legal move, which is also played in the position."""
    legal = legal_commands(game)
    number = chooser.randrange(len(legal))
    assert game.mover is not None
    position.play(number)
    return advance(game, game.mover, legal[number], chance)[0]


@given(st.integers(0, 2**64), st.sampled_from(TABLES))
@examples(10)
def test_every_step_of_a_game_is_alike(seed: int, table: tuple[int, Rules]) -> None:
    """A position that is played on, and one read anew from each state, both agree with the rules."""
    players, rules = table
    source = GeneratorSource(random.Random(seed))  # noqa: S311
    chance = draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    position = Position.start(rules, players, chance)
    while game.mover is not None:
        assert_alike(position, game)
        assert_alike(Position.of(game, chance.deck[game.dealt :], chance.kings), game)
        game = stepped(game, position, chance, source.generator)
    assert_alike(position, game)


@given(st.integers(0, 2**64), st.sampled_from(TABLES), st.integers(0, 60), st.data())
@examples(10)
def test_left_seats_are_alike(seed: int, table: tuple[int, Rules], moves: int, data: st.DataObject) -> None:
    """R32: left seats rank below the others, and idle ones discard and take the lowest domino."""
    players, rules = table
    source = GeneratorSource(random.Random(seed))  # noqa: S311
    chance = draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    for _ in range(moves):
        if game.mover is not None:
            game, _ = advance(game, game.mover, source.generator.choice(legal_commands(game)), chance)
    for seat in data.draw(st.sets(st.integers(0, players - 1), max_size=players)):
        if seat != game.mover:
            game = evolve(game, SeatLeft(Seat(seat), idle=data.draw(st.booleans())))
    position = Position.of(game, chance.deck[game.dealt :], chance.kings)
    while game.mover is not None:
        assert_alike(position, game)
        game = stepped(game, position, chance, source.generator)
    assert_alike(position, game)


@pytest.mark.parametrize("entry", [entry for entry in positions() if "no limit" not in str(entry.id)])
def test_the_kernel_counts_what_is_stored(entry: dict[str, Any]) -> None:
    """The kernel's counts equal those of `perft/base.json` at every depth, for kingdoms with a limit."""
    played = game_of(entry)
    position = Position.of(played.game, played.chance.deck[played.game.dealt :])
    counts = [position.continuations(depth) for depth in range(1, len(entry["counts"]) + 1)]
    assert counts == entry["counts"]
