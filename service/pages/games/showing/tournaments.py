"""The place of a game in its tournament: its round, and its table there."""

from typing import NamedTuple

from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from replays.tournament.fold import TOURNAMENTS
from service.services import services
from service.shared.visibility import sight


class PlaceInTournament(NamedTuple):
    """A game of a tournament: the tournament's name, the round, and the number of the table, from 1.

    All but the id are None if the tournament's stream cannot be read.
    """

    id: GameId
    name: str | None = None
    round: int | None = None
    table: int | None = None


def tournament_of(match: Match) -> PlaceInTournament | None:
    """The place of a game in its tournament, or None for other games."""
    place = match.created.options.series
    if place is None or place.kind != TOURNAMENTS.name:
        return None
    found = next(iter(services().streams.of(TOURNAMENTS).readable([place.id])), None)
    at = found.table(place.number) if found and sight().may_see(found) else None
    if found is None or at is None:
        return PlaceInTournament(place.id)
    round_, table = at
    return PlaceInTournament(
        place.id, found.created.name, round_.number, table.number - round_.tables[0].number + 1
    )
