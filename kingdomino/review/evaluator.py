"""Evaluators: they play a position to its end many times, each time with a different deck."""

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
from kingdomino.review.decisions import PublicPosition
from kingdomino.review.outcomes import Outcome, ended

Streams = Callable[[str], Random]
"""A function from a name to its own stream, always the same for the name: `Random(f"{seed}/{name}")`."""


class Budget(NamedTuple):
    """The effort: moves of a decision, rounds of their screening, and playouts of the two compared.

    A round has the playouts of each move up to its end, and the number of moves that go on to the next one.
    `nodes` limits the search of the last two rounds, in kingdoms that are scored.
    """

    candidates: int
    screening: tuple[tuple[int, int], ...]
    finals: int
    nodes: int


class Evaluator(Protocol):
    """Plays positions out. A deal has the same deck for every move, so that the comparison is fair."""

    name: str
    budget: Budget

    def outcomes(
        self, position: PublicPosition, command: Command | None, deals: Iterable[int]
    ) -> list[Outcome]:
        """The outcomes of the position in these deals, after the command of the seat to act, if given."""


class PureEvaluator:
    """Plays with the rules package: every variant, a few dozen games per second."""

    name = "pure"
    budget = Budget(candidates=4, screening=((4, 1),), finals=12, nodes=6_000)

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def outcomes(
        self, position: PublicPosition, command: Command | None, deals: Iterable[int]
    ) -> list[Outcome]:
        """The outcomes if all seats play `greedy` from there on (`docs/play/bots.md`)."""
        return [self._outcome(position, command, deal) for deal in deals]

    def _outcome(self, position: PublicPosition, command: Command | None, deal: int) -> Outcome:
        game = position.game
        chance = redealt(position, self._streams(f"{game.dealt}/{deal}"))
        if command is None or game.mover is None:
            game, _ = settle(game, (), chance)
        else:
            game, _ = advance(game, game.mover, command, chance)
        return ended(played_out(game, chance, self._streams(f"play/{deal}")))


def played_out(game: Game, chance: Chance, stream: Random) -> Game:
    """The game played to its end with `greedy` on all seats."""
    while (seat := game.mover) is not None:
        wanted = policy_command(GREEDY, game, Seat(seat), lambda bound: int(stream.random() * bound))
        game, _ = advance(game, seat, wanted, chance)
    return game
