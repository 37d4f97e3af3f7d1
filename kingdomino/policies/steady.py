"""The policy that looks one line ahead.

It places a domino where the kingdom is worth most together with the dominoes already chosen and the one that
it would choose next. It chooses the domino that is worth most when placed after those.
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
"""The number of placements, the best by themselves, that are followed into the next line."""

EARLIER = 100
"""The worth of one position further to the front of the next line, if more lines follow (R6)."""


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
    """The dominoes under the seat's kings, in the order of placement."""
    return [slot.domino for slot in (*game.line, *game.next_line) if slot.seat == seat]


def _ahead(outlook: Outlook, land: Kingdom) -> int:
    """The worth of the kingdom with the best domino on offer, if there is one."""
    free = outlook.game.free_dominoes
    return max((_chosen(outlook, land, domino) for domino in free), default=outlook.worth(land))


def _chosen(outlook: Outlook, land: Kingdom, domino: DominoNumber) -> int:
    """The worth of the kingdom with that domino of the offer, and of its position in the line."""
    game = outlook.game
    place = [slot.domino for slot in game.offer].index(domino) if game.deck_left else 0
    return outlook.worth(_with(outlook, land, [domino])) - EARLIER * place


def _with(outlook: Outlook, land: Kingdom, dominoes: Iterable[DominoNumber]) -> Kingdom:
    """The kingdom after each domino was placed where it is worth most, or discarded."""
    for domino in dominoes:
        placements = LegalPlacements(land, land.dominoes[domino])
        lands = [_laid(outlook.game, land, placement) for placement in placements]
        land = max(lands, key=outlook.worth, default=land.discard(domino))
    return land


def _laid(game: Game, kingdom: Kingdom, placement: Placement) -> Kingdom:
    """The kingdom with the domino and, in Origins, with everything that comes with it."""
    land, volcano = variant_of(game.rules).lay(kingdom, placement)
    return _lit(land, volcano) if volcano else land


def _lit(land: Kingdom, volcano: Volcano) -> Kingdom:
    """The territory with the volcano's token in the largest region within its reach (R23)."""
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
    """The squares to pay with: of each resource the one whose loss costs the owner's cavemen least (R29)."""
    kingdom = game.kingdoms[seat]
    return {
        max(lying, key=lambda square: caveman_points(game.rules, territory.spend(kingdom, [square])))
        for board in kingdom.camp.resources
        if (lying := territory.squares_of(kingdom.grid, board))
    }


@singledispatch
def _promise(command: Command, outlook: Outlook) -> int:
    """The worth of the best territory after a command in Origins' own steps."""
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
    """The worth of giving the totem away: highest for the seat with the fewest live points."""
    return -live_total(outlook.game, outlook.game.kingdoms[command.to])


STEADY = Policy(_place, _choose, _decide)
"""The most points at the end, estimated one line ahead.

`outlook` defines the worth of a kingdom: its live points and the growth of its regions with unseen dominoes,
less lone empty squares, discards and squares that move the castle out of the middle. A lower domino brings an
earlier turn, which counts too. A draw decides among equals.
"""
