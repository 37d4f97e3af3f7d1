"""A player's skill in integers of 1/1000, and its change by a game and by idle time.

`docs/understand/ratings.md` has the mathematics, with vectors.
"""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import permutations, product
from math import isqrt
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

UNIT = 1000
"""Stored numbers are integers of 1/1000."""
DAY = 24 * 60 * 60 * 1000
IDLE_VARIANCE = 50_000
"""The growth of the variance for each day without a rated game, in 1/1000 squared."""
PROVISIONAL_SIGMA = 6_000
"""A rating is provisional if sigma is at least this value, in 1/1000."""
SCALE, ZERO = 25, 500
"""The displayed rating is mu / 25 + 500: a newcomer has 1500."""


class Skill(NamedTuple):
    """The estimate of a player's skill: the mean `mu` and its standard deviation `sigma`, in 1/1000."""

    mu: int
    sigma: int

    @property
    def is_provisional(self) -> bool:
        """True while too little is known for a place in the leaderboard."""
        return self.sigma >= PROVISIONAL_SIGMA

    @property
    def rating(self) -> int:
        """The displayed rating, rounded half up."""
        return (2 * self.mu + SCALE) // (2 * SCALE) + ZERO

    @property
    def deviation(self) -> int:
        """The standard deviation of the rating, rounded half up."""
        return (2 * self.sigma + SCALE) // (2 * SCALE)


NEWCOMER = Skill(25_000, 8_333)
"""The skill before the first game: 25 and 25 / 3, the library's defaults."""

MODEL = f"openskill {version('openskill')} PlackettLuce, rules 2"
"""The versions of the library and of our rules around it. Ratings of another model are rebuilt."""

_MODEL = PlackettLuce()


def idle(skill: Skill, ms: int) -> Skill:
    """The skill after `ms` without a game: the variance grows by `IDLE_VARIANCE` each full day.

    Sigma never exceeds a newcomer's.

    >>> idle(Skill(30_000, 4_000), 365 * DAY)
    Skill(mu=30000, sigma=5852)
    """
    days = max(0, ms) // DAY
    if not days:
        return skill
    return skill._replace(sigma=min(NEWCOMER.sigma, isqrt(skill.sigma**2 + IDLE_VARIANCE * days)))


def idle_until_provisional(skill: Skill) -> int:
    """The time without a game, in ms, after which the skill is provisional; 0 if it is now."""
    missing = PROVISIONAL_SIGMA**2 - skill.sigma**2
    return max(0, -(-missing // IDLE_VARIANCE)) * DAY


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a game with these places, 1 for the winner; equal places share one.

    A shared place counts as the mean of all orders in which those who share it could have finished. So of
    two equal skills the one behind never gains more (ADR 53).

    >>> after_game([NEWCOMER, NEWCOMER], [1, 2])
    [Skill(mu=27635, sigma=8066), Skill(mu=22365, sigma=8066)]
    """
    each = [_after_order(skills, order) for order in _orders(places)]
    return [
        Skill(round(fmean(mus) * UNIT), min(NEWCOMER.sigma, round(fmean(sigmas) * UNIT)))
        for mus, sigmas in (zip(*seat, strict=True) for seat in zip(*each, strict=True))
    ]


def _orders(places: Sequence[int]) -> Iterator[list[int]]:
    """The seats from the best to the last, in each order that these places allow: 24 if four share one."""
    tied = [[seat for seat, at in enumerate(places) if at == place] for place in sorted(set(places))]
    for groups in product(*map(permutations, tied)):
        yield [seat for group in groups for seat in group]


def _after_order(skills: Sequence[Skill], order: Sequence[int]) -> list[tuple[float, float]]:
    """The mean and deviation of each seat, in the library's unit, after a game that ended in this order."""
    teams = [[_MODEL.rating(skill.mu / UNIT, skill.sigma / UNIT)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(order.index(seat)) for seat in range(len(skills))])
    return [(team[0].mu, team[0].sigma) for team in rated]
