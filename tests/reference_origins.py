"""A second, plain implementation of Kingdomino Origins after `rules.md`: the oracle of the fast one.

It builds on `tests.reference` and works like it: dicts and sets of squares, and nothing imported from
`kingdomino`. A face is a terrain and its fires, or for a volcano its craters.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import TypeVar

from tests.reference import XY, Cells, Face, Laid, beside, ways

T = TypeVar("T")

Move = tuple[str, object]
"""The kind of a move and its argument; see `Table.moves`."""

DOMINOES_CSV = Path(__file__).parent / "conformance" / "origins_dominoes.csv"
RESOURCE_OF = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}
RESOURCES = tuple(RESOURCE_OF.values())
TOTEM_POINTS = {"mammoth": 3, "fish": 4, "mushroom": 5, "flint": 6}
PAID_BY = {
    "hunter": ("mammoth", 3),
    "fisher": ("fish", 3),
    "gatherer": ("mushroom", 4),
    "sculptor": ("flint", 5),
}
WARRIORS = {"warrior1": 1, "warrior2": 2, "warrior3": 3}
KINDS = (*PAID_BY, "painter", "fire_keeper", "shaman", *WARRIORS)
TILES = tuple(
    kind for kind in KINDS for _ in range({"warrior1": 4, "warrior2": 3, "warrior3": 1}.get(kind, 2))
)
PRICE = {"board": 2, "stack": 4}

Shuffle = Callable[[int, Sequence[str]], Sequence[str]]
"""The order of the given tiles after the n-th shuffle; the shuffle at the start has number 0."""


def read_dominoes() -> dict[int, tuple[Face, Face]]:
    """The faces of every domino by its number."""
    with DOMINOES_CSV.open(encoding="utf-8", newline="") as lines:
        return {int(row["number"]): (_face(row, "a"), _face(row, "b")) for row in csv.DictReader(lines)}


def _face(row: Mapping[str, str], side: str) -> Face:
    return row[f"terrain_{side}"], int(row[f"fires_{side}"]) + int(row[f"craters_{side}"])


DOMINOES = read_dominoes()


def distance(one: XY, other: XY) -> int:
    """The distance of two squares; a diagonal step counts as one (R23)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


@dataclass(frozen=True)
class Land:
    """A territory: its squares, and the pieces on them."""

    cells: Cells = field(default_factory=dict)
    tokens: Mapping[XY, int] = field(default_factory=dict)
    resources: Mapping[XY, str] = field(default_factory=dict)
    cavemen: Mapping[XY, str] = field(default_factory=dict)
    placed: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()

    def fires(self, square: XY) -> int:
        """The printed fires and those of a token (R24); a volcano has craters, not fires."""
        terrain, number = self.cells.get(square, ("", 0))
        return self.tokens.get(square, 0) + (0 if terrain == "volcano" else number)

    def bare(self) -> set[XY]:
        """The squares that have no fire and are no volcano (R23, R29)."""
        return {at for at, (terrain, _) in self.cells.items() if terrain != "volcano" and not self.fires(at)}

    def fire_squares(self, volcano: XY, craters: int) -> set[XY]:
        """The squares for the token: 1 crater reaches 3 squares, 2 reach 2, 3 reach 1 (R22, R23)."""
        return {at for at in self.bare() if distance(at, volcano) <= {1: 3, 2: 2, 3: 1}[craters]}

    def caveman_squares(self) -> set[XY]:
        """The squares on which a caveman may be put (R29)."""
        return self.bare() - set(self.resources) - set(self.cavemen)

    def having(self, number: int, laid: Laid, *, resources: bool) -> "Land":
        """The territory with one more domino and the resources that are dealt with it (R26)."""
        cells = dict(laid)
        lying = {at: RESOURCE_OF[t] for at, (t, fires) in cells.items() if t in RESOURCE_OF and not fires}
        return replace(
            self,
            cells={**self.cells, **cells},
            placed=(*self.placed, number),
            resources={**self.resources, **(lying if resources else {})},
        )

    def burning(self, square: XY, fires: int) -> "Land":
        """The territory with one more token, which destroys the resource or caveman under it (R26, R29)."""
        return replace(
            self,
            tokens={**self.tokens, square: fires},
            resources=_but(self.resources, [square]),
            cavemen=_but(self.cavemen, [square]),
        )

    def payments(self, price: int) -> set[frozenset[XY]]:
        """Every set of `price` squares with as many different resources (R29)."""
        kinds = [[at for at, kind in self.resources.items() if kind == wanted] for wanted in RESOURCES]
        return {frozenset(paid) for some in combinations(kinds, price) for paid in product(*some)}

    def regions(self) -> list[tuple[str, int, int]]:
        """Terrain, number of squares and fires of every region, sorted; volcanoes form none (R22, R24)."""
        left = {at: terrain for at, (terrain, _) in self.cells.items() if terrain != "volcano"}
        found = []
        while left:
            start, terrain = next(iter(left.items()))
            region = _connected({at for at, other in left.items() if other == terrain}, start)
            left = _but(left, region)
            found.append((terrain, len(region), sum(self.fires(at) for at in region)))
        return sorted(found)

    def caveman_points(self) -> int:
        """The points that all cavemen pay (R30)."""
        return sum(self._pays(at, kind) for at, kind in self.cavemen.items()) + self._hordes()

    def _pays(self, square: XY, kind: str) -> int:
        around = [(square[0] + dx, square[1] + dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy]
        lying = Counter(self.resources[at] for at in around if at in self.resources)
        if kind in PAID_BY:
            resource, points = PAID_BY[kind]
            return points * lying[resource]
        return {
            "painter": 2 * lying.total(),
            "fire_keeper": sum(self.fires(at) for at in around),
            "shaman": 2 * sum(at in self.cavemen for at in around),
        }.get(kind, 0)

    def _hordes(self) -> int:
        left, points = {at: WARRIORS[kind] for at, kind in self.cavemen.items() if kind in WARRIORS}, 0
        while left:
            horde = _connected(set(left), next(iter(left)))
            points += len(horde) * sum(left[at] for at in horde)
            left = _but(left, horde)
        return points


def _connected(squares: set[XY], start: XY) -> set[XY]:
    """The squares of the set that orthogonal steps within it reach from the start."""
    todo, reached = [start], set()
    while todo:
        square = todo.pop()
        if square in squares and square not in reached:
            reached.add(square)
            todo += beside(square)
    return reached


def _but(lying: Mapping[XY, T], squares: Iterable[XY]) -> dict[XY, T]:
    """The pieces that do not lie on these squares."""
    return {at: what for at, what in lying.items() if at not in set(squares)}


@lru_cache(maxsize=2**16)
def _placements(covered: frozenset[tuple[XY, Face]], number: int, limit: int) -> frozenset[Laid]:
    return ways(dict(covered), DOMINOES[number], limit)


@dataclass(frozen=True)
class Table:
    """A whole game of Origins: `step` is what `seat` has to do now, or `over`.

    `queue` holds the chiefs that have yet to choose from the first line; with two players it has each player
    once, for both chiefs (R21). `stack` is in its true order, the top first.
    """

    mode: str
    limit: int
    deck: tuple[int, ...]
    queue: tuple[int, ...]
    lands: tuple[Land, ...]
    line: Mapping[int, int | None]
    shuffle: Shuffle
    next_line: Mapping[int, int | None] = field(default_factory=dict)
    step: str = "first"
    seat: int = 0
    volcano: tuple[XY, int] = ((0, 0), 0)
    totems: Mapping[str, int | None] = field(default_factory=lambda: dict.fromkeys(RESOURCES))
    board: tuple[str, ...] = ()
    stack: tuple[str, ...] = ()
    shuffles: int = 0
    paid: str = ""
    hand: str = ""

    @classmethod
    def begin(
        cls, players: int, mode: str, deck: Sequence[int], kings: Sequence[int], shuffle: Shuffle
    ) -> "Table":
        """A new game from the 48 shuffled dominoes and the chiefs in order of first choice (R20, R21)."""
        queue = tuple(dict.fromkeys(kings))
        stack = tuple(shuffle(0, TILES)) if mode == "tribe" else ()
        return cls(
            mode,
            7 if players == 2 else 5,
            tuple(deck[4:]),
            queue,
            tuple(Land() for _ in range(players)),
            dict.fromkeys(sorted(deck[:4])),
            shuffle,
            seat=queue[0],
            board=stack[:4],
            stack=stack[4:],
        )

    @property
    def lowest(self) -> int:
        """The domino whose chief acts."""
        return min(self.line)

    def moves(self) -> set[Move]:
        """All legal moves of `seat`."""
        if self.step == "over":
            return set()
        options: dict[str, Callable[[], set[Move]]] = {
            "first": self._first,
            "place": self._place,
            "fire": lambda: {("fire", at) for at in self._land.fire_squares(*self.volcano)},
            "totem": lambda: {("totem", (kind, to)) for kind, best in self._contests() for to in best},
            "choose": lambda: {("choose", n) for n, king in self.next_line.items() if king is None},
            "recruit": self._recruit,
            "take": lambda: {("take", kind) for kind in (self.board if self.paid == "board" else self.stack)},
            "put": lambda: {("put", at) for at in self._land.caveman_squares()},
        }
        return options[self.step]()

    @property
    def _land(self) -> Land:
        return self.lands[self.seat]

    def _first(self) -> set[Move]:
        if len(self.lands) > 2:
            return {("choose", number) for number, king in self.line.items() if king is None}
        one, two, three, four = sorted(self.line)
        return {("pair", frozenset({one, four})), ("pair", frozenset({two, three}))}

    def _place(self) -> set[Move]:
        options = _placements(frozenset(self._land.cells.items()), self.lowest, self.limit)
        return {("place", (self.lowest, laid)) for laid in options} or {("discard", self.lowest)}

    def _sources(self) -> list[str]:
        tiles = {"board": self.board, "stack": self.stack}
        return [s for s in tiles if tiles[s] and len(set(self._land.resources.values())) >= PRICE[s]]

    def _recruit(self) -> set[Move]:
        paid = {
            ("recruit", (s, squares)) for s in self._sources() for squares in self._land.payments(PRICE[s])
        }
        return {*paid, ("pass", None)}

    def after(self, move: Move) -> "Table":
        """The table after one of `moves`."""
        kind, what = move
        done: Table = getattr(self, f"_after_{kind}")(what)
        return done

    def _with_land(self, land: Land) -> "Table":
        return replace(self, lands=(*self.lands[: self.seat], land, *self.lands[self.seat + 1 :]))

    def _after_pair(self, pair: frozenset[int]) -> "Table":
        line = {number: self.seat if number in pair else self.queue[1] for number in self.line}
        return replace(self, queue=())._with_line(line)

    def _after_choose(self, number: int) -> "Table":
        if self.step == "first":
            line, queue = {**self.line, number: self.seat}, self.queue[1:]
            return replace(self, line=line, queue=queue, seat=queue[0]) if queue else self._with_line(line)
        table = replace(self, next_line={**self.next_line, number: self.seat})
        return replace(table, step="recruit") if self.mode == "tribe" and self._sources() else table._next()

    def _after_discard(self, number: int) -> "Table":
        land = replace(self._land, discarded=(*self._land.discarded, number))
        return self._with_land(land)._off_line(number)._choosing()

    def _after_place(self, what: tuple[int, Laid]) -> "Table":
        number, laid = what
        land = self._land.having(number, laid, resources=self.mode != "discovery")
        table = self._with_land(land)._off_line(number)
        for at, (terrain, craters) in laid:
            if terrain == "volcano" and land.fire_squares(at, craters):
                return replace(table, step="fire", volcano=(at, craters))
        return table._totems_settled()

    def _off_line(self, number: int) -> "Table":
        return replace(self, line={other: king for other, king in self.line.items() if other != number})

    def _after_fire(self, at: XY) -> "Table":
        return self._with_land(self._land.burning(at, self.volcano[1]))._totems_settled()

    def _most(self, kind: str) -> list[int]:
        """The seats that have most of a resource; none if nobody has any."""
        counts = [list(land.resources.values()).count(kind) for land in self.lands]
        return [seat for seat, count in enumerate(counts) if count == max(counts) > 0]

    def _contests(self) -> list[tuple[str, list[int]]]:
        """The totems whose holder has to choose, with the seats to choose from (R27)."""
        best = {kind: self._most(kind) for kind in RESOURCES}
        return [
            (kind, best[kind])
            for kind, holder in self.totems.items()
            if holder is not None and holder not in best[kind] and len(best[kind]) > 1
        ]

    def _totems_settled(self) -> "Table":
        if self.mode != "totem":
            return self._choosing()
        totems = dict(self.totems)
        for kind in RESOURCES:
            best = self._most(kind)
            if len(best) < 2:
                totems[kind] = best[0] if best else None
        table = replace(self, totems=totems)
        return replace(table, step="totem") if table._contests() else table._choosing()

    def _after_totem(self, what: tuple[str, int]) -> "Table":
        return replace(self, totems={**self.totems, what[0]: what[1]})._totems_settled()

    def _after_recruit(self, what: tuple[str, frozenset[XY]]) -> "Table":
        source, squares = what
        land = replace(self._land, resources=_but(self._land.resources, squares))
        return replace(self._with_land(land), step="take", paid=source)

    def _after_take(self, kind: str) -> "Table":
        tiles = list(self.board if self.paid == "board" else self.stack)
        tiles.remove(kind)
        table = replace(self, step="put", hand=kind)
        if self.paid == "board":
            return replace(table, board=tuple(tiles))
        number = self.shuffles + 1
        mixed = self.shuffle(number, sorted(tiles, key=KINDS.index))
        return replace(table, stack=tuple(mixed), shuffles=number)

    def _after_put(self, at: XY) -> "Table":
        land = replace(self._land, cavemen={**self._land.cavemen, at: self.hand})
        return self._with_land(land)._next()

    def _after_pass(self, _: None) -> "Table":
        return self._next()

    def _choosing(self) -> "Table":
        """The table after step one: the seat chooses a domino, or, in the last round, the next chief acts."""
        return replace(self, step="choose") if self.next_line else self._next()

    def _next(self) -> "Table":
        """The next chief's turn, or the next round, or the end."""
        if self.line:
            king = self.line[self.lowest]
            assert king is not None
            return replace(self, step="place", seat=king)
        return self._with_line(self.next_line) if self.next_line else replace(self, step="over")

    def _with_line(self, chosen: Mapping[int, int | None]) -> "Table":
        """Begin a round: unclaimed dominoes leave the game, a line is dealt, the board filled (R20, R29)."""
        line = {number: seat for number, seat in chosen.items() if seat is not None}
        dealt, deck = self.deck[:4], self.deck[4:]
        need = 4 - len(self.board) if dealt else 0
        return replace(
            self,
            line=line,
            next_line=dict.fromkeys(sorted(dealt)),
            deck=deck,
            board=(*self.board, *self.stack[:need]),
            stack=self.stack[need:],
        )._next()

    def points(self, seat: int) -> int:
        """The current points of a seat, without the two bonuses (R24, R28, R30)."""
        land = self.lands[seat]
        points = sum(squares * fires for _, squares, fires in land.regions())
        if self.mode == "totem":
            points += len(land.resources)
            points += sum(TOTEM_POINTS[kind] for kind, holder in self.totems.items() if holder == seat)
        return points + land.caveman_points()


def perft(table: Table, depth: int) -> int:
    """The number of different sequences of `depth` moves from here."""
    moves = table.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(table.after(move), depth - 1) for move in moves)
