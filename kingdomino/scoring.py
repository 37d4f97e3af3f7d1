"""Points, bonuses and places (R11-R15)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kingdomino.game import Game
from kingdomino.grid import Grid
from kingdomino.kingdom import Kingdom
from kingdomino.numbers import Points, Seat
from kingdomino.terrain import Terrain

MIDDLE_KINGDOM = Points(10)
"""The bonus for a castle in the middle (R14)."""

HARMONY = Points(5)
"""The bonus for a complete kingdom (R15)."""


@dataclass(frozen=True, slots=True)
class Region:
    """Connected squares of one terrain, and their crowns."""

    terrain: Terrain
    squares: int
    crowns: int

    @property
    def points(self) -> Points:
        """Squares times crowns (R11)."""
        return Points(self.squares * self.crowns)


@dataclass(frozen=True, slots=True)
class Score:
    """What a kingdom is worth as it lies, and what decides a tie (R12).

    `largest_region` is in squares, crowns or not; `crowns` counts the whole kingdom; the bonuses are 0 where
    the rules do not pay them.
    """

    total: Points
    regions: tuple[Region, ...]
    middle_kingdom: Points
    harmony: Points
    largest_region: int
    crowns: int


def regions(kingdom: Kingdom) -> Iterator[Region]:
    """Every region, in order of terrains, then from the lower left."""
    ones, twos = kingdom.crowns
    for terrain, squares in zip(Terrain, kingdom.terrains, strict=True):
        rest = squares
        while rest:
            area = _flood(kingdom.grid, rest & -rest, rest)
            crowns = (area & ones).bit_count() + 2 * (area & twos).bit_count()
            yield Region(terrain, area.bit_count(), crowns)
            rest &= ~area


def _flood(grid: Grid, area: int, within: int) -> int:
    """All squares of `within` that orthogonal steps reach from `area`."""
    row = grid.stride
    while True:
        wider = (area | area << 1 | area >> 1 | area << row | area >> row) & within
        if wider == area:
            return area
        area = wider


def castle_in_middle(kingdom: Kingdom) -> bool:
    """Whether no square is further from the castle than half the limit, in x or y (R14)."""
    return not kingdom.occupied & ~kingdom.grid.middle


def score(game: Game, seat: Seat) -> Score:
    """The score of a kingdom as if the game ended now (R11, R14, R15)."""
    kingdom = game.kingdoms[seat]
    found = tuple(regions(kingdom))
    middle, harmony = _bonuses(game, kingdom)
    return Score(
        total=Points(sum(region.points for region in found) + middle + harmony),
        regions=found,
        middle_kingdom=middle,
        harmony=harmony,
        largest_region=max((region.squares for region in found), default=0),
        crowns=sum(region.crowns for region in found),
    )


def live_total(game: Game, kingdom: Kingdom) -> Points:
    """The points that a kingdom of this game's rules is worth as it lies, `Score.total` alone."""
    return Points(sum(region.points for region in regions(kingdom)) + sum(_bonuses(game, kingdom)))


def _bonuses(game: Game, kingdom: Kingdom) -> tuple[Points, Points]:
    """What Middle Kingdom and Harmony pay now (R14, R15).

    A kingdom is complete, for Harmony, when every domino of its owner's whole game lies in it.
    """
    rules = game.rules
    middle = rules.middle_kingdom and castle_in_middle(kingdom)
    complete = rules.harmony and len(kingdom.placements) == rules.dominoes_each(game.players)
    return MIDDLE_KINGDOM if middle else Points(0), HARMONY if complete else Points(0)


def ranking(scores: Sequence[Score]) -> tuple[tuple[Seat, ...], ...]:
    """The seats by place, best first; seats that share a place stand together (R12).

    Places after a shared one skip: a group's place is 1 + the number of seats before it.
    """
    keys = [(score.total, score.largest_region, score.crowns) for score in scores]
    return tuple(
        tuple(Seat(seat) for seat, other in enumerate(keys) if other == key)
        for key in sorted(set(keys), reverse=True)
    )
