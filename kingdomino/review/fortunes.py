"""What a seat's points came from, and the decisive moments of a game.

The expectations at the beginning, plus luck, skill and what others did, are the points at the end: each part
is the sum of the changes of the expectations in its steps, and the steps lie end to end.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game import Stage
from kingdomino.game.commands import Discard, Place
from kingdomino.review.decisions import Before
from kingdomino.review.judging import Judged
from kingdomino.review.outcomes import Estimate, Expected, Step, points_gained, shares_moved

MOMENTS = 3
CONTENDS = 0.5
"""A seat contends for the win if its chance is at least this part of an equal share."""


class JudgedTurn(NamedTuple):
    """A judged decision with the expectations before it, and after the decision before.

    `since` and `before` differ if something was drawn, or seats were left or rejoined, in between. For the
    first decision, `since` has the expectations before anything was drawn.
    """

    judged: Judged
    before: Expected
    since: Expected

    @property
    def seat(self) -> Seat:
        """The seat that decided."""
        return self.judged.decision.seat

    @property
    def is_after_a_draw(self) -> bool:
        """True if something was drawn just before."""
        return self.judged.decision.before is Before.DRAW


class Moment(NamedTuple):
    """A turn or a draw that changed chances to win; `swing` is the share that changed hands, 0 to 1.

    `version` is that of the turn's first decision; for a draw, that of the first decision after it. `seat` is
    the contender whose chance changed most, `change` by how much, -1 to 1.
    """

    version: int
    drawn: bool
    decided_by: Seat | None
    seat: Seat
    change: float
    swing: float


def skill(turns: Sequence[JudgedTurn], seat: Seat) -> Estimate:
    """The points that a seat's choices gained, against the evaluator's play in its place."""
    return points_gained([_choice(turn) for turn in turns if turn.seat == seat], seat)


def luck(turns: Sequence[JudgedTurn], seat: Seat) -> Estimate:
    """The points that the draws gained a seat, against the mean of re-dealt decks."""
    return points_gained([_gap(turn) for turn in turns if turn.is_after_a_draw], seat)


def others(turns: Sequence[JudgedTurn], seat: Seat) -> float:
    """The points that others' choices gained a seat, and that seats which were left or rejoined did."""
    chosen = [_choice(turn) for turn in turns if turn.seat != seat]
    gaps = [_gap(turn) for turn in turns if not turn.is_after_a_draw]
    return sum(late.points[seat] - early.points[seat] for early, late in chosen + gaps)


def moments(turns: Sequence[JudgedTurn]) -> list[Moment]:
    """The turns and draws, at most three, that certainly moved the chances of contenders, and moved most.

    They are in the order in which they happened.
    """
    found = [moment for whole in _whole_turns(turns) for moment in _moments(whole)]
    greatest = sorted(found, key=lambda moment: moment.swing, reverse=True)[:MOMENTS]
    return sorted(greatest, key=lambda each: each.version)


def _whole_turns(turns: Sequence[JudgedTurn]) -> Iterator[list[JudgedTurn]]:
    """The decisions of each turn: placing begins one, and so does a choice without a domino in hand."""
    whole = list(turns[:1])
    for last, each in pairwise(turns):
        if each.seat != last.seat or _begins(each):
            yield whole
            whole = []
        whole.append(each)
    if whole:
        yield whole


def _begins(turn: JudgedTurn) -> bool:
    decision = turn.judged.decision
    if decision.before is not Before.NOTHING or decision.position.game.stage is Stage.CHOOSE_FIRST:
        return True
    return isinstance(decision.command, Place | Discard)


def _moments(whole: Sequence[JudgedTurn]) -> Iterator[Moment]:
    """The draw before this turn and the turn, if they count."""
    first, last = whole[0], whole[-1]
    if first.is_after_a_draw:
        yield from _moment(first, None, _gap(first))
    yield from _moment(first, first.seat, (first.before, last.judged.after))


def _moment(first: JudgedTurn, by: Seat | None, step: Step) -> Iterator[Moment]:
    swing = shares_moved(step)
    early, late = (each.shares for each in step)
    least = CONTENDS / len(early)
    contenders = [seat for seat, _ in enumerate(early) if max(early[seat], late[seat]) >= least]
    if swing.mean > 0 and swing.is_certain and contenders:
        moved = max(contenders, key=lambda each: abs(late[each] - early[each]))
        version = first.judged.decision.version
        yield Moment(version, by is None, by, Seat(moved), late[moved] - early[moved], swing.mean)


def _choice(turn: JudgedTurn) -> Step:
    return turn.before, turn.judged.after


def _gap(turn: JudgedTurn) -> Step:
    return turn.since, turn.before
