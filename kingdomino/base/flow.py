"""The order of turns and rounds (R6, R7)."""

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Slot, Stage, to_act


def next_turn(game: Game) -> Game:
    """The game at the turn of the next king on the line, or in the next round if the line is empty (R7)."""
    if game.line:
        return to_act(game, Stage.PLACE, lowest_king(game.line))
    return next_round(game, game.next_line)


def next_round(game: Game, line: tuple[Slot, ...]) -> Game:
    """The game in the round in which this line is placed, before the next line is dealt."""
    return game._replace(
        round=game.round + 1, stage=Stage.PLACE, line=line, next_line=(), mover=lowest_king(line)
    )


def lowest_king(line: tuple[Slot, ...]) -> Seat | None:
    """The seat of the lowest king on the line, which acts next (R6); None if the line has no king."""
    for _, seat in line:
        if seat is not None:
            return seat
    return None
