"""How far the players of a knock-out came, which orders them before their points do."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from replays.tournament.schedules.forms import Player, Table


class KnockoutRound(NamedTuple):
    """A round of a knock-out: its tables with their places, None while there is no result, and the byes."""

    tables: Sequence[tuple[Table, Sequence[int] | None]]
    byes: Sequence[Player]


def stages(players: Sequence[Player], rounds: Sequence[KnockoutRound]) -> Mapping[Player, int]:
    """Four times the number of each player's last round, less the place at the table there, from 0.

    A table without a result counts as the last place, a bye as the first.
    """
    found = dict.fromkeys(players, 0)
    for number, (tables, byes) in enumerate(rounds, start=1):
        found |= dict.fromkeys(byes, 4 * number)
        for table, places in tables:
            for player, place in zip(table, places or [4] * len(table), strict=True):
                found[player] = 4 * number - (place - 1)
    return found
