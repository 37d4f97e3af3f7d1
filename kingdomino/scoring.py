"""Points, bonuses and places (R11-R15, R22-R31)."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from kingdomino.board.grid import flood, grid
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import Points, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game import Game
from kingdomino.machine.variants import variant_of

NOTHING = Points(0)
"""The points for a bonus that a game does not have."""

_OF_REGIONS = tuple(terrain for terrain in Terrain if terrain is not Terrain.VOLCANO)


class Region(NamedTuple):
    """Connected squares of one terrain, and their crowns, or fires in Origins (R24)."""

    terrain: Terrain
    squares: int
    crowns: int

    @property
    def points(self) -> Points:
        """Squares times crowns (R11)."""
        return Points(self.squares * self.crowns)


class Score(NamedTuple):
    """The score of a kingdom in its present state, and the tie-breaks (R12).

    `largest_region` is in squares, with or without crowns. `crowns` counts the whole kingdom, in Origins its
    fires. A bonus that the rules do not pay is 0; so are the last three in the base game and in modes without
    them.
    """

    total: Points
    regions: tuple[Region, ...]
    middle_kingdom: Points
    harmony: Points
    largest_region: int
    crowns: int
    resources: Points = NOTHING
    totems: Points = NOTHING
    cavemen: Points = NOTHING


def regions(kingdom: Kingdom) -> tuple[Region, ...]:
    """Every region, in the order of terrains, then from the lower left; volcanoes form none (R22)."""
    limit, (ones, twos) = kingdom.grid.limit, kingdom.crowns
    found: list[Region] = []
    for terrain in _OF_REGIONS:
        if squares := kingdom.terrains[terrain]:
            found += _regions_of(limit, terrain, squares, ones & squares, twos & squares)
    return tuple(found)


@lru_cache(maxsize=4096)
def _regions_of(
    limit: int | None, terrain: Terrain, squares: int, ones: int, twos: int
) -> tuple[Region, ...]:
    """The regions of one terrain; a domino changes at most two terrains of a kingdom."""
    found, rest = [], squares
    while rest:
        area = flood(grid(limit), rest & -rest, rest)
        found.append(region_at(terrain, area, ones, twos))
        rest &= ~area
    return tuple(found)


def region_at(terrain: Terrain, area: int, ones: int, twos: int) -> Region:
    """The region with the squares of the first bitboard; the others are the kingdom's crowns."""
    return Region(terrain, area.bit_count(), (area & ones).bit_count() + 2 * (area & twos).bit_count())


def castle_in_middle(kingdom: Kingdom) -> bool:
    """True if no square is further from the castle than half the limit, in x or y (R14)."""
    return not kingdom.occupied & ~kingdom.grid.middle


def score(game: Game, seat: Seat) -> Score:
    """The score of a kingdom as if the game ended now (R11, R14, R15, R28, R30)."""
    kingdom = game.kingdoms[seat]
    found = regions(kingdom)
    middle, harmony = _bonuses(game, kingdom)
    variant = variant_of(game.rules)
    resources, cavemen = variant.camp_points(game.rules, kingdom)
    totems = variant.table_points(game, seat)
    points = largest = crowns = 0
    for region in found:
        points += region.points
        largest = max(largest, region.squares)
        crowns += region.crowns
    return Score(
        total=Points(points + middle + harmony + resources + totems + cavemen),
        regions=found,
        middle_kingdom=middle,
        harmony=harmony,
        largest_region=largest,
        crowns=crowns,
        resources=resources,
        totems=totems,
        cavemen=cavemen,
    )


def live_total(game: Game, kingdom: Kingdom) -> Points:
    """The points of a kingdom under this game's rules in its present state: `Score.total` without totems."""
    points = sum(region.points for region in regions(kingdom)) + sum(_bonuses(game, kingdom))
    return Points(points + sum(variant_of(game.rules).camp_points(game.rules, kingdom)))


def _bonuses(game: Game, kingdom: Kingdom) -> tuple[Points, Points]:
    """The points of Middle Kingdom and of Harmony now (R14, R15).

    A kingdom is complete, for Harmony, when it contains every domino of its owner's whole game.
    """
    rules = game.rules
    middle = rules.middle_kingdom and castle_in_middle(kingdom)
    complete = rules.harmony and len(kingdom.placements) == rules.dominoes_each(game.players)
    return (
        rules.declaration.middle_kingdom if middle else NOTHING,
        rules.declaration.harmony if complete else NOTHING,
    )


def ranking(scores: Sequence[Score], left: Collection[Seat] = ()) -> tuple[tuple[Seat, ...], ...]:
    """The seats by place, best first; seats that share a place are in one tuple (R12).

    Places after a shared one are skipped: a group's place is 1 + the number of seats before it. Seats in
    `left` rank below every other seat (R32).
    """
    keys = [
        (seat not in left, score.total, score.largest_region, score.crowns)
        for seat, score in enumerate(scores)
    ]
    return tuple(
        tuple(Seat(seat) for seat, other in enumerate(keys) if other == key)
        for key in sorted(set(keys), reverse=True)
    )
