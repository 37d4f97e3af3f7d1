"""The place of a game in its dynasty (R13): its number, and the points of the seats so far."""

from itertools import islice
from typing import Any, NamedTuple

from kingdomino.board.numbers import Points
from kingdomino.dynasty import GAMES, totals
from replays.dynasty.aggregate import DYNASTIES
from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from service.services import services


class PlaceInSeries(NamedTuple):
    """A game of a dynasty: its number, counted from 1, and the number of games.

    `before` are the totals of the seats before the game; `sums` include its result, if it has one. Both are
    None if the dynasty's stream cannot be read.
    """

    id: GameId
    number: int
    games: int
    before: tuple[Points, ...] | None
    sums: tuple[Points, ...] | None

    def form(self) -> dict[str, Any]:
        """The values for the table's script, which adds the result to `before` itself."""
        return {"id": self.id, "number": self.number, "games": self.games, "before": self.before}


def series_of(match: Match) -> PlaceInSeries | None:
    """The place of a game in its dynasty, or None for other games.

    All earlier games were counted before this one started, so the points before it never change.
    """
    place = match.created.options.series
    if place is None or place.kind != DYNASTIES.name:
        return None
    dynasty = next(iter(services().streams.of(DYNASTIES).readable([place.id])), None)
    if dynasty is None:
        return PlaceInSeries(place.id, place.number, GAMES, None, None)
    counted = [game.points for game in islice(dynasty.games, place.number - 1) if game.points is not None]
    played = [*counted, *([[score.total for score in match.result.scores]] if match.result else [])]
    before, sums = totals(counted, match.players), totals(played, match.players)
    return PlaceInSeries(place.id, place.number, GAMES, before, sums)
