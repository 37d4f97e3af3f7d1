"""Tournaments in lists, for the page of all and for the lobby."""

from collections.abc import Iterable
from typing import NamedTuple

from replays.log.listing import Asked, Lists, Question
from replays.match.aggregate import Status
from replays.tournament.aggregate import Tournament
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.results import standing_rows
from replays.tournament.schedules.forms import Player
from replays.tournament.view import status
from service.application.cursors import refusing_wrong_cursor
from service.application.games.lists import fair_pages
from service.application.i18n.tournaments.people import EntrantNames
from service.services import services
from service.shared.visibility import sight


class ListedTournament(NamedTuple):
    """A tournament in a list: its status in the API, the name of its director, and its winners if any."""

    tournament: Tournament
    status: str
    director: str
    winners: str


def listed(
    of: Status | None,
    player: str | None,
    limit: int,
    cursor: str | None = None,
    ahead: Lists | None = None,
) -> tuple[list[ListedTournament], str | None]:
    """A page of tournaments, newest first, as far as the viewer may see them, and the next cursor.

    `of` is their status, None for any; `player` enters or directs them, None for all. Directors take turns in
    the list of all open ones. `ahead` has the lists that were read before (`asked`), or None.
    """
    question = _question(of, player)
    cursors = services().cursors
    with refusing_wrong_cursor():
        place = cursors.open(cursor)
        if _in_turns(of, player):
            ids, following = services().fair_pages.page(question, limit=limit, cursor=place, ahead=ahead)
        else:
            ids, following = (ahead or services().tables.log).list_streams(
                question, limit=limit, cursor=place
            )
    found = filter(sight().may_see, services().streams.of(TOURNAMENTS).readable(ids))
    return in_list(found), cursors.seal(following)


def asked(of: Status | None, player: str | None, limit: int) -> Asked:
    """The page of a list that the first page of `listed` reads."""
    question = _question(of, player)
    return fair_pages.asked(question) if _in_turns(of, player) else Asked(question, limit)


def _question(of: Status | None, player: str | None) -> Question:
    return Question(TOURNAMENTS.listing, of.value if of else None, player)


def _in_turns(of: Status | None, player: str | None) -> bool:
    return of is Status.OPEN and player is None


def in_list(tournaments: Iterable[Tournament]) -> list[ListedTournament]:
    """These tournaments with the names that a list shows, which are read together."""
    found = [(each, _first(each)) for each in tournaments]
    players = {each.sitter(entrant).player for each, first in found for entrant in first}
    names = services().players.names([*players, *(each.opener for each, _ in found)])
    return [_listed(each, EntrantNames(each, names), first) for each, first in found]


def _listed(tournament: Tournament, names: EntrantNames, first: list[Player]) -> ListedTournament:
    director = names.of_player(tournament.opener)
    return ListedTournament(tournament, status(tournament), director, names.listed(first))


def _first(tournament: Tournament) -> list[Player]:
    """Those on the first place of a finished tournament."""
    if not tournament.finished:
        return []
    last = tournament.rounds[-1].standings if tournament.rounds else None
    return [Player(row.entrant) for row in last or standing_rows(tournament) if row.place == 1]
