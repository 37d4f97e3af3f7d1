"""Who acts next, and with what: the order of a turn, of a round and of the game, for both games (R6, R7).

A turn goes: place or discard; put the volcano's fire (R23); give a lost totem (R27); choose; recruit (R29).
What a game does not have is never waited for.
"""

from kingdomino.board.numbers import Seat
from kingdomino.game import Game, Slot, Stage, to_act
from kingdomino.origins import recruiting, totems


def after_step_one(game: Game, seat: Seat) -> Game:
    """What comes after placing, or after what followed from it: fire, totem, choice, or the next king."""
    if game.rules.origins:
        if game.shared.volcano:
            return to_act(game, Stage.FIRE, seat)
        contest = totems.contest(game)
        if contest:
            return to_act(game, Stage.TOTEM, contest.holder)
    if game.next_line:
        return to_act(game, Stage.CHOOSE, seat)
    return to_act(game, Stage.PLACE, lowest_king(game.line))


def after_step_two(game: Game, seat: Seat) -> Game:
    """What comes after choosing: recruiting, where it can be paid for, or the next king."""
    if game.rules.origins and recruiting.sources(game, seat):
        return to_act(game, Stage.RECRUIT, seat)
    return next_turn(game)


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
