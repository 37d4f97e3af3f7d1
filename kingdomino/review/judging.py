"""Judging one decision: the best move found, and the expected loss of the played one against it."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game.commands import Command
from kingdomino.machine import legal_commands
from kingdomino.review.candidates import candidates
from kingdomino.review.decisions import Decision
from kingdomino.review.endgame import search, worth
from kingdomino.review.evaluator import Evaluator
from kingdomino.review.grading import Grade, grade, is_decided, is_surely_positive
from kingdomino.review.outcomes import (
    KNOWN_ZERO,
    Estimate,
    Expected,
    Outcome,
    expected,
    points_lost,
    shares_lost,
)

FIRST_FINALS = 1 / 3
"""The share of the final deals after which the comparison ends if the grade is decided."""


class Judged(NamedTuple):
    """A decision and its worth.

    `loss` is in points, 0 or more; `win_loss` is in shares of the win: below 0 if the played move wins more
    often than the one with the most points. `exact` is true if both moves were searched to the end, else they
    are means of playouts. `after` has the expectations after the played move, always of playouts: people do
    not play the last rounds exactly. `changes` has for each seat the points by which the played move does
    better for it than the best one.
    """

    decision: Decision
    grade: Grade
    best: Command
    loss: Estimate
    win_loss: Estimate
    after: Expected
    exact: bool
    changes: tuple[Estimate, ...] = ()


def judge_decision(evaluator: Evaluator, decision: Decision, before: Expected | None) -> Judged:
    """Judge the decision; `before` has the expectations in the position, if they are known already."""
    legal = legal_commands(decision.position.game)
    if len(legal) == 1:
        after = before or _played(evaluator, decision, decision.command)
        made = decision.command
        return Judged(decision, Grade.FORCED, made, KNOWN_ZERO, KNOWN_ZERO, after, exact=False)
    searched = search(decision.position.game, evaluator.budget.nodes)
    if searched is not None:
        return _by_search(decision, searched, _played(evaluator, decision, decision.command))
    return _by_playouts(evaluator, decision, candidates(decision, legal, evaluator.budget.candidates))


def _played(evaluator: Evaluator, decision: Decision, command: Command) -> Expected:
    return expected(evaluator.outcomes(decision.position, command, _finals(evaluator)))


def _finals(evaluator: Evaluator) -> range:
    """The deals from which expectations are computed; the same for all decisions."""
    return range(evaluator.budget.finals)


def _by_search(decision: Decision, searched: list[tuple[Command, Outcome]], after: Expected) -> Judged:
    made = next(outcome for command, outcome in searched if command == decision.command)
    best, top = max(searched, key=lambda found: worth(found[1], decision.seat))
    return _judged(decision, (best, [top]), [made], after, exact=True)


def _by_playouts(evaluator: Evaluator, decision: Decision, commands: list[Command]) -> Judged:
    """Find the best move in other deals than those that compare it, so that its luck does not count."""
    best = _screened(evaluator, decision, commands)
    after = _played(evaluator, decision, decision.command)
    if best == decision.command:
        return _judged(decision, (best, after.outcomes), after.outcomes, after, exact=False)
    top = _compared(evaluator, decision, best, after.outcomes)
    made = after.outcomes[: len(top)]
    if points_lost(top, made, decision.seat).mean <= 0:
        best, top = decision.command, made
    return _judged(decision, (best, top), made, after, exact=False)


def _compared(
    evaluator: Evaluator, decision: Decision, best: Command, made: Sequence[Outcome]
) -> Sequence[Outcome]:
    """The outcomes of the best move in the final deals, or in the first of them if these decide the grade."""
    position, seat, few = decision.position, decision.seat, ceil(len(made) * FIRST_FINALS)
    first = evaluator.outcomes(position, best, range(few))
    if is_decided(points_lost(first, made[:few], seat), shares_lost(first, made[:few], seat)):
        return first
    return [*first, *evaluator.outcomes(position, best, range(few, len(made)))]


def _screened(evaluator: Evaluator, decision: Decision, commands: list[Command]) -> Command:
    """The best of these moves in other deals than the final ones; of equal ones the played one.

    Few deals show which moves are far behind, so each round plays on only for the best moves that are not
    surely behind the first of them.
    """
    seat, begun, done = decision.seat, evaluator.budget.finals, 0
    left: dict[Command, list[Outcome]] = {each: [] for each in commands}
    for upto, kept in evaluator.budget.screening:
        deals = range(begun + done, begun + upto)
        for each, found in left.items():
            found.extend(evaluator.outcomes(decision.position, each, deals))
        points = {each: sum(outcome.points[seat] for outcome in found) for each, found in left.items()}
        best = sorted(points, key=lambda each: (points[each], each == decision.command), reverse=True)
        kept_on = [each for each in best[:kept] if not _is_behind(left, best[0], each, seat)]
        left, done = {each: left[each] for each in kept_on}, upto
        if len(left) == 1:
            break
    return next(iter(left))


def _is_behind(found: Mapping[Command, Sequence[Outcome]], best: Command, other: Command, seat: Seat) -> bool:
    """True if more playouts would hardly make the other move the better one."""
    return is_surely_positive(points_lost(found[best], found[other], seat))


def _judged(
    decision: Decision,
    found: tuple[Command, Sequence[Outcome]],
    made: Sequence[Outcome],
    after: Expected,
    *,
    exact: bool,
) -> Judged:
    """The decision with the best move found and its outcomes, and those of the played one."""
    best, top = found
    lost, win_loss = points_lost(top, made, decision.seat), shares_lost(top, made, decision.seat)
    loss = Estimate(max(lost.mean, 0.0), lost.error)
    if loss.mean == 0 and win_loss.mean <= 0:
        best = decision.command
    seats = range(len(decision.position.game.kingdoms))
    return Judged(
        decision,
        grade(loss, win_loss, exact=exact),
        best,
        loss,
        win_loss,
        after,
        exact=exact,
        changes=tuple(points_lost(made, top, seat) for seat in seats),
    )
