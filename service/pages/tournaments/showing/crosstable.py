"""The results of each two entrants of a league."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import permutations
from typing import NamedTuple

from replays.events.regulations import Format
from replays.tournament.aggregate import Tournament
from replays.tournament.results import result

MOST = 30
"""The number of entrants up to which a crosstable can be read."""


class Encounter(NamedTuple):
    """A game of two entrants as one of them sees it: 1 if ahead, 0 for the same place, -1 if behind."""

    game: str
    score: int


Crosstable = dict[tuple[int, int], list[Encounter]]
"""The meetings of each two, by the numbers of the one who sees them and of the other."""


def crosstable(tournament: Tournament) -> Crosstable | None:
    """The crosstable of a league; None for other kinds, and for too many entrants."""
    if tournament.created.format is not Format.LEAGUE or len(tournament.field) > MOST:
        return None
    found: Crosstable = defaultdict(list)
    for table in tournament.games:
        counted = result(tournament, table)
        if counted is None:
            continue
        placed = zip(counted.players, counted.places, strict=True)
        for (one, own), (other, place) in permutations(placed, 2):
            found[one, other].append(Encounter(table.id, (place > own) - (place < own)))
    return found


def score(meetings: Iterable[Encounter]) -> tuple[int, int, int]:
    """How often one was ahead, level, and behind."""
    scores = [each.score for each in meetings]
    return scores.count(1), scores.count(0), scores.count(-1)
