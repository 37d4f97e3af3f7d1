"""The choices that cost their player points and bring points to one other seat.

Most of them are mistakes, and somebody always profits from a mistake. Only over several games, compared with
whom a player's other mistakes helped, can they say anything.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.review.grading import BEST_BELOW, Grade, is_bought
from kingdomino.review.judging import Judged
from kingdomino.review.outcomes import Estimate


class Help(NamedTuple):
    """A choice of `seat` that helped one other: points lost against the best move, and the other's gain."""

    version: int
    seat: Seat
    other: Seat
    cost: Estimate
    gain: Estimate


def helps(judged: Iterable[Judged]) -> Iterator[Help]:
    """The choices that certainly cost their player, and certainly bring points to exactly one other seat.

    Certain is half a point or more, and two standard errors. A choice that buys its player chances to win is
    none of them.
    """
    for each in judged:
        if each.grade is Grade.FORCED or is_bought(each.loss, each.win_loss) or not _counts(each.loss):
            continue
        seat = each.decision.seat
        gaining = [other for other, gain in enumerate(each.changes) if other != seat and _counts(gain)]
        if len(gaining) == 1:
            [other] = gaining
            yield Help(each.decision.version, seat, Seat(other), each.loss, each.changes[other])


def _counts(points: Estimate) -> bool:
    return points.mean >= BEST_BELOW and points.is_certain
