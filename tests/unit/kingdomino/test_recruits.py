"""The value of each caveman on offer: the best of all ways to pay for it and to put it (R29, R30)."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from kingdomino.board.camp import Caveman
from kingdomino.board.grid import Square
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Place
from kingdomino.game.table import Origin
from kingdomino.machine import advance, begin, draw, legal_commands
from kingdomino.origins import territory
from kingdomino.origins.recruits import Recruitment, recruitments
from kingdomino.origins.scoring import caveman_points
from kingdomino.rules import GameKind, Mode, Rules
from service.cli.simulating.parts import RepeatableSource
from tests.drawing import territory as drawn

TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)
MOMENTS = 12
MOST_PAYMENTS = 60


def moments(players: int, stage: Stage) -> Iterator[Game]:
    """States of random games at this stage, with few enough payments to try them all."""
    random = Random(players)  # noqa: S311 - a test
    for seed in range(20):
        chance = draw(TRIBE, players, RepeatableSource(seed))
        game, _ = begin(TRIBE, players, chance)
        while game.mover is not None:
            commands = legal_commands(game)
            if game.stage is stage and len(commands) < MOST_PAYMENTS:
                yield game
            placements = [each for each in commands if isinstance(each, Place)]
            chosen = random.choice(placements or commands)
            game, _ = advance(game, game.mover, chosen, chance)


def tried(game: Game, seat: Seat, source: Origin, caveman: Caveman) -> int:
    """The most points that any way of paying for this caveman and putting it brings."""
    kingdom, rules = game.kingdoms[seat], game.rules
    now = caveman_points(rules, kingdom)
    paying = game.stage is Stage.RECRUIT
    return max(
        caveman_points(rules, territory.put_caveman(poorer, square, caveman)) - now
        for paid in (territory.payments(kingdom, source) if paying else [()])
        for poorer in [territory.spend(kingdom, paid)]
        for square in territory.caveman_squares(poorer)
    )


@pytest.mark.parametrize("players", [2, 3])
def test_the_best_is_that_of_all_ways(players: int) -> None:
    """Before paying, for board and stack: each recruitment is legal and brings the points it states."""
    for game in islice(moments(players, Stage.RECRUIT), MOMENTS):
        seat = game.mover
        assert seat is not None
        found = recruitments(game, seat, list(Origin))
        assert {each.caveman for each in found} >= set(game.shared.board)
        for each in found:
            assert each.points == tried(game, seat, each.source, each.caveman)
            assert each.points == brought(game, seat, each)


def brought(game: Game, seat: Seat, way: Recruitment) -> int:
    """The points that this recruitment brings when it is carried out."""
    kingdom, rules = game.kingdoms[seat], game.rules
    assert tuple(way.paid) in set(territory.payments(kingdom, way.source))
    poorer = territory.spend(kingdom, way.paid)
    assert way.square in territory.caveman_squares(poorer)
    settled = territory.put_caveman(poorer, way.square, way.caveman)
    return caveman_points(rules, settled) - caveman_points(rules, kingdom)


def test_after_paying_nothing_more_is_spent() -> None:
    """After paying, each kind that may be taken is valued on its best square, at no further cost."""
    seen = 0
    for game in islice(moments(3, Stage.TAKE), MOMENTS):
        seat, source = game.mover, game.shared.paid
        assert seat is not None
        assert source is not None
        for each in recruitments(game, seat, [source]):
            assert each.paid == ()
            assert each.points == tried(game, seat, source, each.caveman)
            seen += 1
    assert seen > MOMENTS


def test_what_those_who_are_there_lose_is_counted() -> None:
    """A fisher between two fish loses one of them to a newcomer; a shaman does not make up for it."""
    land = drawn("G0 G0 L0\n## L0 L0", "ma ma fi\n## fs fi")
    game = next(moments(2, Stage.RECRUIT)).with_kingdom(Seat(0), land)
    game = game._replace(shared=game.shared._replace(board=(Caveman.HUNTER, Caveman.SHAMAN)))
    hunter, shaman = recruitments(game, Seat(0), [Origin.BOARD])
    assert (hunter.caveman, hunter.points) == (Caveman.HUNTER, 3 - 3)
    assert (shaman.caveman, shaman.points) == (Caveman.SHAMAN, 2 - 3)
    assert {hunter.paid[0], hunter.square} <= {Square(0, 1), Square(1, 1), Square(2, 0), Square(2, 1)}
