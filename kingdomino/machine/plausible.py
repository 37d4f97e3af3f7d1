"""The possible draws of a game, for those who follow it without its seed (R3-R5, R21, R29)."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from kingdomino.board.camp import Caveman
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.events import Event, KingDrawn, LineDealt
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.game.table import BOARD_SIZE
from kingdomino.machine.variants import first_choice
from kingdomino.rules import DOMINO_COUNT

DRAWS = (LineDealt, KingDrawn, BoardRefilled)
"""The events that chance decides; all others are decided by the rules or a player."""


def agreeing(game: Game, event: Event | None) -> Chance:
    """A chance that draws this event next if its size is right, so that the rules can be applied to it.

    With any other event, or None, the chance draws placeholders: they show which event is due next, not its
    values.
    """
    dominoes = event.dominoes if isinstance(event, LineDealt) else ()
    seat = event.seat if isinstance(event, KingDrawn) else Seat(0)
    tiles = event.cavemen if isinstance(event, BoardRefilled) else ()
    return Chance(
        deck=_padded((DominoNumber(0),) * game.dealt + dominoes, DominoNumber(0)),
        kings=(seat,) * game.rules.kings(game.players),
        stack=lambda _, shuffled: _stack(game, tiles, shuffled),
    )


def _padded(deck: tuple[DominoNumber, ...], filler: DominoNumber) -> tuple[DominoNumber, ...]:
    return deck + (filler,) * (DOMINO_COUNT - len(deck))


def _stack(game: Game, tiles: tuple[Caveman, ...], shuffled: tuple[Caveman, ...]) -> tuple[Caveman, ...]:
    drawn = game.shared.drawn
    return (*shuffled[:drawn], *tiles, *shuffled[drawn + len(tiles) :])


def why_impossible(game: Game, event: Event, dealt: Collection[DominoNumber]) -> str | None:
    """The reason why this draw is impossible after `game`, or None; `dealt` are the dominoes dealt so far."""
    check = _CHECKS.get(type(event))
    return check(game, event, dealt) if check else None


def _line(game: Game, event: LineDealt, dealt: Collection[DominoNumber]) -> str | None:
    size = game.rules.line_size(game.players)
    if len(event.dominoes) != size:
        return f"a line has {size} dominoes, not {len(event.dominoes)}"
    if list(event.dominoes) != sorted(set(event.dominoes)):
        return "a line lies in ascending order, each domino once"
    again = [str(domino) for domino in event.dominoes if domino in dealt]
    return f"dealt before: {', '.join(again)}" if again else None


def _king(game: Game, event: KingDrawn, _: Collection[DominoNumber]) -> str | None:
    """The reason why a king cannot have been drawn: each comes once, in a possible order (R5, R21)."""
    if event.seat >= game.players:
        return f"nobody sits on seat {event.seat}"
    drawn = (*game.waiting, event.seat)
    chosen = [slot.seat for slot in game.line if slot.seat is not None]
    if max(Counter([*chosen, *drawn]).values()) > game.rules.kings_each(game.players):
        return f"seat {event.seat} has no king left to draw"
    return first_choice(game).why_impossible(drawn, game.players)


def _board(game: Game, event: BoardRefilled, _: Collection[DominoNumber]) -> str | None:
    shared = game.shared
    need = min(BOARD_SIZE - len(shared.board), len(shared.stack))
    if len(event.cavemen) != need:
        return f"the board takes {need} tiles, not {len(event.cavemen)}"
    missing = Counter(event.cavemen) - Counter(shared.stack)
    return f"not in the stack: {', '.join(tile.value for tile in missing)}" if missing else None


_CHECKS: Mapping[type, Callable[[Game, Any, Collection[DominoNumber]], str | None]] = {
    LineDealt: _line,
    KingDrawn: _king,
    BoardRefilled: _board,
}
