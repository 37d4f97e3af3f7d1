from collections.abc import Sequence
from random import Random
from typing import TypedDict

from kingdomino.rules import Rules

class Played(TypedDict):
    points: list[list[list[int]]]
    wins: list[list[int]]
    middle: int
    harmony: int
    discards: int
    turns: list[int]
    options: list[int]

def play_games(rules: Rules, styles: Sequence[tuple[int, int]], games: int, generator: Random) -> Played: ...
