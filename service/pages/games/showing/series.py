"""The place of a game in its dynasty (R13): which game it is, and the points of the seats so far."""

from itertools import islice
from typing import Any, NamedTuple

from kingdomino.board.numbers import Points
from kingdomino.dynasty import GAMES, totals
from replays.encoding.identity import DynastyId
from replays.match.aggregate import Match
from service.services import services


class Series(NamedTuple):
    """A game of a dynasty: its number there, from 1 on, and how many there are.

    `before` are the sums of the seats before the game, `sums` those with its result, where it has one. Both
    are None where the dynasty's record cannot be read.
    """

    id: DynastyId
    number: int
    games: int
    before: tuple[Points, ...] | None
    sums: tuple[Points, ...] | None

    def form(self) -> dict[str, Any]:
        """What the table's script has to know: the sums with the result it adds itself."""
        return {"id": self.id, "number": self.number, "games": self.games, "before": self.before}


def series_of(match: Match) -> Series | None:
    """The place of a game in its dynasty, None for a game by itself.

    All games before it were counted before it was started, so the points before it never change.
    """
    place = match.created.options.dynasty
    if place is None:
        return None
    dynasty = next(iter(services().dynasties.aggregates.readable([place.id])), None)
    if dynasty is None:
        return Series(place.id, place.number, GAMES, None, None)
    counted = [game.points for game in islice(dynasty.games, place.number - 1) if game.points is not None]
    played = [*counted, *([[score.total for score in match.result.scores]] if match.result else [])]
    before, sums = totals(counted, match.players), totals(played, match.players)
    return Series(place.id, place.number, GAMES, before, sums)
