"""How events change a game: `evolve` never refuses, what happened has happened."""

from collections.abc import Callable, Mapping
from typing import Any

from kingdomino.base import absence
from kingdomino.base.flow import after_step_one, after_step_two, next_round
from kingdomino.board.kingdom import Kingdom, Placement
from kingdomino.board.numbers import DominoNumber
from kingdomino.game import Game, Slot, Stage, laid, offered, to_act
from kingdomino.game.events import (
    DominoChosen,
    DominoDiscarded,
    DominoLeftOver,
    DominoPlaced,
    Event,
    GameEnded,
    GameStarted,
    KingDrawn,
    LineDealt,
    SeatLeft,
    SeatRejoined,
)
from kingdomino.origins import evolution as origins

Evolver = Callable[[Game, Any], Game]


def start(event: GameStarted) -> Game:
    """The game at its beginning: castles alone, no line dealt, no king drawn (R1)."""
    rules, players = event.rules, event.players
    castle = Kingdom.empty(rules.limit(players), rules.dominoes)
    return Game(rules, players, (castle,) * players, shared=origins.shared_at_start(rules))


def evolve(game: Game, event: Event) -> Game:
    """The game after the event, for every event but the first: that one is for `start`."""
    return _EVOLVERS[type(event)](game, event)


def _dealt(game: Game, event: LineDealt) -> Game:
    slots = tuple(Slot(domino, None) for domino in event.dominoes)
    dealt = game.dealt + len(slots)
    if game.rules.origins:
        game = game._replace(shared=origins.after_dealing(game.shared))
    if game.dealt == 0:
        return game._replace(dealt=dealt, line=slots)
    return game._replace(dealt=dealt, next_line=slots)


def _king_drawn(game: Game, event: KingDrawn) -> Game:
    waiting = (*game.waiting, event.seat)
    return game._replace(waiting=waiting, drawn=game.drawn + 1, mover=waiting[0])


def _chosen(game: Game, event: DominoChosen) -> Game:
    claimed = Slot(event.domino, event.seat)
    offer = tuple([claimed if slot.domino == event.domino else slot for slot in game.offer])
    if game.stage is Stage.CHOOSE:
        return after_step_two(offered(game, offer), event.seat)
    waiting = game.waiting[1:]
    if waiting or game.drawn < game.rules.kings(game.players):
        return game._replace(line=offer, waiting=waiting, mover=waiting[0] if waiting else None)
    return next_round(game._replace(waiting=()), offer)


def _placed(game: Game, event: DominoPlaced) -> Game:
    placement = Placement(event.domino, event.x, event.y, event.direction)
    kingdom = game.kingdoms[event.seat].place(placement)
    if game.rules.origins:
        kingdom, shared = origins.after_placing(game, kingdom)
        game = game._replace(shared=shared)
    return _after_domino(game, event, kingdom)


def _discarded(game: Game, event: DominoDiscarded) -> Game:
    return _after_domino(game, event, game.kingdoms[event.seat].discard(event.domino))


def _after_domino(game: Game, event: DominoPlaced | DominoDiscarded, kingdom: Kingdom) -> Game:
    """The game when the domino has left the line and the kingdom is another."""
    seat, kingdoms = event.seat, game.kingdoms
    changed = (*kingdoms[:seat], kingdom, *kingdoms[seat + 1 :])
    return after_step_one(laid(game, changed, _without(game.line, event.domino)), seat)


def _without(line: tuple[Slot, ...], domino: DominoNumber) -> tuple[Slot, ...]:
    return tuple([slot for slot in line if slot.domino != domino])


def _left_over(game: Game, event: DominoLeftOver) -> Game:
    return game._replace(line=_without(game.line, event.domino))


def _ended(game: Game, _: GameEnded) -> Game:
    return to_act(game, Stage.OVER, None)


_EVOLVERS: Mapping[type, Evolver] = {
    LineDealt: _dealt,
    KingDrawn: _king_drawn,
    DominoChosen: _chosen,
    DominoPlaced: _placed,
    DominoDiscarded: _discarded,
    DominoLeftOver: _left_over,
    GameEnded: _ended,
    SeatLeft: absence.left,
    SeatRejoined: absence.rejoined,
    **origins.EVOLVERS,
}
