"""Seats whose players left: what happens on them where the table wanted no bot to play on (R32)."""

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Stage
from kingdomino.game.events import DominoChosen, DominoDiscarded, Event, SeatLeft, SeatRejoined
from kingdomino.game.origins_events import RecruitingDeclined


def left(game: Game, event: SeatLeft) -> Game:
    """The game when a seat was left; it ranks below all that stay, and may be idle from now on."""
    idle = (*game.idle, event.seat) if event.idle else game.idle
    return game._replace(left=tuple(sorted((*game.left, event.seat))), idle=tuple(sorted(idle)))


def rejoined(game: Game, event: SeatRejoined) -> Game:
    """The game when somebody sits on a left seat again; it counts as one that stayed."""
    return game._replace(left=_without(game.left, event.seat), idle=_without(game.idle, event.seat))


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


def idle_event(game: Game, seat: Seat) -> Event | None:
    """What happens by itself on the idle seat that is to act, or None for what it had begun when left.

    Its domino is discarded, whether it would fit or not; its king takes the lowest free domino, with two
    players in Origins its chiefs the outer pair (R21); it recruits nobody.
    """
    if game.stage is Stage.PLACE and game.domino_in_hand is not None:
        return DominoDiscarded(seat, game.domino_in_hand)
    if game.stage in {Stage.CHOOSE, Stage.CHOOSE_FIRST}:
        free = game.free_dominoes
        outer = game.stage is Stage.CHOOSE_FIRST and game.rules.neolithic(game.players)
        return DominoChosen(seat, free[-1] if outer and len(free) < len(game.offer) else free[0])
    if game.stage is Stage.RECRUIT:
        return RecruitingDeclined(seat)
    return None
