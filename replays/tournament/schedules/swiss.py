"""The pairing of one round of a Swiss tournament, by one method for tables of two, three and four.

Players are ranked by points, then by lot, and sit where that costs least (`costs.py`). A table is pairs:
duels are one matching; tables of four are two, players to pairs and pairs to tables; in tables of three every
third player in the ranking joins one of the pairs of the others. Exchanges then lower the cost of tables of
three and four. `docs/organize/pairing.md` defines every step, so that whoever has the same input and lots
finds the same pairing with any other program.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from replays.tournament.schedules.costs import Contenders, Costs, Group, is_barred, meet_again
from replays.tournament.schedules.drawing import Draw, shuffled
from replays.tournament.schedules.exchanges import Exchanges, Party
from replays.tournament.schedules.forms import Round, Table, Unpairable
from replays.tournament.schedules.matching import Edge, matched

WINDOW = 24
"""The number of places in the ranking by which two players may be apart, if that is enough."""

SMALL = 48
"""The number of players up to which tables of three and four are tried `ATTEMPTS` more times."""

ATTEMPTS = 16

LOTS = 2**32
"""The drawn number of a possible pair is below this."""


def paired(present: Contenders, size: int, draw: Draw) -> Round:
    """The tables of the next round, best first; who sits at none has a bye.

    Raises `Unpairable`: `pairing/few` if the players cannot fill tables, `pairing/barred` if the meetings
    that are barred leave no pairing, `pairing/range` if points lie too far apart to be compared.
    """
    return _Pairing(present, size, draw).tables()


class _Pairing:
    def __init__(self, present: Contenders, size: int, draw: Draw) -> None:
        self._size, self._draw = size, draw
        self._over, self._threes = shape(len(present.competitors), size)
        self._ranked = sorted(shuffled(present.competitors, draw), key=lambda each: -each.points)
        self._had = [each.byes if size < 4 else each.threes for each in self._ranked]
        self._costs = Costs(present, self._ranked, duels=size == 2)

    def tables(self) -> Round:
        groups = self._duels() if self._size == 2 else self._larger()
        wrong = [place for group in groups if is_barred(self._costs.within(group)) for place in group]
        if wrong:
            players = [self._ranked[place].player for place in wrong]
            raise Unpairable("pairing/barred", "meetings that are barred leave no pairing", players)
        return tuple(map(self._seated, sorted(groups)))

    def _duels(self) -> list[Group]:
        return self._matched([(place,) for place in range(len(self._ranked))])

    def _larger(self) -> list[Group]:
        number = self._over + 3 * self._threes
        order = sorted(range(len(self._ranked)), key=lambda place: (self._had[place], -place))
        apart = tuple(sorted(order[:number]))
        main = [place for place in range(len(self._ranked)) if place not in apart]
        aside = self._aside(apart)
        found = self._best(
            [*map(Party, self._fours(main) if self._size == 4 else self._of_three(main)), *aside]
        )
        return [party.group for party in found if not party.rests]

    def _aside(self, apart: Group) -> list[Party]:
        """Those who rest; or who sit at tables of three among fours, in the best of all ways."""
        if self._over:
            return [Party(apart, apart=True, rests=True)]
        best = min(_threes(apart), key=lambda way: sum(map(self._costs.within, way)))
        return [Party(group, apart=True) for group in best]

    def _best(self, parties: Sequence[Party]) -> list[Party]:
        """The tables after exchanges; in a small field the best of several attempts."""
        small = len(self._ranked) <= SMALL
        exchanges = Exchanges(self._costs, self._had, len(parties) if small else WINDOW // self._size)
        best = exchanges.made(parties)
        for _ in range(ATTEMPTS if small else 0):
            best = min(best, exchanges.made(self._mixed(best)), key=exchanges.cost)
        return best

    def _mixed(self, parties: Sequence[Party]) -> list[Party]:
        """Tables of the same sizes, with the players of all full tables in a drawn order."""
        full = [place for party in parties if not party.apart for place in party.group]
        drawn = iter(shuffled(sorted(full), self._draw))
        groups = sorted(tuple(sorted(table)) for table in zip(*[drawn] * self._size, strict=False))
        return [*map(Party, groups), *(party for party in parties if party.apart)]

    def _fours(self, places: Sequence[int]) -> list[Group]:
        return self._matched(self._matched([(place,) for place in places]))

    def _of_three(self, places: Sequence[int]) -> list[Group]:
        pairs = self._matched([(place,) for number, place in enumerate(places) if number % 3 != 1])
        return self._matched([*pairs, *((place,) for place in places[1::3])], of=3)

    def _matched(self, groups: Sequence[Group], of: int | None = None) -> list[Group]:
        """The groups, two by two at the least cost; with `of`, only two with so many players together.

        The groups are at most `WINDOW` apart in the order of their mean places. If that leaves anybody over,
        or lets players meet again, the window is twice as wide, up to all.
        """
        ranked = sorted(groups, key=lambda group: (sum(group) * 2 // len(group), group))
        window = WINDOW
        while True:
            pairs = matched(list(self._edges(ranked, window, of)))
            found = sorted(
                tuple(sorted((*ranked[one], *ranked[two]))) for one, two in pairs if two < len(ranked)
            )
            whole = 2 * len(pairs) >= len(ranked)
            if window >= len(ranked) or (whole and not any(map(self._again, found))):
                return found
            window *= 2

    def _edges(self, ranked: Sequence[Group], window: int, of: int | None) -> Iterator[Edge]:
        """The possible pairs; an odd player in duels is matched with the node after the last."""
        fewest = min(self._had)
        for one, first in enumerate(ranked):
            for two, second in enumerate(ranked[one + 1 : one + 1 + window], start=one + 1):
                if of is None or len(first) + len(second) == of:
                    yield one, two, self._costs.between(first, second) + self._draw(LOTS)
            if self._size == 2 and self._over and self._had[one] == fewest:
                yield one, len(ranked), self._costs.below(one) + self._draw(LOTS)

    def _again(self, group: Group) -> bool:
        return meet_again(self._costs.within(group))

    def _seated(self, group: Group) -> Table:
        """The group in the seats that its members have had least often."""
        seats = min(permutations(group), key=self._costs.unevenness)
        return tuple(self._ranked[place].player for place in seats)


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


def _threes(places: Group) -> Iterator[tuple[Group, ...]]:
    """All ways to make tables of three, in lexicographic order."""
    if not places:
        yield ()
        return
    first, *others = places
    for two in combinations(others, 2):
        rest = tuple(place for place in others if place not in two)
        for way in _threes(rest):
            yield ((first, *two), *way)
