from collections.abc import Iterable, Sequence
from random import Random
from typing import TypedDict

from kingdomino.board.numbers import Points
from kingdomino.kernel.tables import Position
from kingdomino.rules import Rules

class Played(TypedDict):
    points: list[list[list[int]]]
    wins: list[list[int]]
    products: list[list[int]]
    middle: int
    harmony: int
    discards: int
    turns: list[int]
    options: list[int]

def play_games(rules: Rules, styles: Sequence[tuple[int, int]], games: int, generator: Random) -> Played: ...
def pick(position: Position, style: tuple[int, int], seed: int) -> int: ...
def finish(
    position: Position, styles: Sequence[tuple[int, int]], times: int, seed: int
) -> list[tuple[Points, ...]]: ...
def endings(
    position: Position, move: int, styles: Sequence[tuple[int, int]], seeds: Iterable[int]
) -> list[tuple[tuple[Points, ...], int]]: ...
