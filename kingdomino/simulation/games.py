"""Whole games, one or many in a row, played by policies."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from kingdomino.base.judging import placements_of
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import Source
from kingdomino.machine import advance, begin, draw
from kingdomino.policies import Below, Policy, command_beside_placing, command_for
from kingdomino.rules import Rules
from kingdomino.scoring import Score, score

T = TypeVar("T")


class PlayedGame(NamedTuple):
    """A game played to its end: its last state, the scores by seat, and the number of options.

    `options` has for every placing turn the round, from 1, and the number of legal placements.
    """

    game: Game
    scores: tuple[Score, ...]
    options: tuple[tuple[int, int], ...]


def play(rules: Rules, policies: Sequence[Policy], source: Source) -> PlayedGame:
    """Play a whole game with one player for each policy, in order of seats.

    Seat s draws from the purpose `bot/<s>`; the purposes of `chance.draw` give the deck and the kings.
    """
    players = len(policies)
    chance = draw(rules, players, source)
    below: list[Below] = [partial(source.below, f"bot/{seat}") for seat in range(players)]
    options = []
    game, _ = begin(rules, players, chance)
    while (seat := game.mover) is not None:
        policy = policies[seat]
        if game.stage is not Stage.PLACE:
            wanted = command_beside_placing(policy, game, seat, below[seat])
            game, _ = advance(game, seat, wanted, chance)
            continue
        placements = placements_of(game, seat)
        options.append((game.round, len(placements)))
        laid = command_for(policy, game, seat, placements, below[seat])
        game, _ = advance(game, seat, laid, chance)
    scores = tuple(score(game, Seat(seat)) for seat in range(players))
    return PlayedGame(game, scores, tuple(options))


def play_many(rules: Rules, policies: Sequence[Policy], games: int, source: Source) -> Iterator[PlayedGame]:
    """Play this number of games one after the other; each policy moves one seat further in the next game."""
    for number in range(games):
        yield play(rules, seated(policies, number), source)


def seated(policies: Sequence[T], number: int) -> tuple[T, ...]:
    """The items by seat in the game with this number, from 0, of the games of `play_many`."""
    first = -number % len(policies)
    return (*policies[first:], *policies[:first])
