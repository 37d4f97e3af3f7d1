"""The forms of schedules.

Players are numbered from 0 in the order of their entries. A table has its players in the order of their
seats. Nobody sits at two tables of a round; who sits at none has a bye.
"""

from collections.abc import Collection
from typing import NewType

Player = NewType("Player", int)
"""The number of a player in the tournament, from 0."""

Table = tuple[Player, ...]
Round = tuple[Table, ...]
Schedule = tuple[Round, ...]


class Unpairable(ValueError):  # noqa: N818 - the answer, not a fault
    """These players cannot be paired; `code` names the rule, `players` are those whom it concerns."""

    def __init__(self, code: str, words: str, players: Collection[Player] = ()) -> None:
        super().__init__(words)
        self.code = code
        self.players = tuple(players)
