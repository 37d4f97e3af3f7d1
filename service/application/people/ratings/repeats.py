"""Repeated wins against the same opponent: their number within a window, and the weight of the next one."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from service.application.people.ratings.pools import Pool
from service.application.people.ratings.skill import DAY

WINDOW = 30 * DAY
"""How long a win counts as a previous one, in ms."""
LISTED_FROM = 3
"""The surplus of wins over losses from which a pair is listed for organizers."""


class Pair(NamedTuple):
    """Two players of a pool, in the order of their ids."""

    pool: Pool
    first: str
    second: str


class Repeat(NamedTuple):
    """One player's wins and losses against another within the window; `weight` is that of the next win."""

    pool: Pool
    winner: str
    loser: str
    wins: int
    losses: int

    @property
    def weight(self) -> Fraction:
        """1 / (1 + wins - losses)."""
        return Fraction(1, 1 + self.wins - self.losses)


class Repeats:
    """The recent results of each pair of players, by pool. `at` is ms UTC."""

    def __init__(self) -> None:
        self._ahead: dict[Pair, list[tuple[int, bool]]] = defaultdict(list)

    def weights(self, pool: Pool, players: Sequence[str], places: Sequence[int], at: int) -> list[Fraction]:
        """The weight of the game for each player: the mean of its weights over the opponents.

        Against an opponent with the same place the weight is 1. Otherwise it is 1 / (1 + n), where n is the
        surplus of games within the window in which the better placed of the two was ahead; 0 at least.
        """
        seats = range(len(players))
        each = [[self._weight(pool, players, places, (i, j), at) for j in seats if j != i] for i in seats]
        return [sum(found, Fraction()) / len(found) for found in each]

    def _weight(
        self, pool: Pool, players: Sequence[str], places: Sequence[int], seats: tuple[int, int], at: int
    ) -> Fraction:
        better, worse = sorted(seats, key=places.__getitem__)
        if places[better] == places[worse]:
            return Fraction(1)
        wins, losses = self._counted(pool, players[better], players[worse], at)
        return Fraction(1, 1 + max(0, wins - losses))

    def _counted(self, pool: Pool, one: str, other: str, at: int) -> tuple[int, int]:
        """The numbers of games within the window in which `one` ranked ahead of `other`, and behind."""
        games = self._ahead.get(_pair(pool, one, other), [])
        ahead = [first == (one < other) for then, first in games if then > at - WINDOW]
        return sum(ahead), len(ahead) - sum(ahead)

    def add(self, pool: Pool, players: Sequence[str], places: Sequence[int], at: int) -> None:
        """Record a game, and drop its pairs' results that are older than the window."""
        for pair, is_first in pairs_of(pool, players, places):
            kept = [game for game in self._ahead[pair] if game[0] > at - WINDOW]
            self._ahead[pair] = [*kept, (at, is_first)]

    def load(self, pair: Pair, text: bytes) -> None:
        """Continue the results of a pair from their stored form."""
        self._ahead[pair] = [(number >> 1, bool(number & 1)) for number in map(int, text.split())]

    def texts(self) -> Iterator[tuple[Pair, str]]:
        """The stored form of the results of each pair: for each twice its time, and 1 if the first won."""
        for pair, results in self._ahead.items():
            yield pair, " ".join(str(2 * at + is_first) for at, is_first in results)

    def listed(self, at: int) -> Iterator[Repeat]:
        """The pairs with a surplus of at least `LISTED_FROM` wins, the most one-sided first."""
        found = []
        for pool, first, second in list(self._ahead):
            wins, losses = self._counted(pool, first, second, at)
            if wins - losses >= LISTED_FROM:
                found.append(Repeat(pool, first, second, wins, losses))
            elif losses - wins >= LISTED_FROM:
                found.append(Repeat(pool, second, first, losses, wins))
        yield from sorted(found, key=lambda repeat: (repeat.losses - repeat.wins, repeat))


def pairs_of(pool: Pool, players: Sequence[str], places: Sequence[int]) -> Iterator[tuple[Pair, bool]]:
    """Each pair with different places in a game, and whether the pair's first player was ahead."""
    for i, one in enumerate(players):
        for j, other in enumerate(players[:i]):
            if places[i] != places[j]:
                pair = _pair(pool, one, other)
                yield pair, (places[i] < places[j]) == (pair.first == one)


def _pair(pool: Pool, one: str, other: str) -> Pair:
    return Pair(pool, *sorted((one, other)))
