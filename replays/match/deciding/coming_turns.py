"""The turns that a seat can foresee: those whose dominoes are known.

Only a seat's own turns change its kingdom, and both lines lie open. So its turns are known until it has to
choose from a line that is not dealt yet. Chance and the other seats decide when the turns come.
"""

from typing import NamedTuple

from kingdomino.board.kingdom import LegalPlacements, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Slot


class ComingTurn(NamedTuple):
    """A turn of a seat: the domino that it places, or None, and the dominoes from which it then chooses.

    `is_undealt` is true if it chooses from a line that is not dealt yet; `free` is empty then, and without a
    choice.
    """

    domino: DominoNumber | None
    free: tuple[DominoNumber, ...]
    is_undealt: bool = False


def coming_turn(game: Game, seat: Seat) -> ComingTurn | None:
    """The seat's next turn as the game stands, if others choose nothing; None if none is known.

    Two dominoes that are chosen at once (R21) cannot be foreseen.
    """
    rules, players = game.rules, game.players
    placed_now, placed_next = dominoes_of(game.line, seat), dominoes_of(game.next_line, seat)
    if game.round == 0 and len(placed_now) < rules.kings_each(players):
        return None if rules.neolithic(players) else ComingTurn(None, _free(game.line))
    if placed_now:
        return ComingTurn(placed_now[0], _free(game.next_line), is_undealt=game.round == 0)
    if placed_next:
        return ComingTurn(placed_next[0], (), is_undealt=game.round + 1 < game.rounds)
    return None


def after_turn(
    game: Game, seat: Seat, turn: ComingTurn, place: Placement | None, choose: DominoNumber | None
) -> Game:
    """The game after this coming turn of the seat, as far as the seat's next turns depend on it.

    Without a placement, the domino of that turn is discarded.
    """
    kingdom = game.kingdoms[seat]
    if turn.domino is not None:
        kingdom = kingdom.place(place) if place else kingdom.discard(turn.domino)
    lines = [
        tuple(
            Slot(domino, seat if domino == choose else king) for domino, king in line if domino != turn.domino
        )
        for line in (game.line, game.next_line)
    ]
    return game.with_kingdom(seat, kingdom)._replace(line=lines[0], next_line=lines[1])


def places_of(game: Game, seat: Seat, turn: ComingTurn) -> LegalPlacements | tuple[()]:
    """The legal placements of the domino of this turn in the seat's kingdom."""
    kingdom = game.kingdoms[seat]
    return () if turn.domino is None else LegalPlacements(kingdom, kingdom.dominoes[turn.domino])


def dominoes_of(line: tuple[Slot, ...], seat: Seat) -> list[DominoNumber]:
    """The dominoes of a line on which the seat's kings stand."""
    return [slot.domino for slot in line if slot.seat == seat]


def _free(line: tuple[Slot, ...]) -> tuple[DominoNumber, ...]:
    return tuple(slot.domino for slot in line if slot.seat is None)
