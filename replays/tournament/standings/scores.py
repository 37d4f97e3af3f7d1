"""The results of a tournament that count, and what follows from them for each player."""

from collections.abc import Iterator, Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A result as one of its players sees it."""

    result: Result
    seat: int

    @property
    def place(self) -> int:
        """The player's place, from 1."""
        return self.result.places[self.seat]

    @property
    def points(self) -> int:
        """The player's tournament points, in twelfths."""
        return self.result.points[self.seat]

    @property
    def totals(self) -> tuple[int, int] | None:
        """The game points of the player and of the best at the table; None if the game did not end."""
        totals = self.result.totals
        return None if totals is None else (totals[self.seat], max(totals))

    def opponents(self) -> Iterator[tuple[Player, int]]:
        """The others at the table; each with 2 if they came behind, 1 for the same place, else 0."""
        for other, (player, place) in enumerate(zip(self.result.players, self.result.places, strict=True)):
            if other != self.seat:
                yield player, 1 + (place > self.place) - (place < self.place)


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
    def outcomes(self) -> Mapping[Player, Sequence[OwnResult]]:
        """The tables of each player."""
        found: dict[Player, list[OwnResult]] = {player: [] for player in self.players}
        for result in self.results:
            for seat, player in enumerate(result.players):
                found[player].append(OwnResult(result, seat))
        return found

    @cached_property
    def points(self) -> Mapping[Player, int]:
        """The points of each player, in twelfths."""
        return {
            player: sum(each.points for each in outcomes) + sum(self.unplayed.get(player, ()))
            for player, outcomes in self.outcomes.items()
        }
