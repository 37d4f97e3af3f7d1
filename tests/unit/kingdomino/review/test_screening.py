"""Screening: moves that are surely behind are played out no further, and the best one is found."""

from collections.abc import Iterable

import pytest

from kingdomino.game.commands import Command
from kingdomino.machine import legal_commands
from kingdomino.review.decisions import Decision, PublicPosition, decisions
from kingdomino.review.evaluator import Budget
from kingdomino.review.judging import judge_decision
from kingdomino.review.outcomes import Outcome
from kingdomino.rules import Rules
from tests.unit.kingdomino.review.games import game_of

FINALS, FEW, MANY = 9, 4, 40


class Fake:
    """An evaluator in which one move leads, in every deal or on average; it notes the deals."""

    name = "fake"
    budget = Budget(candidates=3, screening=((FEW, 2), (MANY, 1)), finals=FINALS, nodes=0)

    def __init__(self, best: Command, *, always: bool) -> None:
        self.best, self.always = best, always
        self.deals: set[int] = set()

    def outcomes(
        self, position: PublicPosition, command: Command | None, deals: Iterable[int]
    ) -> list[Outcome]:
        """Outcomes of two seats."""
        all_deals = list(deals)
        self.deals.update(all_deals)
        seat = position.game.mover or 0
        return [self._outcome(seat, command, deal) for deal in all_deals]

    def _outcome(self, seat: int, command: Command | None, deal: int) -> Outcome:
        leads = command == self.best and (self.always or deal % 2 == 0)
        own = 30 if leads else 20 if command != self.best else 16
        return Outcome((own, 10) if seat == 0 else (10, own), (0.5, 0.5))


def early() -> Decision:
    """A decision of the first rounds with several moves."""
    made = decisions(game_of(Rules(), ["random"] * 2, 3))
    return next(
        each
        for each in made
        if each.position.game.round == 2 and 2 < len(legal_commands(each.position.game)) <= 6
    )


@pytest.mark.parametrize(("always", "last"), [(True, FINALS + FEW), (False, FINALS + MANY)])
def test_screening_ends_when_the_best_move_is_certain(*, always: bool, last: int) -> None:
    """A move that leads in every deal needs no more of them; one that leads on average is played on."""
    decision = early()
    best = next(each for each in legal_commands(decision.position.game) if each != decision.command)
    fake = Fake(best, always=always)
    judged = judge_decision(fake, decision, None)
    assert judged.best == best
    assert max(fake.deals) == last - 1
