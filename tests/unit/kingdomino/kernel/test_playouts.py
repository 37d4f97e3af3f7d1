"""Playouts: the kernel alone plays games to their end, with the unknown dominoes dealt anew."""

import random
from collections import Counter

import pytest

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.kernel.playing import finish
from kingdomino.kernel.tables import Position
from kingdomino.machine import advance, legal_commands
from kingdomino.rules import Rules
from kingdomino.scoring import score
from tests.games import begun

BOTH = Rules(middle_kingdom=True, harmony=True)


def near_the_end(players: int, turns: int) -> tuple[Game, Chance]:
    """A random game, this number of turns before its end, in which no domino is unknown."""
    chooser = random.Random(9)  # noqa: S311
    played = begun(players, BOTH)
    states = [played.game]
    while legal := legal_commands(played.game):
        played = played.does(chooser.choice(legal))
        states.append(played.game)
    return states[-1 - turns], played.chance


def ends(game: Game, chance: Chance) -> set[tuple[int, ...]]:
    """The points by seat of every possible end of the game."""
    if game.mover is None:
        return {tuple(score(game, Seat(seat)).total for seat in range(game.players))}
    games = [advance(game, game.mover, command, chance)[0] for command in legal_commands(game)]
    return {end for after in games for end in ends(after, chance)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_playouts_end_in_every_way_that_the_rules_have(players: int) -> None:
    """5,000 playouts reach every end that the rules allow, and no other."""
    game, chance = near_the_end(players, 3)
    found = finish(Position.of(game), [(0, 0)] * players, 5000, 1)
    assert set(found) == ends(game, chance)


def test_the_best_placements_are_played_out() -> None:
    """The mover of the last placement gets the most points possible."""
    game, chance = near_the_end(4, 1)
    seat = game.mover
    assert seat is not None
    (best,) = {points[seat] for points in finish(Position.of(game), [(1, 1)] * 4, 100, 1)}
    assert best == max(points[seat] for points in ends(game, chance))


def test_a_seed_repeats_playouts() -> None:
    """The same seed gives the same games, another seed others; the position stays as it is."""
    position = Position.of(begun(4).game)
    first = finish(position, [(1, 0)] * 4, 20, 5)
    assert finish(position, [(1, 0)] * 4, 20, 5) == first != finish(position, [(1, 0)] * 4, 20, 6)
    assert position.legal() == legal_commands(begun(4).game)


def test_what_is_unknown_is_dealt_anew() -> None:
    """R2: with two players each of the 44 unseen dominoes may come; the 24 removed ones are unknown."""
    rules = Rules()
    seen = Counter[int]()
    for seed in range(400):
        position = Position.of(begun(2, rules).game)
        position.redeal(seed)
        seen.update(position.deck[:4])
    assert set(seen) == set(range(5, 49))
    # 1,600 draws of 44 dominoes: about 36 of each, with a standard deviation of 6.
    assert max(abs(times - 1600 / 44) for times in seen.values()) < 30
