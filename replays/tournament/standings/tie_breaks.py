"""Tie-breaks: numbers that order players with equal points; the larger one is better.

They follow the FIDE Handbook C.07 where that has an equivalent for tables of more than two.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations
from types import MappingProxyType

from replays.tournament.schedules.forms import Player
from replays.tournament.standings.scores import Result, Scores

PARTS = 1200
"""The parts of a mean share: 1200 are the winner's points in every game."""

Levels = Sequence[Sequence[Player]]
"""Those who are level so far together; everybody is in one of these groups."""

TieBreak = Callable[[Scores, Levels], Mapping[Player, int]]
"""The number of each player."""


def places(place: int, scores: Scores, _: Levels) -> Mapping[Player, int]:
    """How often the player had this place; a shared one counts, a bye does not."""
    found = dict.fromkeys(scores.players, 0)
    for result in scores.results:
        for player, own in zip(result.players, result.places, strict=True):
            found[player] += own == place
    return found


def mean_share(scores: Scores, _: Levels) -> Mapping[Player, int]:
    """The mean of own game points as a share of the winner's, in 1200ths, rounded down.

    Games that did not end do not count; a game in which nobody has points counts as the whole.
    """
    parts, games = dict.fromkeys(scores.players, 0), dict.fromkeys(scores.players, 0)
    for result in scores.results:
        best = max(result.totals or (0,))
        for player, own in zip(result.players, result.totals or (), strict=False):
            parts[player] += PARTS * own // best if best else PARTS
            games[player] += 1
    return {player: parts[player] // max(1, games[player]) for player in scores.players}


def buchholz(scores: Scores, _: Levels) -> Mapping[Player, int]:
    """The sum of the points of all opponents, in twelfths, each as often as they met.

    A round without a table counts as if the player had met opponents with the player's own points.
    """
    own, each = scores.points, scores.opponents
    found = {player: len(scores.unplayed.get(player, ())) * each * own[player] for player in own}
    for result in scores.results:
        total = sum([own[player] for player in result.players])
        for player in result.players:
            found[player] += total - own[player]
    return found


def direct_encounter(scores: Scores, levels: Levels) -> Mapping[Player, int]:
    """Two for each time that a level player came behind, one for the same place.

    It is 0 for all who are level if some two of them have never met.
    """
    found = dict.fromkeys(scores.players, 0)
    group = {
        player: number for number, level in enumerate(levels) if _all_met(scores, level) for player in level
    }
    for result in scores.results:
        level = [(player, place) for player, place in _placed(result) if player in group]
        for (one, place), (two, other) in permutations(level, 2):
            if group[one] == group[two]:
                found[one] += 1 + (other > place) - (other < place)
    return found


def sonneborn_berger(scores: Scores, _: Levels) -> Mapping[Player, int]:
    """The points of those who came behind, doubled, and of those with the same place, in twelfths.

    A round without a table counts nothing.
    """
    found = dict.fromkeys(scores.players, 0)
    for result in scores.results:
        others = [(scores.points[player], place) for player, place in _placed(result)]
        for player, place in _placed(result):
            behind = sum([points for points, other in others if other > place])
            same = sum([points for points, other in others if other == place])
            found[player] += 2 * behind + same - scores.points[player]
    return found


def game_points(scores: Scores, _: Levels) -> Mapping[Player, int]:
    """The sum of game points of the games that ended."""
    found = dict.fromkeys(scores.players, 0)
    for result in scores.results:
        for player, own in zip(result.players, result.totals or (), strict=False):
            found[player] += own
    return found


def lots(scores: Scores, _: Levels) -> Mapping[Player, int]:
    """A drawn order, which no two players share: minus the drawn number."""
    return {player: -scores.lots[player] for player in scores.players}


def _all_met(scores: Scores, level: Sequence[Player]) -> bool:
    return len(level) > 1 and all(scores.met[player].issuperset(level) for player in level)


def _placed(result: Result) -> Iterable[tuple[Player, int]]:
    return zip(result.players, result.places, strict=True)


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "wins": partial(places, 1),
        "seconds": partial(places, 2),
        "share": mean_share,
        "buchholz": buchholz,
        "direct": direct_encounter,
        "sonneborn-berger": sonneborn_berger,
        "game-points": game_points,
        "lots": lots,
    }
)
"""By the names under which tournaments record them."""
