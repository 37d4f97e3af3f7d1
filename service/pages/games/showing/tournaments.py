"""The place of a game in its tournament: its round, its table, and whether the viewer may dispute it."""

from typing import NamedTuple

from replays.encoding.identity import GameId
from replays.events.regulations import Code
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts
from replays.tournament.deciding.directing import Grounds
from replays.tournament.fold import TOURNAMENTS
from service.pages.shared.current_player import me
from service.services import services
from service.shared.visibility import sight


class PlaceInTournament(NamedTuple):
    """A game of a tournament: the tournament's name, the round, and the number of the table, from 1.

    `number` is that of the game in the tournament; `may_dispute` is true if the viewer can open a dispute
    about it now. Name, round and table are None if the tournament's stream cannot be read.
    """

    id: GameId
    number: int
    may_dispute: bool = False
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
        return PlaceInTournament(place.id, place.number)
    round_, table = at
    here, number = me(), table.number - round_.tables[0].number + 1
    may = here is not None and _may_dispute(found, place.number, here["id"])
    return PlaceInTournament(place.id, place.number, may, found.created.name, round_.number, number)


def _may_dispute(tournament: Tournament, number: int, viewer: str) -> bool:
    try:
        acts.open_dispute(tournament, Grounds(viewer, Code.OTHER, "?"), number, 1)
    except Refusal:
        return False
    return True
