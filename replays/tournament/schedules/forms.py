"""The forms of schedules.

Players are numbered from 0 in the order of their entries. A table has its players in the order of their
seats. Nobody sits at two tables of a round; who sits at none has a bye.
"""

from typing import NewType

Player = NewType("Player", int)
"""The number of a player in the tournament, from 0."""

Table = tuple[Player, ...]
Round = tuple[Table, ...]
Schedule = tuple[Round, ...]
