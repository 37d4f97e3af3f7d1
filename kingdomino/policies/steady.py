"""The policy that looks one line ahead.

It lays a domino where the kingdom promises most together with its dominoes that are chosen already and the
one that it would choose next, and chooses the domino that promises most when laid after those.
"""

from collections.abc import Iterable, Sequence
from functools import singledispatch

from kingdomino.board.grid import Square, flood
from kingdomino.board.kingdom import Kingdom, LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.game.origins_commands import ChoosePair, GiveTotem, PutFire, Recruit
from kingdomino.game.table import Volcano
from kingdomino.machine.variants import variant_of
from kingdomino.origins import territory
from kingdomino.origins.scoring import caveman_points
from kingdomino.policies.outlook import POINT, RESOURCE, Outlook
from kingdomino.policies.policy import Below, Policy, best
from kingdomino.policies.prospects import prospect
from kingdomino.scoring import live_total

WIDTH = 3
"""How many placements are followed into the next line: those that promise most by themselves."""

EARLIER = 100
"""What one place further to the front of the next line is worth, where another line comes (R6)."""


def _place(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    outlook, kingdom = Outlook.of(game, seat), game.kingdoms[seat]
    lands = [(placement, _laid(game, kingdom, placement)) for placement in placements]
    promising = sorted(lands, key=lambda pair: outlook.worth(pair[1]), reverse=True)[:WIDTH]
    coming = [domino for domino in _claimed(game, seat) if domino != game.domino_in_hand]
    worth = [_ahead(outlook, _with(outlook, land, coming)) for _, land in promising]
    return best([placement for placement, _ in promising], worth, below)


def _choose(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    outlook = Outlook.of(game, seat)
    land = _with(outlook, game.kingdoms[seat], _claimed(game, seat))
    return best(free, [_chosen(outlook, land, domino) for domino in free], below)


def _decide(game: Game, seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    outlook = Outlook.of(game, seat)
    spare = _spare(game, seat)
    options = [each for each in commands if not isinstance(each, Recruit) or spare.issuperset(each.squares)]
    return best(options, [_promise(option, outlook) for option in options], below)


def _claimed(game: Game, seat: Seat) -> list[DominoNumber]:
    """The dominoes under the seat's kings, in the order in which they are laid."""
    return [slot.domino for slot in (*game.line, *game.next_line) if slot.seat == seat]


def _ahead(outlook: Outlook, land: Kingdom) -> int:
    """The worth of the kingdom with the best domino on offer, where there is one."""
    free = outlook.game.free_dominoes
    return max((_chosen(outlook, land, domino) for domino in free), default=outlook.worth(land))


def _chosen(outlook: Outlook, land: Kingdom, domino: DominoNumber) -> int:
    """The worth of the kingdom with that domino of the offer, and of the turn that it gives."""
    game = outlook.game
    place = [slot.domino for slot in game.offer].index(domino) if game.deck_left else 0
    return outlook.worth(_with(outlook, land, [domino])) - EARLIER * place


def _with(outlook: Outlook, land: Kingdom, dominoes: Iterable[DominoNumber]) -> Kingdom:
    """The kingdom after each domino was laid where it promises most, or discarded."""
    for domino in dominoes:
        placements = LegalPlacements(land, land.dominoes[domino])
        lands = [_laid(outlook.game, land, placement) for placement in placements]
        land = max(lands, key=outlook.worth, default=land.discard(domino))
    return land


def _laid(game: Game, kingdom: Kingdom, placement: Placement) -> Kingdom:
    """The kingdom with the domino and, in Origins, with what comes with it."""
    land, volcano = variant_of(game.rules).lay(kingdom, placement)
    return _lit(land, volcano) if volcano else land


def _lit(land: Kingdom, volcano: Volcano) -> Kingdom:
    """The territory with the volcano's token in the largest region that it reaches (R23)."""
    reached = sum(territory.bit(land.grid, square) for square in territory.fire_squares(land, volcano))
    largest = spot = 0
    for terrain in land.terrains:
        while found := terrain & reached:
            area = flood(land.grid, found & -found, terrain)
            reached &= ~area
            if area.bit_count() > largest:
                largest, spot = area.bit_count(), found & -found
    squares = territory.squares_of(land.grid, spot)
    return territory.put_fire(land, squares[0], volcano.fires) if squares else land


def _spare(game: Game, seat: Seat) -> set[Square]:
    """Of each resource the square that its owner's cavemen miss least, to pay with (R29)."""
    kingdom = game.kingdoms[seat]
    return {
        max(lying, key=lambda square: caveman_points(game.rules, territory.spend(kingdom, [square])))
        for board in kingdom.camp.resources
        if (lying := territory.squares_of(kingdom.grid, board))
    }


@singledispatch
def _promise(command: Command, outlook: Outlook) -> int:
    """The worth of what a command of Origins' own steps can lead to."""
    return POINT * prospect(outlook.game, outlook.seat, command)


@_promise.register
def _recruit(command: Recruit, outlook: Outlook) -> int:
    return POINT * prospect(outlook.game, outlook.seat, command) - RESOURCE * len(command.squares)


@_promise.register
def _pair(command: ChoosePair, outlook: Outlook) -> int:
    return outlook.worth(_with(outlook, outlook.game.kingdoms[outlook.seat], command.dominoes))


@_promise.register
def _fire(command: PutFire, outlook: Outlook) -> int:
    land, volcano = outlook.game.kingdoms[outlook.seat], outlook.game.shared.volcano
    return outlook.worth(territory.put_fire(land, command.square, volcano.fires if volcano else 0))


@_promise.register
def _totem(command: GiveTotem, outlook: Outlook) -> int:
    """It goes to whoever has least."""
    return -live_total(outlook.game, outlook.game.kingdoms[command.to])


STEADY = Policy(_place, _choose, _decide)
"""The most points in the end, as far as one line ahead lets see.

What it takes a kingdom for is in `outlook`: its live points, room for its regions to grow into what nobody
has seen yet, less lone empty squares, discards and squares that move the castle from the middle. Turns come
earlier with a lower domino, which counts too. Among equals the draw decides.
"""
