"""Judging one decision: the best move found, and the expected loss of the played one against it."""

from typing import NamedTuple

from kingdomino.game.commands import Command
from kingdomino.machine import legal_commands
from kingdomino.review.candidates import candidates
from kingdomino.review.decisions import Decision
from kingdomino.review.endgame import search
from kingdomino.review.evaluator import Evaluator
from kingdomino.review.grading import Grade, grade
from kingdomino.review.outcomes import (
    Estimate,
    Outcome,
    mean_points,
    mean_shares,
    points_lost,
    shares_lost,
)

KNOWN_ZERO = Estimate(0.0, 0.0)


class Expected(NamedTuple):
    """The expectations of each seat: points at the end, and the chance to win."""

    points: tuple[float, ...]
    shares: tuple[float, ...]


class Judged(NamedTuple):
    """A decision and its worth.

    `loss` is in points, 0 or more; `win_loss` is in shares of the win: below 0 if the played move wins more
    often than the one with the most points. `after` has the expectations after the played move, `top` after
    the best one. `exact` is true if both were searched to the end; else they are means of playouts.
    `changes` has for each seat the points by which the played move does better for it than the best one.
    """

    decision: Decision
    grade: Grade
    best: Command
    loss: Estimate
    win_loss: Estimate
    after: Expected
    top: Expected
    exact: bool
    changes: tuple[Estimate, ...] = ()


def judge_decision(evaluator: Evaluator, decision: Decision, before: Expected | None) -> Judged:
    """Judge the decision; `before` has the expectations in the position, if they are known already."""
    legal = legal_commands(decision.position.game)
    if len(legal) == 1:
        after = before or expected(
            evaluator.outcomes(decision.position, decision.command, _finals(evaluator))
        )
        made = decision.command
        return Judged(decision, Grade.FORCED, made, KNOWN_ZERO, KNOWN_ZERO, after, after, exact=False)
    searched = search(decision.position.game, evaluator.budget.nodes)
    if searched is not None:
        return _by_search(decision, searched)
    return _by_playouts(evaluator, decision, candidates(decision, legal, evaluator.budget.candidates))


def expected(outcomes: list[Outcome]) -> Expected:
    """The means of these outcomes."""
    return Expected(mean_points(outcomes), mean_shares(outcomes))


def _finals(evaluator: Evaluator) -> range:
    """The deals from which expectations are computed; the same for all decisions."""
    return range(evaluator.budget.finals)


def _by_search(decision: Decision, searched: list[tuple[Command, Outcome]]) -> Judged:
    seat = decision.seat
    made = next(outcome for command, outcome in searched if command == decision.command)
    best, top = max(searched, key=lambda found: (found[1].points[seat], found[1].shares[seat]))
    return _judged(decision, best, [top], [made], exact=True)


def _by_playouts(evaluator: Evaluator, decision: Decision, commands: list[Command]) -> Judged:
    """Find the best move in other deals than those that compare it, so that its luck does not count."""
    finals, position, seat = _finals(evaluator), decision.position, decision.seat
    screening = range(finals.stop, finals.stop + evaluator.budget.screening)
    found = {each: mean_points(evaluator.outcomes(position, each, screening)) for each in commands}
    best = max(commands, key=lambda command: (found[command][seat], command == decision.command))
    made = evaluator.outcomes(position, decision.command, finals)
    top = made if best == decision.command else evaluator.outcomes(position, best, finals)
    if points_lost(top, made, seat).mean <= 0:
        best, top = decision.command, made
    return _judged(decision, best, top, made, exact=False)


def _judged(
    decision: Decision, best: Command, top: list[Outcome], made: list[Outcome], *, exact: bool
) -> Judged:
    loss, win_loss = points_lost(top, made, decision.seat), shares_lost(top, made, decision.seat)
    if loss.mean == 0 and win_loss.mean <= 0:
        best = decision.command
    seats = range(len(decision.position.game.kingdoms))
    return Judged(
        decision,
        grade(loss, win_loss),
        best,
        loss,
        win_loss,
        expected(made),
        expected(top),
        exact=exact,
        changes=tuple(points_lost(made, top, seat) for seat in seats),
    )
