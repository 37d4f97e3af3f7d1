"""The prospect of a command in Origins' own steps: the live points of the best territory it can lead to."""

from functools import singledispatch

from kingdomino.board.camp import Caveman
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import Points, Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.game.origins_commands import Pass, PutCaveman, PutFire, Recruit, TakeCaveman
from kingdomino.game.table import Origin
from kingdomino.origins import territory
from kingdomino.origins.scoring import caveman_points
from kingdomino.scoring import live_total

NOTHING = Points(0)


def prospect(game: Game, seat: Seat, command: Command) -> Points:
    """The live points of the best territory after the command; 0 if it does not change a territory."""
    return _prospect(command, game, game.kingdoms[seat])


@singledispatch
def _prospect(_: Command, __: Game, ___: Kingdom) -> Points:
    return NOTHING


@_prospect.register
def _fire(command: PutFire, game: Game, kingdom: Kingdom) -> Points:
    fires = game.shared.volcano.fires if game.shared.volcano else 0
    return live_total(game, territory.put_fire(kingdom, command.square, fires))


@_prospect.register
def _put(command: PutCaveman, game: Game, kingdom: Kingdom) -> Points:
    hand = game.shared.hand
    return live_total(game, territory.put_caveman(kingdom, command.square, hand)) if hand else NOTHING


@_prospect.register
def _take(command: TakeCaveman, game: Game, kingdom: Kingdom) -> Points:
    return _with(game, kingdom, command.caveman)


@_prospect.register
def _recruit(command: Recruit, game: Game, kingdom: Kingdom) -> Points:
    tiles = game.shared.board if command.source is Origin.BOARD else game.shared.stack
    poorer = territory.spend(kingdom, command.squares)
    return max(_with(game, poorer, caveman) for caveman in set(tiles))


@_prospect.register
def _pass(_: Pass, game: Game, kingdom: Kingdom) -> Points:
    return live_total(game, kingdom)


def _with(game: Game, kingdom: Kingdom, caveman: Caveman) -> Points:
    """The most live points of the territory with the caveman on any square."""
    rest = live_total(game, kingdom) - caveman_points(game.rules, kingdom)  # points without the cavemen's
    settled = (
        territory.put_caveman(kingdom, square, caveman) for square in territory.caveman_squares(kingdom)
    )
    return Points(rest + max(caveman_points(game.rules, land) for land in settled))
