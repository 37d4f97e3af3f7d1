"""Who acts next: the order of turns and rounds (R6, R7)."""

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Slot, Stage, to_act


def next_turn(game: Game) -> Game:
    """The turn of the next king on the line, or the next round when it is empty (R7)."""
    if game.line:
        return to_act(game, Stage.PLACE, lowest_king(game.line))
    return next_round(game, game.next_line)


def next_round(game: Game, line: tuple[Slot, ...]) -> Game:
    """The round in which this line is placed; the next one is yet to be dealt."""
    return game._replace(
        round=game.round + 1, stage=Stage.PLACE, line=line, next_line=(), mover=lowest_king(line)
    )


def lowest_king(line: tuple[Slot, ...]) -> Seat | None:
    """Whose turn the line says it is (R6); a line stays ascending."""
    for _, seat in line:
        if seat is not None:
            return seat
    return None
