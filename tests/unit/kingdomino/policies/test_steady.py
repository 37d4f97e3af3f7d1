"""The steady policy's moves in positions with an obvious best move."""

from collections.abc import Callable

import pytest

from kingdomino.board.camp import Caveman
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Slot, Stage
from kingdomino.game.commands import Choose, Command, Place
from kingdomino.game.origins_commands import ChoosePair, GiveTotem, Pass, PutFire, Recruit
from kingdomino.game.table import Origin, Volcano
from kingdomino.policies import STEADY, command
from kingdomino.rules import Mode
from tests.drawing import kingdom, territory
from tests.games import begun, origins, placing


def first(_bound: int) -> int:
    """The lowest draw."""
    return 0


def last(bound: int) -> int:
    """The highest draw."""
    return bound - 1


DRAWS = pytest.mark.parametrize("below", [first, last])
Below = Callable[[int], int]


LAST_TWO = kingdom("""
    .  .  W0 S0 S0
    F1 F0 W0 S0 S0
    S0 S0 ## S0 S0
    S0 S0 W0 S0 S0
    S0 S0 W0 .  .
    """)._replace(discarded=tuple(DominoNumber(n) for n in range(20, 30)))
"""Room for the last two dominoes: wheat fits in both places, forest in the upper one only."""


def does(game: Game, below: Below = first) -> Command:
    """Steady's command for the seat to act."""
    assert game.mover is not None
    return command(STEADY, game, game.mover, below)


def to_place(domino: int, land: Kingdom, *offer: int) -> Game:
    """A game of four in which seat 0 has this domino in hand, with `offer` on the next line."""
    game = begun(4, dominoes=[domino, 46, 47, 48]).chooses(domino, 46, 47, 48).game
    return game.with_kingdom(Seat(0), land)._replace(
        next_line=tuple(Slot(DominoNumber(n), None) for n in offer)
    )


def covers(given: Command) -> set[tuple[int, int]]:
    """The squares of the placement."""
    assert isinstance(given, Place)
    _, x, y, direction = given.placement
    return {(x, y), (x + direction.dx, y + direction.dy)}


@DRAWS
def test_of_equal_dominoes_it_takes_the_lowest(below: Below) -> None:
    """Of four double forests the lowest acts first in the next round (R6)."""
    assert does(begun(4, dominoes=[3, 4, 5, 6]).game, below) == Choose(DominoNumber(3))


def test_the_last_line_has_no_order_to_gain() -> None:
    """Nothing is chosen after the last line, so the draw decides between equals."""
    game = begun(4, dominoes=[3, 4, 5, 6]).game._replace(dealt=48)
    assert [does(game, below) for below in (first, last)] == [
        Choose(DominoNumber(3)),
        Choose(DominoNumber(6)),
    ]


@DRAWS
def test_it_leaves_no_hole(below: Below) -> None:
    """In the gap of four squares, the middle two would leave a lone square on each side."""
    land = kingdom("""
        .  .  .  .  S0
        W0 W0 W0 W0 S0
        S0 S0 ## S0 S0
        S0 S0 S0 S0 S0
        S0 S0 S0 S0 S0
        """)
    assert covers(does(to_place(1, land, 2, 3, 4, 5), below)) != {(-1, 2), (0, 2)}


@DRAWS
def test_it_keeps_room_for_what_is_on_offer(below: Below) -> None:
    """The wheats go where no forest fits, because only forests are on offer."""
    assert covers(does(to_place(1, LAST_TWO, 3, 4, 5, 6), below)) == {(1, -2), (2, -2)}


@DRAWS
def test_it_keeps_room_for_what_it_has_chosen(below: Below) -> None:
    """With two kings, the domino under the other king is placed next, so its room is kept."""
    game = begun(2, dominoes=[1, 3, 47, 48, 7, 8, 9, 10]).chooses(1, 47, 3, 48).game
    assert game.mover == 0
    assert covers(does(game.with_kingdom(Seat(0), LAST_TWO), below)) == {(1, -2), (2, -2)}


@DRAWS
def test_it_chooses_what_fits_beside_what_it_has_chosen(below: Below) -> None:
    """The forest under its other king takes the only room for forests; a wheat still fits."""
    wheat, forest, claimed = DominoNumber(1), DominoNumber(4), DominoNumber(3)
    game = begun(2).game._replace(
        dealt=24,
        stage=Stage.CHOOSE,
        mover=Seat(0),
        line=(Slot(claimed, Seat(0)),),
        next_line=(Slot(wheat, None), Slot(forest, None)),
    )
    assert does(game.with_kingdom(Seat(0), LAST_TWO), below) == Choose(wheat)


@DRAWS
def test_it_keeps_the_castle_in_the_middle(below: Below) -> None:
    """R14: the castle stays in the middle even if the rules do not pay for it."""
    land = kingdom("## W0 W0")
    after = does(to_place(1, land, 2, 3, 4, 5), below)
    assert all(abs(x) <= 2 and abs(y) <= 2 for x, y in covers(after))


@DRAWS
def test_a_volcano_lights_the_largest_region(below: Below) -> None:
    """R23: in reach are two lakes and one grassland; the fire goes to a lake."""
    land = territory("G0 ## L0 L0")
    played = placing(28, land, territory("##"), volcano=Volcano(Square(0, 1), 1)).game
    given = does(played._replace(stage=Stage.FIRE), below)
    assert isinstance(given, PutFire)
    assert given.square in {(1, 0), (2, 0)}


@DRAWS
def test_a_volcano_is_laid_where_its_fire_goes_on_most(below: Below) -> None:
    """R22, R23: three craters reach one square: on the left one of three lakes, on the right a quarry."""
    land = territory("""
        L0 L0 ## Q0
        L0 .  .  .
        """)
    left, right = {(-1, 1), (0, 1)}, {(1, -1), (2, -1)}
    two_places = land._replace(free=sum(1 << land.grid.index(x, y) for x, y in left | right))
    assert covers(does(placing(48, two_places, territory("##")).game, below)) == left


@DRAWS
def test_both_first_chiefs_take_the_better_pair(below: Below) -> None:
    """R21: the inner pair brings six fires, the outer pair a volcano beside two plain deserts."""
    game = begun(2, origins(), dominoes=[1, 46, 47, 48]).game
    assert does(game, below) == ChoosePair((DominoNumber(46), DominoNumber(47)))


def test_a_totem_goes_to_whoever_has_least() -> None:
    """R27: of the seats with most of the resource, the one with fewer points gets the totem."""
    poor, rich = territory("## L0 L0", "## fi fi"), territory("## L1 L0 L0", "## . fi fi")
    played = placing(
        1, territory("## L0", "## fi"), rich, poor, mode=Mode.TOTEM, totems=(None, 0, None, None)
    )
    game = played.game._replace(stage=Stage.TOTEM)
    given = does(game)
    assert isinstance(given, GiveTotem)
    assert given.to == 2


def recruiting(game_board: tuple[Caveman, ...], land: Kingdom) -> Game:
    """A game in which seat 0 may recruit for this territory."""
    played = placing(1, land, territory("##"), mode=Mode.TRIBE, board=game_board)
    return played.game._replace(stage=Stage.RECRUIT)


HUNTING = territory(
    """
    G0 L0 ## G0 D0
    D0 D0 D0 D0 D0
    """,
    """
    ma fi ## ma hu
    .  .  .  .  .
    """,
)
"""A mammoth beside the hunter, and one out of its reach."""


@DRAWS
def test_it_pays_with_what_its_cavemen_miss_least(below: Below) -> None:
    """R29, R30: the mammoth beside the hunter is worth 3 points there, so the payment uses the other one."""
    given = does(recruiting((Caveman.WARRIOR3,), HUNTING), below)
    assert given == Recruit(Origin.BOARD, (Square(-2, 0), Square(-1, 0)))


@DRAWS
def test_it_keeps_resources_that_bring_more_later(below: Below) -> None:
    """A weak warrior brings 1 point; the two resources can pay for a better caveman later."""
    assert does(recruiting((Caveman.WARRIOR1,), HUNTING), below) == Pass()
