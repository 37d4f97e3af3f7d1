"""How the events of Origins change a game."""

from collections.abc import Callable, Mapping
from typing import Any

from kingdomino.base.flow import after_step_one, next_turn
from kingdomino.board.camp import RESOURCES, Resource
from kingdomino.board.grid import Square
from kingdomino.board.kingdom import Kingdom
from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.origins_events import (
    BoardRefilled,
    CavemanPaid,
    CavemanPut,
    CavemanTaken,
    FireLost,
    FirePlaced,
    RecruitingDeclined,
    TotemGiven,
    TotemReturned,
    TotemTaken,
)
from kingdomino.game.table import BOARD_SIZE, TILES, Origin, Shared, without
from kingdomino.origins import territory
from kingdomino.rules import Mode, Rules


def shared_at_start(rules: Rules) -> Shared:
    """The table before the first line: in Tribe mode the whole stack face down (R29)."""
    tribe = rules.origins and rules.mode is Mode.TRIBE
    return Shared(stack=TILES, shuffled=TILES) if tribe else Shared()


def after_dealing(shared: Shared) -> Shared:
    """The table when a line was dealt: the board is to be refilled, if it can be (R29)."""
    return shared._replace(refill=bool(shared.stack) and len(shared.board) < BOARD_SIZE)


def after_placing(game: Game, kingdom: Kingdom) -> tuple[Kingdom, Shared]:
    """A territory on which a domino was just laid, with its resources, and the volcano that erupts."""
    *_, a, b = kingdom.cells()
    covered = [(a.square, a.half), (b.square, b.half)]
    if game.rules.resources:
        kingdom = territory.with_resources(kingdom, covered)
    return kingdom, game.shared._replace(volcano=territory.volcano_of(covered))


def _fire_placed(game: Game, event: FirePlaced) -> Game:
    burnt = territory.put_fire(game.kingdoms[event.seat], Square(event.x, event.y), event.fires)
    return after_step_one(_quiet(game).with_kingdom(event.seat, burnt), event.seat)


def _fire_lost(game: Game, event: FireLost) -> Game:
    return after_step_one(_quiet(game), event.seat)


def _quiet(game: Game) -> Game:
    return game._replace(shared=game.shared._replace(volcano=None))


def _totem_taken(game: Game, event: TotemTaken) -> Game:
    return _with_holder(game, event.resource, event.seat)


def _totem_returned(game: Game, event: TotemReturned) -> Game:
    return _with_holder(game, event.resource, None)


def _totem_given(game: Game, event: TotemGiven) -> Game:
    return after_step_one(_with_holder(game, event.resource, event.to), event.seat)


def _with_holder(game: Game, resource: Resource, holder: Seat | None) -> Game:
    totems = list(game.shared.totems)
    totems[RESOURCES.index(resource)] = holder
    return game._replace(shared=game.shared._replace(totems=tuple(totems)))


def _board_refilled(game: Game, event: BoardRefilled) -> Game:
    shared = game.shared
    return game._replace(
        shared=shared._replace(
            board=(*shared.board, *event.cavemen),
            stack=without(shared.stack, event.cavemen),
            refill=False,
        )
    )


def _caveman_paid(game: Game, event: CavemanPaid) -> Game:
    poorer = territory.spend(game.kingdoms[event.seat], event.squares)
    game = game._replace(shared=game.shared._replace(paid=event.source), stage=Stage.TAKE)
    return game.with_kingdom(event.seat, poorer)


def _caveman_taken(game: Game, event: CavemanTaken) -> Game:
    shared, taken = game.shared, (event.caveman,)
    if shared.paid is Origin.BOARD:
        shared = shared._replace(board=without(shared.board, taken))
    else:
        stack = without(shared.stack, taken)
        shared = shared._replace(stack=stack, shuffled=stack, shuffles=shared.shuffles + 1)
    return game._replace(shared=shared._replace(paid=None, hand=event.caveman), stage=Stage.PUT)


def _caveman_put(game: Game, event: CavemanPut) -> Game:
    hand = game.shared.hand
    if hand is None:
        raise ValueError("a caveman was put that nobody had taken")
    settled = territory.put_caveman(game.kingdoms[event.seat], Square(event.x, event.y), hand)
    game = game._replace(shared=game.shared._replace(hand=None))
    return next_turn(game.with_kingdom(event.seat, settled))


def _declined(game: Game, _: RecruitingDeclined) -> Game:
    return next_turn(game)


EVOLVERS: Mapping[type, Callable[[Game, Any], Game]] = {
    FirePlaced: _fire_placed,
    FireLost: _fire_lost,
    TotemTaken: _totem_taken,
    TotemReturned: _totem_returned,
    TotemGiven: _totem_given,
    BoardRefilled: _board_refilled,
    CavemanPaid: _caveman_paid,
    CavemanTaken: _caveman_taken,
    CavemanPut: _caveman_put,
    RecruitingDeclined: _declined,
}
"""How each event of Origins changes a game."""
