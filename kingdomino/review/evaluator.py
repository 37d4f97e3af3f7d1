"""Evaluators: they play a position to its end many times, each time with another deck."""

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple, Protocol

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command
from kingdomino.machine import advance, settle
from kingdomino.policies.policy import command as policy_command
from kingdomino.policies.simple import GREEDY
from kingdomino.review.dealing import redealt
from kingdomino.review.decisions import Position
from kingdomino.review.outcomes import Outcome, ended

Streams = Callable[[str], Random]
"""A stream of its own for each name, and the same one for the same name: `Random(f"{seed}/{name}")`."""


class Budget(NamedTuple):
    """How much is looked at: moves of a decision, playouts of each of them, and of the two compared.

    `nodes` bounds the search of the last two rounds, in kingdoms that are scored.
    """

    candidates: int
    screening: int
    finals: int
    nodes: int


class Evaluator(Protocol):
    """Plays positions out. A deal has the same deck for every move, so that moves are compared fairly."""

    name: str
    budget: Budget

    def outcomes(self, position: Position, command: Command | None, deals: Iterable[int]) -> list[Outcome]:
        """How the position ends in each of these deals, after the command of the seat to act, if given."""


class PureEvaluator:
    """Plays by the rules package itself: every variant, a few dozen games a second."""

    name = "pure"
    budget = Budget(candidates=4, screening=4, finals=12, nodes=6_000)

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def outcomes(self, position: Position, command: Command | None, deals: Iterable[int]) -> list[Outcome]:
        """Both sides play `greedy` from there on (`docs/play/bots.md`)."""
        return [self._outcome(position, command, deal) for deal in deals]

    def _outcome(self, position: Position, command: Command | None, deal: int) -> Outcome:
        game = position.game
        chance = redealt(position, self._streams(f"{game.dealt}/{deal}"))
        if command is None or game.mover is None:
            game, _ = settle(game, (), chance)
        else:
            game, _ = advance(game, game.mover, command, chance)
        return ended(played_out(game, chance, self._streams(f"play/{deal}")))


def played_out(game: Game, chance: Chance, stream: Random) -> Game:
    """The game at its end, played by `greedy` on all seats."""
    while (seat := game.mover) is not None:
        wanted = policy_command(GREEDY, game, Seat(seat), lambda bound: int(stream.random() * bound))
        game, _ = advance(game, seat, wanted, chance)
    return game
