"""What it costs that players sit at one table: sums of integers, of which a pairing has the least.

A cost is a number with six digits of `DIGIT` bits each, so that costs are added digit by digit and the first
digit that differs decides between two pairings:

1. meetings that are barred;
2. earlier meetings of the two, squared, so that a third meeting costs more than two second ones;
3. of those who rest, or sit at a table of three in a tournament of fours: how many are ranked below them;
4. the difference of the two's points, squared;
5. in duels, how often both have had the seats that they get;
6. a drawn number (`lot`), which makes the best pairing the only one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product

from replays.tournament.schedules.forms import Player

DIGIT = 64
DIGITS = 6

_SEATS, _POINTS, _BELOW, _MET, _BARRED = (1 << DIGIT * digit for digit in range(1, DIGITS))

Group = tuple[int, ...]
"""Players who will sit at one table, by their places in the ranking, from 0."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player before a round; `points` in twelfths. `seats` counts the tables in each seat.

    `byes` counts rounds without a table, `threes` tables of three in a tournament of fours.
    """

    player: Player
    points: int = 0
    seats: tuple[int, ...] = (0, 0, 0, 0)
    byes: int = 0
    threes: int = 0


@dataclass(frozen=True, slots=True)
class Contenders:
    """Those who play in the next round. `met` counts the meetings of two, `barred` may not meet."""

    competitors: tuple[Competitor, ...]
    met: Mapping[frozenset[Player], int] = field(default_factory=dict)
    barred: Collection[frozenset[Player]] = ()


class Costs:
    """The costs of a round for its players in the order of the ranking."""

    def __init__(self, present: Contenders, ranked: Sequence[Competitor], *, duels: bool) -> None:
        self._present, self._ranked, self._duels = present, ranked, duels
        self.meeting = cache(self._meeting)

    def below(self, place: int) -> int:
        """What it costs that this player rests, or has a table of three."""
        return _BELOW * (len(self._ranked) - 1 - place)

    def between(self, first: Group, second: Group) -> int:
        """The meetings of these groups."""
        return sum([self.meeting(one, two) for one, two in product(first, second)])

    def within(self, group: Group) -> int:
        """The meetings at one table."""
        return sum([self.meeting(one, two) for one, two in combinations(group, 2)])

    def unevenness(self, table: Group) -> int:
        """How often the players of a table have had these seats."""
        return sum(self._ranked[place].seats[seat] for seat, place in enumerate(table))

    def _meeting(self, one: int, two: int) -> int:
        """What it costs that the players of these places meet."""
        first, second = self._ranked[one], self._ranked[two]
        pair = frozenset((first.player, second.player))
        cost = _POINTS * (first.points - second.points) ** 2
        if met := self._present.met.get(pair):
            cost += _MET * met**2
        if pair in self._present.barred:
            cost += _BARRED
        if self._duels:
            cost += _SEATS * min(self.unevenness((one, two)), self.unevenness((two, one)))
        return cost


def meet_again(cost: int) -> bool:
    """True if some two of those whose meetings cost this have met before, or are barred."""
    return cost >= _MET


def is_barred(cost: int) -> bool:
    """True if a meeting that costs this is barred."""
    return cost >= _BARRED
