"""A second, plain implementation of the base game after `rules.md`: the oracle of the fast one.

It uses lists, dicts and sets of squares, no bitboards, and imports nothing from `kingdomino`: the dominoes
come from `conformance/dominoes.csv`. It is slow, and meant to be checked by reading.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

Face = tuple[str, int]
"""A square's terrain and crowns."""

XY = tuple[int, int]
"""A square; the castle is (0, 0)."""

Cells = dict[XY, Face]
"""The terrain and crowns of each covered square of a kingdom, without the castle."""

Laid = frozenset[tuple[XY, Face]]
"""A placement as two squares and their faces: the same value for both orientations of a double."""

Move = tuple[str, int, Laid]
"""The kind (`place`, `discard` or `choose`), the domino, and for `place` the covered squares."""

DOMINOES_CSV = Path(__file__).parent / "conformance" / "dominoes.csv"
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
NOWHERE: Laid = frozenset()


def read_dominoes() -> dict[int, tuple[Face, Face]]:
    """The faces of every domino by its number."""
    with DOMINOES_CSV.open(encoding="utf-8", newline="") as lines:
        return {
            int(row["number"]): (
                (row["terrain_a"], int(row["crowns_a"])),
                (row["terrain_b"], int(row["crowns_b"])),
            )
            for row in csv.DictReader(lines)
        }


DOMINOES = read_dominoes()


def beside(square: XY) -> list[XY]:
    """The four squares that touch this one orthogonally."""
    return [(square[0] + dx, square[1] + dy) for dx, dy in STEPS]


def fits_limit(squares: set[XY], limit: int | None) -> bool:
    """True if there is no limit, or the bounding box of squares and castle is at most limit x limit (R9)."""
    xs = [0, *(x for x, _ in squares)]
    ys = [0, *(y for _, y in squares)]
    return limit is None or max(max(xs) - min(xs), max(ys) - min(ys)) < limit


def matches(cells: Cells, square: XY, terrain: str) -> bool:
    """True if a half of this terrain on this square touches the castle or its own terrain (R8)."""
    return any(next_ == (0, 0) or cells.get(next_, ("", 0))[0] == terrain for next_ in beside(square))


def is_legal(cells: Cells, faces: tuple[Face, Face], first: XY, second: XY, limit: int | None) -> bool:
    """True if a domino may lie with its halves on these squares (R8, R9)."""
    a, b = faces
    return (
        second in beside(first)
        and (0, 0) not in {first, second}
        and first not in cells
        and second not in cells
        and (matches(cells, first, a[0]) or matches(cells, second, b[0]))
        and fits_limit(set(cells) | {first, second}, limit)
    )


def placements(cells: Cells, domino: int, limit: int | None = 5) -> frozenset[Laid]:
    """Every distinct legal placement, found by trying every square and direction."""
    return _placements(frozenset(cells.items()), domino, limit)


@lru_cache(maxsize=2**16)
def _placements(covered: frozenset[tuple[XY, Face]], domino: int, limit: int | None) -> frozenset[Laid]:
    return ways(dict(covered), DOMINOES[domino], limit)


def ways(cells: Cells, faces: tuple[Face, Face], limit: int | None) -> frozenset[Laid]:
    """Every distinct legal placement of a domino with these faces, in either game."""
    a, b = faces
    # A domino more than two squares away from every covered square touches nothing.
    xs = [0, *(x for x, _ in cells)]
    ys = [0, *(y for _, y in cells)]
    return frozenset(
        frozenset({((x, y), a), (second, b)})
        for x in range(min(xs) - 2, max(xs) + 3)
        for y in range(min(ys) - 2, max(ys) + 3)
        for second in beside((x, y))
        if is_legal(cells, faces, (x, y), second, limit)
    )


def regions(cells: Cells) -> list[tuple[str, int, int]]:
    """The terrain, the number of squares and the crowns of every region, sorted (R11)."""
    left = dict(cells)
    found = []
    while left:
        start, (terrain, _) = next(iter(left.items()))
        todo, squares, crowns = [start], 0, 0
        while todo:
            square = todo.pop()
            if left.get(square, ("", 0))[0] == terrain:
                squares += 1
                crowns += left.pop(square)[1]
                todo += beside(square)
        found.append((terrain, squares, crowns))
    return sorted(found)


@dataclass(frozen=True)
class Land:
    """A kingdom: its squares, and the dominoes placed and discarded in it."""

    cells: Cells = field(default_factory=dict)
    placed: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()

    def in_middle(self, reach: int = 2) -> bool:
        """True if no square is more than `reach` from the castle: 2, or 3 in a 7x7 (R14)."""
        return all(max(abs(x), abs(y)) <= reach for x, y in self.cells)


@dataclass(frozen=True)
class Table:
    """A whole game (R1-R10): the seat to act, its legal moves, and the table after a move.

    `queue` holds the kings that have yet to choose from the first line, `line` and `next_line` the seat on
    each domino or None, `placed` the seat that has done step (1) and not yet step (2).
    """

    deck: tuple[int, ...]
    size: int
    queue: tuple[int, ...]
    lands: tuple[Land, ...]
    line: Mapping[int, int | None]
    next_line: Mapping[int, int | None] = field(default_factory=dict)
    placed: int | None = None
    limit: int | None = 5

    @classmethod
    def begin(
        cls, players: int, edition: str, deck: Sequence[int], kings: Sequence[int], limit: int | None = 5
    ) -> "Table":
        """A new game from the 48 shuffled dominoes and the kings in their order of first choice (R2, R16)."""
        in_play = {2: 48 if limit == 7 else 24, 3: 36 if edition == "classic" else 48, 4: 48}[players]
        size = 3 if players == 3 and edition == "classic" else 4
        lands = tuple(Land() for _ in range(players))
        first = dict.fromkeys(deck[:size])
        return cls(tuple(deck[size:in_play]), size, tuple(kings), lands, first, limit=limit)

    @property
    def lowest(self) -> int:
        """The domino whose king acts: the lowest claimed domino of the line (R6)."""
        return min(number for number, seat in self.line.items() if seat is not None)

    @property
    def mover(self) -> int | None:
        """The seat to act."""
        if self.queue:
            return self.queue[0]
        if self.placed is not None:
            return self.placed
        return self.line[self.lowest] if self.line else None

    def moves(self) -> set[Move]:
        """All legal moves of the seat to act."""
        if self.mover is None:
            return set()
        if self.queue or self.placed is not None:
            offer = self.line if self.queue else self.next_line
            return {("choose", number, NOWHERE) for number, seat in offer.items() if seat is None}
        number = self.lowest
        ways = placements(self.lands[self.mover].cells, number, self.limit)
        return {("place", number, laid) for laid in ways} or {("discard", number, NOWHERE)}

    def after(self, move: Move) -> "Table":
        """The table after one of `moves`."""
        kind, number, laid = move
        seat = self.mover
        assert seat is not None
        if kind == "choose" and self.queue:
            table = replace(self, line={**self.line, number: seat}, queue=self.queue[1:])
            return table if table.queue else table._with_line(table.line)
        if kind == "choose":
            table = replace(self, next_line={**self.next_line, number: seat}, placed=None)
            return table if table.line else table._with_line(table.next_line)
        return self._after_step_one(seat, number, laid)

    def _after_step_one(self, seat: int, number: int, laid: Laid) -> "Table":
        land = self.lands[seat]
        if laid:
            land = replace(land, cells={**land.cells, **dict(laid)}, placed=(*land.placed, number))
        else:
            land = replace(land, discarded=(*land.discarded, number))
        lands = (*self.lands[:seat], land, *self.lands[seat + 1 :])
        line = {other: king for other, king in self.line.items() if other != number}
        return replace(self, lands=lands, line=line, placed=seat if self.next_line else None)

    def _with_line(self, chosen: Mapping[int, int | None]) -> "Table":
        """Begin a round: dominoes without a king leave the game, the next line is dealt (R4, R7)."""
        line = {number: seat for number, seat in chosen.items() if seat is not None}
        dealt, deck = self.deck[: self.size], self.deck[self.size :]
        return replace(self, line=line, next_line=dict.fromkeys(dealt), deck=deck)


def perft(table: Table, depth: int) -> int:
    """The number of different sequences of `depth` moves from here."""
    moves = table.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(table.after(move), depth - 1) for move in moves)
