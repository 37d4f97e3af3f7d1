"""The worth of a kingdom to a player who considers more than its points (`docs/play/bots.md`).

Worth is counted in integer hundredths of a point, so that it is the same on every machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from kingdomino.board.camp import RESOURCES
from kingdomino.board.grid import flood
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game import Game
from kingdomino.origins import territory
from kingdomino.rules import Mode
from kingdomino.scoring import live_total

POINT = 100
"""The worth of a point of the score."""

GROWTH = 50
"""The worth of each point that a region gains from an average share of the unseen dominoes."""

HOLE = 300
"""The cost of a lone empty square, which no domino can cover any more."""

DISCARD = 300
"""The cost of a discarded domino."""

OFF_CENTRE = 30
"""The cost of each square outside the largest kingdom that has the castle in its middle (R14)."""

RESOURCE = 100
"""The worth of a resource that can still pay for a caveman (R29)."""

LEAD = 25
"""The worth of each point of a totem that its owner can still lose (R27)."""


class Unseen(NamedTuple):
    """The dominoes that no player has seen: their number, and their squares and crowns by terrain."""

    dominoes: int
    squares: tuple[int, ...]
    crowns: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> Self:
        """The set without all dominoes on the table.

        Dominoes left over with three players (R4, R20) are not recorded, so they count as unseen.
        """
        seen = set(_on_the_table(game))
        hidden = [domino for number, domino in game.rules.dominoes.items() if number not in seen]
        squares, crowns = [0] * len(Terrain), [0] * len(Terrain)
        for _, a, b in hidden:
            for terrain, on_it, _ in (a, b):
                squares[terrain] += 1
                crowns[terrain] += on_it
        return cls(len(hidden), tuple(squares), tuple(crowns))


def _on_the_table(game: Game) -> Iterator[DominoNumber]:
    yield from (slot.domino for slot in (*game.line, *game.next_line))
    for kingdom in game.kingdoms:
        yield from (placement.domino for placement in kingdom.placements)
        yield from kingdom.discarded


@dataclass(frozen=True, slots=True)
class Outlook:
    """The judgement of kingdoms from the point of view of `seat`.

    `rivals` is the most of each resource that any other seat has, in the order of `RESOURCES`.
    """

    game: Game
    seat: Seat
    unseen: Unseen
    rivals: tuple[int, ...]

    @classmethod
    def of(cls, game: Game, seat: Seat) -> Self:
        """The outlook of the seat in this game."""
        others = [kingdom for other, kingdom in enumerate(game.kingdoms) if other != seat]
        columns = zip(*(territory.counts(kingdom) for kingdom in others), strict=True)
        return cls(game, seat, Unseen.of(game), tuple(max(column) for column in columns))

    def worth(self, kingdom: Kingdom) -> int:
        """The worth of a kingdom: its live points and its growth, less its handicaps."""
        lone = _lone(kingdom.free, kingdom.grid.stride).bit_count()
        return (
            POINT * live_total(self.game, kingdom)
            + self._growth(kingdom)
            + self._camp(kingdom)
            - HOLE * lone
            - DISCARD * len(kingdom.discarded)
            - OFF_CENTRE * (kingdom.occupied & ~kingdom.grid.middle).bit_count()
        )

    def to_come(self, kingdom: Kingdom) -> int:
        """The number of dominoes that the kingdom still gets."""
        had = len(kingdom.placements) + len(kingdom.discarded)
        return self.game.rules.dominoes_each(self.game.players) - had

    def _growth(self, kingdom: Kingdom) -> int:
        """The sum over terrains of the best region's growth, if the dominoes to come are average."""
        dominoes, squares, crowns = self.unseen
        share = self.to_come(kingdom)
        if not share or not dominoes:
            return 0
        gains = 0
        for terrain, land in enumerate(kingdom.terrains):
            gains += max(
                (
                    on_it * min(squares[terrain] * share, beside * dominoes) + size * crowns[terrain] * share
                    for size, on_it, beside in _open_regions(kingdom, land)
                ),
                default=0,
            )
        return GROWTH * gains // dominoes

    def _camp(self, kingdom: Kingdom) -> int:
        """The worth of resources beyond their points."""
        if not self.game.rules.resources:
            return 0
        have = territory.counts(kingdom)
        if self.game.rules.mode is Mode.TRIBE:
            return RESOURCE * sum(have) if self.to_come(kingdom) else 0
        points, worth = LEAD if self.to_come(kingdom) else POINT, self.game.rules.declaration.totems
        return points * sum(
            worth[resource]
            for resource, own, most, holder in zip(
                RESOURCES, have, self.rivals, self.game.shared.totems, strict=True
            )
            if own > most or (own == most > 0 and holder == self.seat)
        )


def _open_regions(kingdom: Kingdom, land: int) -> Iterator[tuple[int, int, int]]:
    """The squares, crowns and adjacent free squares of each region of one terrain that can still grow."""
    ones, twos = kingdom.crowns
    free, row = kingdom.free, kingdom.grid.stride
    while land:
        area = flood(kingdom.grid, land & -land, land)
        land &= ~area
        beside = (area << 1 | area >> 1 | area << row | area >> row) & free
        if beside:
            crowns = (area & ones).bit_count() + 2 * (area & twos).bit_count()
            yield area.bit_count(), crowns, beside.bit_count()


def _lone(free: int, row: int) -> int:
    """The free squares without an adjacent free square."""
    return free & ~(free << 1 | free >> 1 | free << row | free >> row)
