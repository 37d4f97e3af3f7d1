"""The outcomes of playouts: points and shares of the win by seat, deal by deal."""

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from operator import mul, sub
from typing import NamedTuple

from kingdomino.game import Game
from kingdomino.scoring import ranking, score


class Outcome(NamedTuple):
    """The outcome of a game: points and shares of the win by seat; a shared win is divided equally (R12)."""

    points: tuple[int, ...]
    shares: tuple[float, ...]


class Estimate(NamedTuple):
    """A mean and its standard error; the error of a known value is 0."""

    mean: float
    error: float

    @property
    def is_certain(self) -> bool:
        """True if the mean differs from 0 by at least two standard errors."""
        return abs(self.mean) >= 2 * self.error


KNOWN_ZERO = Estimate(0.0, 0.0)


class Expected(NamedTuple):
    """What a position promises each seat: the outcomes of its playouts by deal, and their means.

    `points` are those at the end, `shares` the chances to win. Deal n is the same everywhere in a review.
    """

    outcomes: Sequence[Outcome]
    points: tuple[float, ...]
    shares: tuple[float, ...]


def expected(outcomes: Sequence[Outcome]) -> Expected:
    """The outcomes of a position's playouts, with their means."""
    return Expected(outcomes, mean_points(outcomes), mean_shares(outcomes))


Step = tuple[Expected, Expected]
"""The expectations before and after something that happened in a game."""


def ended(game: Game) -> Outcome:
    """The outcome of a game that is over."""
    scores = [score(game, seat) for seat, _ in enumerate(game.kingdoms)]  # type: ignore[arg-type]
    first = ranking(scores, game.left)[0]
    return Outcome(
        tuple(found.total for found in scores),
        tuple(1 / len(first) if seat in first else 0.0 for seat in range(game.players)),
    )


def mean_points(outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    """The mean points of each seat."""
    return _means([outcome.points for outcome in outcomes])


def mean_shares(outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    """Each seat's chance to win; they add up to 1."""
    return _means([outcome.shares for outcome in outcomes])


def points_lost(best: Sequence[Outcome], made: Sequence[Outcome], seat: int) -> Estimate:
    """The points by which the best move did better than the played one, deal by deal."""
    return estimate([one.points[seat] - other.points[seat] for one, other in zip(best, made, strict=True)])


def shares_lost(best: Sequence[Outcome], made: Sequence[Outcome], seat: int) -> Estimate:
    """The shares of the win by which the best move did better than the played one, deal by deal."""
    return estimate([one.shares[seat] - other.shares[seat] for one, other in zip(best, made, strict=True)])


def points_gained(steps: Iterable[Step], seat: int) -> Estimate:
    """The points that all these steps together brought a seat; 0 without steps.

    The error is that of the sum by deals, because the same deals are behind all steps.
    """
    made = list(steps)
    if not made:
        return KNOWN_ZERO
    deals = zip(*(_gains(early, late, seat) for early, late in made), strict=True)
    return estimate([sum(gains) for gains in deals])


def shares_moved(step: Step) -> Estimate:
    """The share of the win that changed hands, 0 to 1, with its error."""
    early, late = step
    halves = [
        0.5 if after > before else -0.5 for before, after in zip(early.shares, late.shares, strict=True)
    ]
    pairs = zip(early.outcomes, late.outcomes, strict=True)
    return estimate([sum(map(mul, halves, map(sub, new.shares, old.shares))) for old, new in pairs])


def _gains(early: Expected, late: Expected, seat: int) -> Iterator[int]:
    pairs = zip(early.outcomes, late.outcomes, strict=True)
    return (after.points[seat] - before.points[seat] for before, after in pairs)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with its standard error; for a single value the error is 0.

    >>> estimate([1, 3])
    Estimate(mean=2.0, error=1.0)
    """
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return Estimate(mean, 0.0)
    squares = sum((value - mean) ** 2 for value in values)
    return Estimate(mean, sqrt(squares / (count - 1) / count))


def _means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))
