from collections.abc import Iterable, Sequence

from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Points, Seat
from kingdomino.game import Game

def endings(
    game: Game, deck: Sequence[DominoNumber], seeds: Iterable[int]
) -> list[tuple[tuple[Points, ...], int]]: ...
def best_placements(game: Game, seat: Seat, domino: DominoNumber) -> tuple[int, list[Placement]]: ...
