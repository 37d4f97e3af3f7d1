"""The steady policy's estimate of a kingdom, term by term; worths are in hundredths of a point."""

from kingdomino.board.camp import Resource
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.notation import parse_kingdom
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.board.terrain import Terrain
from kingdomino.game import Game
from kingdomino.game.table import SharedTable
from kingdomino.policies.outlook import (
    DISCARD,
    GROWTH,
    HOLE,
    LEAD,
    OFF_CENTRE,
    POINT,
    RESOURCE,
    Outlook,
    Unseen,
)
from kingdomino.rules import Mode, Rules
from tests.drawing import kingdom, territory
from tests.games import begun, origins

START = begun(4, dominoes=[1, 2, 3, 4]).game
"""Four players; two double wheats and two double forests lie on the table."""


def worth(land: Kingdom, game: Game = START) -> int:
    """The worth of the kingdom for seat 0."""
    return Outlook.of(game, Seat(0)).worth(land)


def squares(land: Kingdom, *indices: int) -> Kingdom:
    """The kingdom with only these squares of the board free."""
    return land._replace(free=sum(1 << index for index in indices))


def test_an_empty_kingdom_is_worth_nothing() -> None:
    """An empty kingdom has the worth 0."""
    assert worth(Kingdom.empty(5)) == 0


def test_a_lone_empty_square_costs() -> None:
    """Each lone square costs; two squares side by side are room for a domino."""
    land = Kingdom.empty(5)
    beside = land.grid.index(1, 0)
    assert worth(squares(land, beside)) == -HOLE
    assert worth(squares(land, beside, beside + 1)) == 0
    assert worth(squares(land, beside, beside + 3)) == -2 * HOLE


def test_a_discard_costs() -> None:
    """A discard costs the points that the domino might have brought."""
    assert worth(Kingdom.empty(5).discard(DominoNumber(1))) == -DISCARD


def test_squares_that_move_the_castle_from_the_middle_cost() -> None:
    """R14: each square further than two from the castle in a 5x5 costs."""
    assert worth(kingdom("## S0 S0 S0 S0")._replace(free=0)) == -2 * OFF_CENTRE
    assert worth(kingdom("S0 S0 ## S0 S0")._replace(free=0)) == 0


def test_points_count_with_the_bonuses_that_the_rules_pay() -> None:
    """R11, R14: the worth includes the live total."""
    land = kingdom("## F1 F0")._replace(free=0)
    assert worth(land) == 2 * POINT
    assert worth(land, START._replace(rules=Rules(middle_kingdom=True))) == 12 * POINT


def test_a_region_grows_by_an_average_share() -> None:
    """Of 44 unseen dominoes 12 come; three of their forests fit beside, and 6 forest crowns are unseen."""
    land = kingdom("## F1")
    by_squares, by_crowns = 3 * 44, 6 * 12
    assert worth(land) == POINT + GROWTH * (by_squares + by_crowns) // 44


def test_only_the_best_region_of_a_terrain_grows() -> None:
    """Two regions cannot both grow by the same forests."""
    one, two = kingdom("F1 F0 ## S0"), kingdom("F1 F0 ## F0")
    assert worth(two) == worth(one) - (worth(kingdom("## S0")) - worth(kingdom("##")))


def test_what_cannot_come_is_not_hoped_for() -> None:
    """No growth is expected in an enclosed region, in a full kingdom, or of a terrain that is all seen."""
    land = kingdom("## F1")
    assert worth(land._replace(free=0)) == POINT
    full = land._replace(discarded=tuple(DominoNumber(n) for n in range(1, 13)))
    assert worth(full) == POINT - 12 * DISCARD
    forests = [n for n, domino in land.dominoes.items() if Terrain.FOREST in {domino.a[0], domino.b[0]}]
    away = START.with_kingdom(Seat(1), Kingdom.empty(5)._replace(discarded=tuple(forests)))
    assert worth(land, away) == POINT


def test_unseen_is_the_set_less_the_table() -> None:
    """Lines, kingdoms and discards are seen; the deck is not."""
    found = Unseen.of(START)
    assert found.dominoes == 44
    assert found.squares[Terrain.WHEAT] == 26 - 4
    assert found.crowns[Terrain.FOREST] == 6
    placed = START.with_kingdom(Seat(2), parse_kingdom("24@1,0e").discard(DominoNumber(48)))
    found = Unseen.of(placed)
    assert found.dominoes == 42
    assert (found.squares[Terrain.FOREST], found.crowns[Terrain.FOREST]) == (22 - 4 - 1, 5)
    assert found.crowns[Terrain.MINE] == 10 - 3


def test_a_totem_that_would_be_held_counts_in_part() -> None:
    """R27: a totem counts for the only seat with most, and for a holder who is level."""
    rules, land = origins(Mode.TOTEM), territory("## L0 L0", "## fi fi")._replace(free=0)
    game = begun(4, rules).game
    fish, totem = 2 * POINT, rules.declaration.totems[Resource.FISH]
    assert worth(land, game) == fish + LEAD * totem
    level = game.with_kingdom(Seat(1), land)
    assert worth(land, level) == fish
    held = level._replace(shared=SharedTable(totems=(None, Seat(0), None, None)))
    assert worth(land, held) == fish + LEAD * totem


def test_a_resource_counts_while_it_can_pay() -> None:
    """R29, R30: resources count while cavemen can still come; at the end they are worth nothing."""
    game = begun(4, origins(Mode.TRIBE)).game
    land = territory("## L0 L0", "## fi fi")._replace(free=0)
    assert worth(land, game) == 2 * RESOURCE
    full = land._replace(discarded=tuple(DominoNumber(n) for n in range(1, 13)))
    assert worth(full, game) == -12 * DISCARD
