"""Seats whose players left, and seats to which a player returned (R32)."""

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.events import SeatLeft, SeatRejoined


def left(game: Game, event: SeatLeft) -> Game:
    """The game after a player left: the seat ranks below those not left, and may be idle from now on."""
    idle = (*game.idle, event.seat) if event.idle else game.idle
    return game._replace(left=tuple(sorted((*game.left, event.seat))), idle=tuple(sorted(idle)))


def rejoined(game: Game, event: SeatRejoined) -> Game:
    """The game after a player returned to a seat: it counts as one that was never left."""
    return game._replace(left=_without(game.left, event.seat), idle=_without(game.idle, event.seat))


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)
