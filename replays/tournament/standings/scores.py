"""The results of a tournament that count, and what follows from them for each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kingdomino.board.numbers import Points
from replays.tournament.schedules.forms import Player, Table


@dataclass(frozen=True, slots=True)
class Result:
    """One table that counts, by seat: places from 1, tournament points in twelfths, and game points.

    `totals` is None if the game did not end: its points were assigned.
    """

    players: Table
    places: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[Points, ...] | None = None


@dataclass(frozen=True)
class Scores:
    """What counts for the standings.

    `unplayed` has for each player the points, in twelfths, of every round without a table: byes, and what the
    director assigned. `opponents` is the number of opponents that such a round stands for: the usual number
    of seats less one. `lots` has a different number for each player; the smaller one is better.
    """

    players: Sequence[Player]
    results: Sequence[Result]
    unplayed: Mapping[Player, Sequence[int]]
    opponents: int
    lots: Mapping[Player, int]

    @cached_property
    def points(self) -> Mapping[Player, int]:
        """The points of each player, in twelfths."""
        found = {player: sum(self.unplayed.get(player, ())) for player in self.players}
        for result in self.results:
            for player, points in zip(result.players, result.points, strict=True):
                found[player] += points
        return found

    @cached_property
    def met(self) -> Mapping[Player, set[Player]]:
        """Those with whom each player sat at a table, and the player."""
        found = {player: {player} for player in self.players}
        for result in self.results:
            for player in result.players:
                found[player].update(result.players)
        return found
