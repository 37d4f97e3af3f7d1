"""How events change a game: `evolve` never refuses, what happened has happened."""

from collections.abc import Callable
from typing import Any

from kingdomino.events import (
    DominoChosen,
    DominoDiscarded,
    DominoLeftOver,
    DominoPlaced,
    Event,
    GameEnded,
    GameStarted,
    KingDrawn,
    LineDealt,
)
from kingdomino.game import Game, Slot, Stage
from kingdomino.kingdom import Kingdom, Placement
from kingdomino.numbers import DominoNumber, Seat


def start(event: GameStarted) -> Game:
    """The game at its beginning: castles alone, no line dealt, no king drawn (R1)."""
    castles = (Kingdom.empty(event.rules.limit),) * event.players
    return Game(rules=event.rules, players=event.players, kingdoms=castles)


def evolve(game: Game, event: Event) -> Game:
    """The game after the event, for every event but the first: that one is for `start`."""
    return _EVOLVERS[type(event)](game, event)


def _dealt(game: Game, event: LineDealt) -> Game:
    slots = tuple(Slot(domino, None) for domino in event.dominoes)
    dealt = game.dealt + len(slots)
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
        if game.line:
            return game._replace(stage=Stage.PLACE, next_line=offer, mover=_lowest_king(game.line))
        return _next_round(game._replace(next_line=()), offer)
    waiting = game.waiting[1:]
    if waiting or game.drawn < game.rules.kings(game.players):
        return game._replace(line=offer, waiting=waiting, mover=waiting[0] if waiting else None)
    return _next_round(game._replace(waiting=()), offer)


def _next_round(game: Game, line: tuple[Slot, ...]) -> Game:
    return game._replace(round=game.round + 1, stage=Stage.PLACE, line=line, mover=_lowest_king(line))


def _lowest_king(line: tuple[Slot, ...]) -> Seat | None:
    """Whose turn the line says it is (R6); a line stays ascending."""
    for _, seat in line:
        if seat is not None:
            return seat
    return None


def _placed(game: Game, event: DominoPlaced) -> Game:
    placement = Placement(event.domino, event.x, event.y, event.direction)
    kingdom = game.kingdoms[event.seat].place(placement)
    return _after_step_one(game, event.seat, event.domino, kingdom)


def _discarded(game: Game, event: DominoDiscarded) -> Game:
    kingdom = game.kingdoms[event.seat].discard(event.domino)
    return _after_step_one(game, event.seat, event.domino, kingdom)


def _after_step_one(game: Game, seat: Seat, domino: DominoNumber, kingdom: Kingdom) -> Game:
    kingdoms = (*game.kingdoms[:seat], kingdom, *game.kingdoms[seat + 1 :])
    line = _without(game.line, domino)
    if game.next_line:
        return game._replace(kingdoms=kingdoms, line=line, stage=Stage.CHOOSE, mover=seat)
    return game._replace(kingdoms=kingdoms, line=line, mover=_lowest_king(line))


def _without(line: tuple[Slot, ...], domino: DominoNumber) -> tuple[Slot, ...]:
    return tuple([slot for slot in line if slot.domino != domino])


def _left_over(game: Game, event: DominoLeftOver) -> Game:
    return game._replace(line=_without(game.line, event.domino))


def _ended(game: Game, _: GameEnded) -> Game:
    return game._replace(stage=Stage.OVER)


_EVOLVERS: dict[type, Callable[[Game, Any], Game]] = {
    LineDealt: _dealt,
    KingDrawn: _king_drawn,
    DominoChosen: _chosen,
    DominoPlaced: _placed,
    DominoDiscarded: _discarded,
    DominoLeftOver: _left_over,
    GameEnded: _ended,
}
