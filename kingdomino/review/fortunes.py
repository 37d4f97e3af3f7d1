"""Luck and skill, and the decisive moments of a game."""

from collections.abc import Sequence
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.review.decisions import Before
from kingdomino.review.judging import Expected, Judged

MOMENTS = 3


class JudgedTurn(NamedTuple):
    """A judged decision with the expectations before it and, if it follows a draw, before that draw."""

    judged: Judged
    before: Expected
    undrawn: Expected | None


class Moment(NamedTuple):
    """A decision or a draw that changed chances to win; `swing` is the share that changed hands, 0 to 1.

    `version` is that of the decision; for a draw, that of the first decision after it. `seat` is the seat
    whose chance changed most, `change` by how much, -1 to 1.
    """

    version: int
    drawn: bool
    decided_by: Seat | None
    seat: Seat
    change: float
    swing: float


def skill(turns: Sequence[JudgedTurn], seat: Seat) -> float:
    """The points that a seat's choices gained, against the evaluator's play in its place."""
    own = (turn for turn in turns if turn.judged.decision.seat == seat)
    return sum(turn.judged.after.points[seat] - turn.before.points[seat] for turn in own)


def luck(turns: Sequence[JudgedTurn], seat: Seat) -> float:
    """The points that the draws gained a seat, against the mean of re-dealt decks."""
    return sum(turn.before.points[seat] - turn.undrawn.points[seat] for turn in turns if turn.undrawn)


def moments(turns: Sequence[JudgedTurn]) -> list[Moment]:
    """The three moments that changed the chances to win most, in the order in which they happened."""
    found = []
    for turn in turns:
        decision = turn.judged.decision
        if turn.undrawn and decision.before is Before.DRAW:
            found.append(_moment(decision.version, None, turn.undrawn, turn.before))
        found.append(_moment(decision.version, decision.seat, turn.before, turn.judged.after))
    greatest = sorted(found, key=lambda moment: moment.swing, reverse=True)[:MOMENTS]
    return sorted((moment for moment in greatest if moment.swing > 0), key=lambda each: each.version)


def _moment(version: int, seat: Seat | None, before: Expected, after: Expected) -> Moment:
    changes = [late - early for early, late in zip(before.shares, after.shares, strict=True)]
    moved = max(range(len(changes)), key=lambda each: abs(changes[each]))
    swing = sum(map(abs, changes)) / 2
    return Moment(version, seat is None, seat, Seat(moved), changes[moved], swing)
