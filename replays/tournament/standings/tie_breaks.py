"""Tie-breaks: numbers that order players with equal points; the larger one is better.

They follow the FIDE Handbook C.07 where that has an equivalent for tables of more than two.
"""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from replays.tournament.schedules.forms import Player
from replays.tournament.standings.scores import Scores

PARTS = 1200
"""The parts of a mean share: 1200 are the winner's points in every game."""

TieBreak = Callable[[Scores, Player, Collection[Player]], int]
"""The number of a player among those with whom the player is level so far, the player included."""


def wins(scores: Scores, player: Player, _: Collection[Player]) -> int:
    """The number of first places; a shared one counts, a bye does not."""
    return _places(scores, player, 1)


def seconds(scores: Scores, player: Player, _: Collection[Player]) -> int:
    """The number of second places; a shared one counts."""
    return _places(scores, player, 2)


def mean_share(scores: Scores, player: Player, _: Collection[Player]) -> int:
    """The mean of own game points as a share of the winner's, in 1200ths, rounded down.

    Games that did not end do not count; a game in which nobody has points counts as the whole.
    """
    shares = [each.totals for each in scores.outcomes[player] if each.totals]
    parts = [PARTS * own // best if best else PARTS for own, best in shares]
    return sum(parts) // len(parts) if parts else 0


def buchholz(scores: Scores, player: Player, _: Collection[Player]) -> int:
    """The sum of the points of all opponents, in twelfths, each as often as they met.

    A round without a table counts as if the player had met opponents with the player's own points.
    """
    met = sum(scores.points[other] for each in scores.outcomes[player] for other, _ in each.opponents())
    return met + len(scores.unplayed.get(player, ())) * scores.opponents * scores.points[player]


def direct_encounter(scores: Scores, player: Player, level: Collection[Player]) -> int:
    """Two for each time that a level player came behind, one for the same place.

    It is 0 for all if some two of the level players have never met.
    """
    met = {one: {other for each in scores.outcomes[one] for other, _ in each.opponents()} for one in level}
    if any(other not in met[one] for one in level for other in level if other != one):
        return 0
    return sum(
        score for each in scores.outcomes[player] for other, score in each.opponents() if other in level
    )


def sonneborn_berger(scores: Scores, player: Player, _: Collection[Player]) -> int:
    """The points of those who came behind, doubled, and of those with the same place, in twelfths.

    A round without a table counts nothing.
    """
    return sum(
        score * scores.points[other] for each in scores.outcomes[player] for other, score in each.opponents()
    )


def game_points(scores: Scores, player: Player, _: Collection[Player]) -> int:
    """The sum of game points of the games that ended."""
    return sum(each.totals[0] for each in scores.outcomes[player] if each.totals)


def lots(scores: Scores, player: Player, _: Collection[Player]) -> int:
    """A drawn order, which no two players share: minus the drawn number."""
    return -scores.lots[player]


def _places(scores: Scores, player: Player, place: int) -> int:
    return sum(each.place == place for each in scores.outcomes[player])


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "wins": wins,
        "seconds": seconds,
        "share": mean_share,
        "buchholz": buchholz,
        "direct": direct_encounter,
        "sonneborn-berger": sonneborn_berger,
        "game-points": game_points,
        "lots": lots,
    }
)
"""By the names under which tournaments record them."""
