"""What the players have had in the rounds so far, by which the next one is paired."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from replays.tournament.schedules.costs import Competitor, Contenders
from replays.tournament.schedules.forms import Player, Round


class PastRound(NamedTuple):
    """The tables of a round, and those who had a bye."""

    tables: Round
    byes: Sequence[Player]


class History:
    """Meetings, seats, byes and tables of three; `size` is the usual number of seats.

    It does not matter whether the result of a table counts.
    """

    def __init__(self, rounds: Sequence[PastRound], size: int) -> None:
        self._rounds, self._size = rounds, size
        self._tables = [table for round_ in rounds for table in round_.tables]

    @cached_property
    def met(self) -> Counter[frozenset[Player]]:
        """How often each two have met."""
        return Counter(frozenset(pair) for table in self._tables for pair in combinations(table, 2))

    @cached_property
    def seats(self) -> Counter[tuple[Player, int]]:
        """How often each player had each seat."""
        return Counter((player, seat) for table in self._tables for seat, player in enumerate(table))

    @cached_property
    def byes(self) -> Counter[Player]:
        """How often each player had a bye."""
        return Counter(player for round_ in self._rounds for player in round_.byes)

    @cached_property
    def smaller(self) -> Counter[Player]:
        """How often each player sat at a smaller table than usual."""
        return Counter(player for table in self._tables if len(table) < self._size for player in table)

    def contenders(
        self, points: Mapping[Player, int], barred: Collection[frozenset[Player]] = ()
    ) -> Contenders:
        """The field of the next round: those who have points, in their order."""
        there = (
            Competitor(
                player,
                own,
                tuple(self.seats[player, seat] for seat in range(4)),
                self.byes[player],
                self.smaller[player],
            )
            for player, own in points.items()
        )
        return Contenders(tuple(there), self.met, barred)
