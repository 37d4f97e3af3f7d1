"""Whole games for reviews, and a brute-force evaluation to compare with."""

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import TypeVar

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.chance import NO_CHANCE
from kingdomino.game.commands import Choose, Command
from kingdomino.game.events import GameStarted, SeatLeft
from kingdomino.machine import advance, begin, draw, evolve, legal_commands, settle, start
from kingdomino.policies import BOTS, command
from kingdomino.review.decisions import RecordedEvent
from kingdomino.review.evaluator import Budget, PureEvaluator
from kingdomino.review.outcomes import Outcome, ended
from kingdomino.rules import Rules

T = TypeVar("T")


class Shuffling:
    """A reproducible `chance.Source`: the same seed gives the same draws."""

    def __init__(self, seed: int) -> None:
        self._stream = Random(seed)  # noqa: S311 - a test

    def shuffled(self, _purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order."""
        order = list(items)
        self._stream.shuffle(order)
        return tuple(order)

    def below(self, _purpose: str, bound: int) -> int:
        """A random number below the bound."""
        return self._stream.randrange(bound)


def game_of(
    rules: Rules, policies: Sequence[str], seed: int, left_after: int | None = None
) -> list[RecordedEvent]:
    """The record of a game between these bots; seat 1 leaves after so many commands, if given."""
    source = Shuffling(seed)
    chance = draw(rules, len(policies), source)
    game, events = begin(rules, len(policies), chance)
    for made in count(1):
        if (seat := game.mover) is None:
            break
        wanted = command(BOTS[policies[seat]].policy, game, seat, lambda bound: source.below("bot", bound))
        game, further = advance(game, seat, wanted, chance)
        events = (*events, *further)
        if made == left_after:
            gone = SeatLeft(Seat(1), idle=True)
            game, further = settle(evolve(game, gone), (gone,), chance)
            events = (*events, *further)
    steps: list[RecordedEvent] = []
    for number, event in enumerate(events, start=1):
        before = steps[-1].game if steps else None
        after = start(event) if isinstance(event, GameStarted) else evolve(before or game, event)
        steps.append(RecordedEvent(number, event, after))
    return steps


def evaluator(finals: int = 4, screening: int = 2, nodes: int = 500) -> PureEvaluator:
    """A reproducible evaluator with a small budget."""
    found = PureEvaluator(lambda name: Random(f"test/{name}"))  # noqa: S311 - a test
    found.budget = Budget(candidates=3, screening=((screening, 1),), finals=finals, nodes=nodes)
    return found


class TooMuch(Exception):  # noqa: N818 - the answer, not a fault
    """Raised when brute force would take too long."""


class BruteForce:
    """Every continuation of a position without hidden information, by the rules alone, without pruning.

    A seat maximizes its share of the win, then its points, then takes the lower domino.
    """

    def __init__(self, most: int) -> None:
        self.left = most

    def after(self, game: Game, command_: Command) -> Outcome:
        """The outcome of the game after this command of the seat to act."""
        seat = game.mover
        assert seat is not None
        return self.value(advance(game, seat, command_, NO_CHANCE)[0])[0]

    def value(self, game: Game) -> tuple[Outcome, int]:
        """The outcome, and the domino that the seat to act chooses on this turn: 0 for none."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        seat = game.mover
        if seat is None:
            return ended(game), 0
        ways = [self._way(game, seat, each) for each in legal_commands(game)]
        return max(ways, key=lambda way: (way[0].shares[seat], way[0].points[seat], -way[1]))

    def _way(self, game: Game, seat: Seat, each: Command) -> tuple[Outcome, int]:
        outcome, chosen = self.value(after := advance(game, seat, each, NO_CHANCE)[0])
        if isinstance(each, Choose):
            return outcome, each.domino
        return outcome, chosen if after.mover == seat and after.stage is Stage.CHOOSE else 0
