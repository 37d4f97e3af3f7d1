"""The best result of recruiting each caveman on offer, before and after the payment (R29, R30)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kingdomino.board.camp import RESOURCES, Caveman, Resource
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import Points, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.table import Origin
from kingdomino.origins import territory
from kingdomino.origins.scoring import WANTED, caveman_points
from kingdomino.rules import Rules


class Recruitment(NamedTuple):
    """The best result of recruiting this caveman.

    `points` is the change of the score, including the points that present cavemen lose by the payment. `paid`
    are the squares whose resources are spent, and `square` is where the caveman then goes. Of several equally
    good ways it is the one with the lowest squares.
    """

    caveman: Caveman
    source: Origin
    points: Points
    paid: tuple[Square, ...]
    square: Square


def recruitments(game: Game, seat: Seat, sources: Iterable[Origin]) -> list[Recruitment]:
    """The best recruitment of each kind that the seat can get from these sources, in order of `Caveman`.

    Before the payment, a kind that lies on the board is not looked for in the stack, where it costs more.
    After the payment, `sources` is the paid one, and nothing more is spent.
    """
    kingdom, rules, found = game.kingdoms[seat], game.rules, dict[Caveman, Recruitment]()
    for source in sources:
        tiles = game.shared.board if source is Origin.BOARD else game.shared.stack
        price = territory.PRICE[source] if game.stage is Stage.RECRUIT else 0
        for caveman in sorted(set(tiles) - set(found), key=tuple(Caveman).index):
            ways = _ways(kingdom, rules, caveman, price)
            best = min(ways, key=lambda way: (-way[0], way[2], way[1]), default=None)
            if best is not None:
                found[caveman] = Recruitment(caveman, source, *best)
    return [found[caveman] for caveman in Caveman if caveman in found]


_Way = tuple[Points, tuple[Square, ...], Square]


def _ways(kingdom: Kingdom, rules: Rules, caveman: Caveman, price: int) -> Iterator[_Way]:
    """The best way to pay for each square on which the caveman could go.

    The costs of resources are independent: the worth of one to all cavemen does not depend on which others
    are spent. So the cheapest resource of each kind is spent, and always the one on the caveman's square.
    """
    lying = _lying(kingdom)
    now = caveman_points(rules, kingdom)
    worth = {square: now - caveman_points(rules, territory.spend(kingdom, [square])) for square in lying}
    free = territory.caveman_squares(kingdom)
    for square in (*free, *(lying if price else ())):
        settled = territory.put_caveman(kingdom, square, caveman)
        around = kingdom.grid.king_steps(territory.bit(kingdom.grid, square))
        counted = rules.declaration.cavemen[caveman]
        costs = {
            each: worth[each]
            + (counted if _counts(caveman, kind) and territory.bit(kingdom.grid, each) & around else 0)
            for each, kind in lying.items()
            if each != square
        }
        own = lying.get(square)  # the caveman does not count its own square
        spent = _cheapest(costs, lying, price, own)
        if spent is None:
            continue
        first = () if own is None else (square,)
        loss = sum(costs[each] for each in spent) + sum(worth[each] for each in first)
        gain = caveman_points(rules, settled) - now - loss
        paid = sorted((*first, *spent), key=lambda each: RESOURCES.index(lying[each]))
        yield Points(gain), tuple(paid), square


def _lying(kingdom: Kingdom) -> dict[Square, Resource]:
    """The resource on each square that has one."""
    boards = zip(RESOURCES, kingdom.camp.resources, strict=True)
    return {square: kind for kind, board in boards for square in territory.squares_of(kingdom.grid, board)}


def _counts(caveman: Caveman, resource: Resource) -> bool:
    return caveman is Caveman.PAINTER or WANTED.get(caveman) is resource


def _cheapest(
    costs: Mapping[Square, int], lying: Mapping[Square, Resource], price: int, own: Resource | None
) -> list[Square] | None:
    """The squares with the cheapest resources, one of each kind, none of `own`; None for too few."""
    best: dict[Resource, Square] = {}
    for square in sorted(costs):
        kind = lying[square]
        if kind is not own and (kind not in best or costs[square] < costs[best[kind]]):
            best[kind] = square
    need = price - (own is not None)
    cheapest = sorted(best.values(), key=lambda square: (costs[square], square))[:need]
    return cheapest if len(cheapest) == need else None
