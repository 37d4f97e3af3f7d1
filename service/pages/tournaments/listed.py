"""The list of tournaments: the viewer's own, and those open for entry, running and finished."""

from collections.abc import Iterable
from typing import NamedTuple

from flask import Flask, Response, render_template, request

from replays.log.listing import Question
from replays.match.aggregate import Status
from replays.tournament.aggregate import Tournament
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.results import standing_rows
from replays.tournament.schedules.forms import Player
from replays.tournament.view import status
from service.application.cursors import refusing_wrong_cursor
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.tournaments.people import EntrantNames
from service.pages.shared.current_player import me, to_sign_in
from service.services import services
from service.shared.visibility import sight

PAGE_SIZE = 20
SHOWN = 6
"""The number of tournaments of each list on the page of all lists."""

MINE = "mine"
LISTS: dict[str, tuple[Text, Status | None]] = {
    MINE: (_l("My tournaments"), None),
    "open": (_l("Open for entry"), Status.OPEN),
    "active": (_l("Running"), Status.ACTIVE),
    "finished": (_l("Finished"), Status.SCORED),
}
"""The lists: their headings, and the status of their tournaments, None for any."""


class ListedTournament(NamedTuple):
    """A tournament in a list: its status in the API, the name of its director, and its winners if any."""

    tournament: Tournament
    status: str
    director: str
    winners: str


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/tournaments", view_func=tournaments, weight=40)


def tournaments() -> str | Response:
    """The first tournaments of each list, or with `status` in the query one list, page by page."""
    here, asked = me(), request.args.get("status")
    if asked == MINE and here is None:
        return to_sign_in()
    player = here["id"] if here else None
    if asked not in LISTS:
        names = [name for name in LISTS if name != MINE or player]
        lists = {name: listed(name, player, SHOWN)[0] for name in names}
        return render_template("tournaments/list.html", lists=lists, headings=LISTS, asked=None)
    found, following = listed(asked, player, PAGE_SIZE, request.args.get("cursor"))
    return render_template(
        "tournaments/list.html", lists={asked: found}, headings=LISTS, asked=asked, following=following
    )


def listed(
    name: str, player: str | None, limit: int, cursor: str | None = None
) -> tuple[list[ListedTournament], str | None]:
    """A page of a list, newest first, as far as the viewer may see it, and the cursor of the next page."""
    of = LISTS[name][1]
    question = Question(TOURNAMENTS.listing, of.value if of else None, player if name == MINE else None)
    cursors = services().cursors
    with refusing_wrong_cursor():
        place = cursors.open(cursor)
        if of is Status.OPEN:
            ids, following = services().fair_pages.page(question, limit=limit, cursor=place)
        else:
            ids, following = services().tables.log.list_streams(question, limit=limit, cursor=place)
    found = filter(sight().may_see, services().streams.of(TOURNAMENTS).readable(ids))
    return in_list(found), cursors.seal(following)


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
