"""Grades of decisions and the accuracy of a player: all thresholds in one place."""

from collections.abc import Sequence
from enum import Enum
from math import exp

from kingdomino.review.outcomes import KNOWN_ZERO, Estimate

BEST_BELOW = 0.5
"""A move that loses less than this, in points, is as good as the best one found."""
SLIP_FROM = 2.0
BLUNDER_FROM = 6.0
"""The thresholds, in points, from which a certain loss (two standard errors) is a slip or a blunder."""
VICTORY = 2 * BLUNDER_FROM
"""The points that a whole victory counts as, where it was surely lost: half a victory makes a blunder."""
SCALE = 8.0
"""The loss, in points, at which the accuracy of a decision falls to 37 (1/e)."""


SURE = 3
"""The standard errors by which playouts must differ to be ended early."""


class Grade(Enum):
    """The grade of a decision; `FORCED` if only one command was legal."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    SLIP = "slip"
    BLUNDER = "blunder"


def cost(loss: Estimate, win_loss: Estimate, *, exact: bool) -> Estimate:
    """What a decision cost, in points: its loss, except where the win decides.

    A loss that bought a certainly better chance to win costs nothing. In a position searched to the end, a
    lost share of the win costs at least that share of `VICTORY`, and at least as much as a slip.

    >>> cost(Estimate(1.0, 0.0), Estimate(0.5, 0.0), exact=True)
    Estimate(mean=6.0, error=0.0)
    """
    if exact and win_loss.mean > 0:
        return Estimate(max(loss.mean, SLIP_FROM, win_loss.mean * VICTORY), 0.0)
    return KNOWN_ZERO if is_bought(loss, win_loss) else loss


def is_bought(loss: Estimate, win_loss: Estimate) -> bool:
    """True if points were given for a certainly better chance to win."""
    return loss.mean > 0 > win_loss.mean and win_loss.is_certain


def grade(loss: Estimate, win_loss: Estimate, *, exact: bool = False) -> Grade:
    """The grade of a decision with a choice, by what it cost.

    A loss that is uncertain is no slip, and neither is one that bought a certainly better chance to win.

    >>> (
    ...     grade(Estimate(7.0, 1.0), Estimate(0.2, 0.1)).value,
    ...     grade(Estimate(7.0, 4.0), Estimate(0.2, 0.1)).value,
    ... )
    ('blunder', 'good')
    """
    if is_bought(loss, win_loss) and loss.mean >= BEST_BELOW:
        return Grade.GOOD
    points = cost(loss, win_loss, exact=exact)
    if points.mean < BEST_BELOW:
        return Grade.BEST
    if points.mean < SLIP_FROM or not points.is_certain:
        return Grade.GOOD
    return Grade.BLUNDER if points.mean >= BLUNDER_FROM else Grade.SLIP


def is_decided(loss: Estimate, win_loss: Estimate) -> bool:
    """True if more playouts would hardly change the grade: `SURE` standard errors to each threshold.

    >>> is_decided(Estimate(9.0, 0.9), KNOWN_ZERO), is_decided(Estimate(9.0, 1.1), KNOWN_ZERO)
    (True, False)
    """
    thresholds = BEST_BELOW, SLIP_FROM, BLUNDER_FROM
    is_far = all(abs(loss.mean - each) > SURE * loss.error for each in thresholds)
    return is_far and (loss.mean < SLIP_FROM or win_loss.mean >= 0)


def is_surely_positive(difference: Estimate) -> bool:
    """True if the difference is above 0 by more than `SURE` standard errors."""
    return difference.mean > SURE * difference.error


def accuracy(losses: Sequence[Estimate]) -> float | None:
    """From 0 to 100: the mean over a player's decisions of 100 x exp(-loss / 8); None without decisions.

    >>> known = [Estimate(0.0, 0.0), Estimate(8.0, 0.0)]
    >>> accuracy(known[:1]), round(accuracy(known) or 0), accuracy([])
    (100.0, 68, None)
    """
    if not losses:
        return None
    return 100 * sum(exp(-likely(loss) / SCALE) for loss in losses) / len(losses)


def likely(loss: Estimate) -> float:
    """A loss shrunk by its uncertainty: x loss^2 / (loss^2 + error^2).

    The best of several moves that are alike seems better than it is; without this, many decisions with a
    few playouts each would make every player look worse than with many playouts.

    >>> likely(Estimate(2.0, 0.0)), likely(Estimate(2.0, 2.0))
    (2.0, 1.0)
    """
    squared = loss.mean * loss.mean
    return loss.mean * squared / (squared + loss.error * loss.error) if squared else 0.0
