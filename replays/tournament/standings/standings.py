"""The standings: places by points, and then by the tie-breaks of the tournament in their order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from replays.tournament.schedules.forms import Player
from replays.tournament.standings.scores import Scores
from replays.tournament.standings.tie_breaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Placing:
    """A player's place, from 1, points in twelfths, and the numbers of all tie-breaks in their order.

    A tie-break that decides nothing for the player has its number, too. Level players share a place.
    """

    player: Player
    place: int
    points: int
    tie_breaks: tuple[int, ...]


def standings(
    scores: Scores, tie_breaks: Sequence[str], stages: Mapping[Player, int] | None = None
) -> tuple[Placing, ...]:
    """All players, best first; level ones in the order of their entries.

    In a knock-out `stages` orders the players before their points do.
    """
    keys: dict[Player, tuple[int, ...]] = {
        player: ((stages or {}).get(player, 0), scores.points[player]) for player in scores.players
    }
    for name in tie_breaks:
        numbers = TIE_BREAKS[name](scores, list(_level(keys)))
        keys = {player: (*key, numbers[player]) for player, key in keys.items()}
    found: list[Placing] = []
    for group in _level(keys):
        place = len(found) + 1
        found += [Placing(player, place, keys[player][1], keys[player][2:]) for player in group]
    return tuple(found)


def _level(keys: dict[Player, tuple[int, ...]]) -> Iterator[list[Player]]:
    """Those with equal keys together, the best key first."""
    ranked = sorted(keys, key=lambda player: [-number for number in keys[player]])
    for _, group in groupby(ranked, key=keys.__getitem__):
        yield list(group)
