"""Choices that cost their player and help one other."""

import pytest

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Discard
from kingdomino.game.events import GameStarted
from kingdomino.machine import legal_commands, start
from kingdomino.review.decisions import ALL, Before, Decision, PublicPosition, decisions
from kingdomino.review.grading import Grade
from kingdomino.review.helping import Help, helps
from kingdomino.review.judging import Judged, judge_decision
from kingdomino.review.outcomes import Estimate, Outcome, expected
from kingdomino.rules import Rules
from tests.unit.kingdomino.review.games import BruteForce, evaluator, game_of

MADE = Discard(DominoNumber(1))
NONE, SURE = Estimate(0.0, 0.0), Estimate(-0.1, 0.04)
POSITION: Game = start(GameStarted(Rules(), 4))


def judged(*changes: Estimate, win_loss: Estimate = NONE, grade: Grade = Grade.GOOD, seat: int = 0) -> Judged:
    """A decision of `seat` that changes the points of each seat so much against the best move."""
    decision = Decision(9, PublicPosition(8, POSITION, ALL), Seat(seat), MADE, Before.NOTHING)
    loss = Estimate(-changes[seat].mean, changes[seat].error)
    nothing = expected([Outcome((), ())])
    return Judged(decision, grade, MADE, loss, win_loss, nothing, exact=False, changes=changes)


COST, GAIN = Estimate(-2.0, 0.5), Estimate(3.0, 1.0)


def test_a_choice_that_costs_and_helps_one_other_is_found() -> None:
    """Who chose, who gained, and how much, with the errors."""
    [found] = helps([judged(COST, NONE, GAIN, Estimate(-1.0, 0.2))])
    assert found == Help(9, Seat(0), Seat(2), Estimate(2.0, 0.5), GAIN)


@pytest.mark.parametrize(
    "other",
    [
        judged(Estimate(-0.4, 0.0), GAIN, NONE, NONE),
        judged(Estimate(-2.0, 1.1), GAIN, NONE, NONE),
        judged(COST, Estimate(0.4, 0.0), NONE, NONE),
        judged(COST, Estimate(3.0, 1.6), NONE, NONE),
        judged(COST, GAIN, GAIN, NONE),
        judged(COST, NONE, NONE, NONE),
        judged(COST, GAIN, NONE, NONE, win_loss=SURE),
        judged(COST, GAIN, NONE, NONE, grade=Grade.FORCED),
    ],
    ids=["cheap", "cost unsure", "gain small", "gain unsure", "two gain", "nobody", "bought", "forced"],
)
def test_other_choices_are_none(other: Judged) -> None:
    """A cost or a gain that is small or uncertain, gains of several, and what buys chances to win."""
    assert not list(helps([other]))


@pytest.mark.slow
def test_the_changes_of_a_decision_are_those_of_its_outcomes() -> None:
    """The mover's change is the loss, turned round."""
    steps = game_of(Rules(), ["greedy", "random"], 5)
    for decision in list(decisions(steps))[4:12]:
        each = judge_decision(evaluator(finals=2, screening=1), decision, None)
        if each.grade is Grade.FORCED:
            assert each.changes == ()
            continue
        assert each.changes[each.decision.seat].mean == pytest.approx(-each.loss.mean)


def test_every_help_in_the_last_rounds_is_found_by_brute_force_too() -> None:
    """Each choice of the last rounds of a game is replaced by each other one; all helps are known exactly."""
    found, known = [], []
    for each in decisions(game_of(Rules(), ["greedy"] * 2, 3)):
        game, seat = each.position.game, each.seat
        if game.deck_left or game.stage is not Stage.CHOOSE:
            continue
        legal = legal_commands(game)
        if len(legal) == 1:
            continue
        ways = {command: BruteForce(50_000).after(game, command) for command in legal}
        top = max(ways.values(), key=lambda outcome: (outcome.shares[seat], outcome.points[seat])).points
        for command, outcome in ways.items():
            cost, gain = top[seat] - outcome.points[seat], outcome.points[1 - seat] - top[1 - seat]
            if cost > 0 and gain > 0:
                known.append((each.version, command, cost, gain))
            played = judge_decision(evaluator(nodes=3_000), each._replace(command=command), None)
            assert played.exact
            found += [(one.version, command, one.cost.mean, one.gain.mean) for one in helps([played])]
    assert found == known != []
