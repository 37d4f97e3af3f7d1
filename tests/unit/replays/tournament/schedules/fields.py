"""Fields of players for the tests of pairings, and what must hold for each pairing."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from replays.tournament.schedules.costs import Competitor, Contenders
from replays.tournament.schedules.forms import Player, Round
from replays.tournament.schedules.swiss import paired


def drawn(seed: int) -> Random:
    """Lots that are the same in each run."""
    return Random(seed)  # noqa: S311 - a test


def newcomers(number: int) -> tuple[Competitor, ...]:
    """Players before the first round."""
    return tuple(Competitor(Player(player)) for player in range(number))


def pair(one: int, two: int) -> frozenset[Player]:
    """Two players."""
    return frozenset((Player(one), Player(two)))


def meetings(tables: Round) -> Counter[frozenset[Player]]:
    """Those who meet in a round."""
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


class Season:
    """A Swiss tournament whose places are drawn."""

    def __init__(self, players: int, size: int, seed: int) -> None:
        self.size, self.lots = size, drawn(seed)
        self.known = {each.player: each for each in newcomers(players)}
        self.met: Counter[frozenset[Player]] = Counter()

    @property
    def present(self) -> Contenders:
        """The field before the next round."""
        return Contenders(tuple(self.known.values()), dict(self.met))

    def play(self) -> Round:
        """Pair a round, and play it."""
        tables = paired(self.present, self.size, self.lots.randrange)
        seated = [player for table in tables for player in table]
        assert len(set(seated)) == len(seated)
        self.met.update(meetings(tables))
        for table in tables:
            points = self.lots.sample((36, 28, 20, 12), len(table))
            for seat, (player, own) in enumerate(zip(table, points, strict=True)):
                had = self.known[player]
                self.known[player] = replace(
                    had,
                    points=had.points + own,
                    seats=tuple(count + (number == seat) for number, count in enumerate(had.seats)),
                    threes=had.threes + (self.size == 4 and len(table) == 3),
                )
        for player in set(self.known) - set(seated):
            had = self.known[player]
            self.known[player] = replace(had, points=had.points + 24, byes=had.byes + 1)
        return tables


@dataclass(frozen=True)
class Quality:
    """What is compared between two pairings: meetings, squared, and squared differences of points."""

    again: int
    apart: int

    @classmethod
    def of(cls, tables: Round, present: Contenders) -> "Quality":
        """That of these tables."""
        points = {each.player: each.points for each in present.competitors}
        pairs = [two for table in tables for two in combinations(table, 2)]
        return cls(
            sum(present.met.get(frozenset(two), 0) ** 2 for two in pairs),
            sum((points[one] - points[two]) ** 2 for one, two in pairs),
        )

    @property
    def key(self) -> tuple[int, int]:
        """The meetings first."""
        return self.again, self.apart
