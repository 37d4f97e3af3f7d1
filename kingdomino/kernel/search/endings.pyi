from collections.abc import Iterable

from kingdomino.board.numbers import DominoNumber, Points
from kingdomino.game import Game

def endings(
    game: Game, deck: list[DominoNumber], seeds: Iterable[int]
) -> list[tuple[tuple[Points, ...], int]]: ...
