"""The pairing of one round of a Swiss tournament, by one method for tables of two, three and four.

Players are ranked by points, then by lot. Two at a table cost, in this order of weight:

1. their earlier meetings, squared, so that a third meeting costs more than two second ones;
2. the difference of their points, squared;
3. in duels, how unevenly they have had the seats;
4. a drawn number, which makes the best pairing the only one.

A table is pairs: duels are one matching; tables of four are two, players to pairs and pairs to tables; in
tables of three every third player in the ranking joins one of the pairs of the others. A matching has the
least possible cost between players that are at most `WINDOW` places apart; if it leaves anybody over, the
window is twice as wide. So whoever has the same input and lots finds the same pairing with any other program.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product

import rustworkx

from replays.tournament.schedules.forms import Player, Round, Table

WINDOW = 24
"""The number of places in the ranking by which two players may be apart, if that is enough."""

_NOISE = 2**32
_SEATS = _NOISE * 2**16
_POINTS = _SEATS * 2**16
_MEETING = _POINTS * 2**40
_BARRED = _MEETING * 2**20

Draw = Callable[[int], int]
"""Draws a number from 0 up to below this one."""

Group = tuple[Player, ...]
"""Players who will sit at one table."""


class Unpairable(ValueError):  # noqa: N818 - the answer, not a fault
    """These players cannot be paired; `code` names the rule, `players` are those whom it concerns."""

    def __init__(self, code: str, words: str, players: Collection[Player] = ()) -> None:
        super().__init__(words)
        self.code = code
        self.players = tuple(players)


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


def paired(present: Contenders, size: int, draw: Draw) -> Round:
    """The tables of the next round, best first; who sits at none has a bye.

    Raises `Unpairable`: `pairing/few` if the players cannot fill tables, `pairing/barred` if the meetings
    that are barred leave no pairing.
    """
    return _Pairing(present, size, draw).tables()


class _Pairing:
    def __init__(self, present: Contenders, size: int, draw: Draw) -> None:
        drawn = list(present.competitors)
        for last in range(len(drawn) - 1, 0, -1):
            other = draw(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        self._ranked = sorted(drawn, key=lambda each: -each.points)
        self._by_number = {each.player: each for each in self._ranked}
        self._place = {each.player: place for place, each in enumerate(self._ranked)}
        self._present, self._size, self._draw = present, size, draw

    def tables(self) -> Round:
        over, threes = shape(len(self._ranked), self._size)
        resting = self._last(over, lambda each: each.byes)
        apart = self._last(3 * threes, lambda each: each.threes)
        main = [each.player for each in self._ranked if each.player not in {*resting, *apart}]
        groups = [*self._groups(main), *self._three(apart)]
        best_first = sorted(groups, key=lambda group: sorted(map(self._place.__getitem__, group)))
        return tuple(map(self._seated, best_first))

    def _last(self, number: int, had: Callable[[Competitor], int]) -> list[Player]:
        """Those who have had this least often, the last in the ranking first."""
        order = sorted(self._ranked, key=lambda each: (had(each), -self._place[each.player]))
        return sorted((each.player for each in order[:number]), key=self._place.__getitem__)

    def _groups(self, players: Sequence[Player]) -> list[Group]:
        if self._size == 3:
            pairs = self._matched([(player,) for place, player in enumerate(players) if place % 3 != 1])
            return self._exchanged(self._matched([*pairs, *((player,) for player in players[1::3])], of=3))
        groups: list[Group] = [(player,) for player in players]
        while groups and len(groups[0]) < self._size:
            groups = self._matched(groups)
        return groups if self._size == 2 else self._exchanged(groups)

    def _exchanged(self, groups: Sequence[Group]) -> list[Group]:
        """The groups after all exchanges of two players that lower the cost.

        They are between tables near each other, and between a table with an earlier meeting and any other.
        """
        tables, changed = list(groups), True
        while changed:
            changed = False
            for one, two in combinations(range(len(tables)), 2):
                if two - one <= WINDOW // self._size or self._again(tables[one]) or self._again(tables[two]):
                    cheaper = self._cheaper(tables[one], tables[two])
                    if cheaper:
                        (tables[one], tables[two]), changed = cheaper, True
        return tables

    def _cheaper(self, one: Group, two: Group) -> tuple[Group, Group] | None:
        """The first exchange that lowers the cost of these tables."""
        now = self._within(one) + self._within(two)
        return next((each for each in _exchanges(one, two) if sum(map(self._within, each)) < now), None)

    def _again(self, group: Group) -> bool:
        return any(self._present.met.get(frozenset(pair)) for pair in combinations(group, 2))

    def _matched(self, groups: Sequence[Group], of: int | None = None) -> list[Group]:
        """The groups, two by two at the least cost; with `of`, only two with so many players together."""
        ranked = sorted(groups, key=lambda group: sum(map(self._place.__getitem__, group)) / len(group))
        window = WINDOW
        while True:
            pairs = self._matching(list(self._edges(ranked, window, of)))
            if 2 * len(pairs) == len(ranked):
                return [(*ranked[one], *ranked[two]) for one, two in pairs]
            if window >= len(ranked):
                found = {place for pair in pairs for place in pair}
                left = [
                    player for place, group in enumerate(ranked) if place not in found for player in group
                ]
                raise Unpairable("pairing/barred", "meetings that are barred leave no pairing", left)
            window *= 2

    @staticmethod
    def _matching(edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
        """The pairs of a matching with as many pairs as possible, and then the least cost."""
        dearest = max((cost for _, _, cost in edges), default=0)
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
        graph.extend_from_weighted_edge_list([(one, two, dearest - cost) for one, two, cost in edges])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted((min(pair), max(pair)) for pair in found)

    def _edges(self, ranked: Sequence[Group], window: int, of: int | None) -> Iterator[tuple[int, int, int]]:
        for one, first in enumerate(ranked):
            for two, second in enumerate(ranked[one + 1 : one + 1 + window], start=one + 1):
                if of is None or len(first) + len(second) == of:
                    cost = self._cost(first, second)
                    if cost is not None:
                        yield one, two, cost + self._draw(_NOISE)

    def _cost(self, first: Group, second: Group) -> int | None:
        """What the meetings of these groups cost; None if one of them is barred."""
        pairs = [frozenset(pair) for pair in product(first, second)]
        if any(pair in self._present.barred for pair in pairs):
            return None
        return sum(map(self._meeting, pairs)) + (
            _SEATS * self._unevenness((*first, *second)) if self._size == 2 else 0
        )

    def _meeting(self, pair: frozenset[Player]) -> int:
        one, two = (self._by_number[player] for player in pair)
        return _MEETING * self._present.met.get(pair, 0) ** 2 + _POINTS * (one.points - two.points) ** 2

    def _three(self, players: Sequence[Player]) -> list[Group]:
        """At most nine players in tables of three, at the least cost."""
        ways = [(cost, way) for way in _threes(tuple(players)) if (cost := self._cost_of(way)) is not None]
        if not ways:
            raise Unpairable("pairing/barred", "meetings that are barred leave no tables of three", players)
        return list(min(ways)[1])

    def _cost_of(self, groups: Sequence[Group]) -> int | None:
        costs = [self._cost((one,), (two,)) for group in groups for one, two in combinations(group, 2)]
        known = [cost for cost in costs if cost is not None]
        return sum(known) + self._draw(_NOISE) if len(known) == len(costs) else None

    def _within(self, group: Group) -> int:
        """What the meetings at one table cost."""
        costs = (self._cost((one,), (two,)) for one, two in combinations(group, 2))
        return sum(_BARRED if cost is None else cost for cost in costs)

    def _seated(self, group: Group) -> Table:
        """The group in the seats that its members have had least often."""
        ranked = sorted(group, key=self._place.__getitem__)
        return min(permutations(ranked), key=self._unevenness)

    def _unevenness(self, table: Table) -> int:
        return sum(self._by_number[player].seats[seat] for seat, player in enumerate(table))


def shape(players: int, size: int) -> tuple[int, int]:
    """How many players have a bye, and how many tables have three instead of four; raises `Unpairable`.

    Tables of two and three leave the rest over; of four players tables of three are made.

    >>> shape(7, 2), shape(8, 3), shape(10, 4)
    ((1, 0), (2, 0), (0, 2))
    """
    if size == 4 and players in (1, 2, 5):
        raise Unpairable("pairing/few", f"{players} players cannot be seated in fours and threes")
    if players < size and (players, size) != (3, 4):
        raise Unpairable("pairing/few", f"{players} players fill no table of {size}")
    return (players % size, 0) if size < 4 else (0, -players % 4)


def _exchanges(first: Group, second: Group) -> Iterator[tuple[Group, Group]]:
    for one, two in product(first, second):
        yield (
            (*(each for each in first if each != one), two),
            (*(each for each in second if each != two), one),
        )


def _threes(players: Group) -> Iterator[tuple[Group, ...]]:
    """All ways to make tables of three."""
    if not players:
        yield ()
        return
    first, *others = players
    for two in combinations(others, 2):
        rest = tuple(player for player in others if player not in two)
        for way in _threes(rest):
            yield ((first, *two), *way)
