"""Announcing tournaments, and reading them: lists, states and events."""

from typing import Any

from flask import Response, url_for

from replays.bootstrap import now_ms
from replays.commands.tables import NewTable
from replays.log.event_log import CommandId
from replays.log.listing import Question
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding.opening import Announcement
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.kind import TOURNAMENT
from replays.tournament.view import state, summary
from service.api.games.options import options_of
from service.api.history.events import send_events, sending_events
from service.api.shared.answers import JSON, RECEIPT_HEADER, Answer, page_of, paged, with_receipt
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.commands import new_id
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import series_exists, signed_in
from service.api.tournaments.schemas.announcing import TournamentRequest
from service.api.tournaments.schemas.states import (
    LISTED,
    PastQuery,
    TournamentAnswer,
    TournamentsAnswer,
    TournamentsQuery,
)
from service.application.accounts.access.scopes import Scope
from service.application.games.seats.opened_tables import Opening
from service.application.tournaments.founding import regulations_of
from service.application.tournaments.shown import written
from service.http.client_address import address
from service.http.costs.weights import ByLimit, UnseenWork
from service.http.endpoints import NORMALLY
from service.services import services
from service.shared.visibility import sight, viewer

blueprint = ApiBlueprint(
    "tournaments", __name__, description="Tournaments, which a director leads over several rounds."
)

EXAMPLE = {
    "name": "Spring league",
    "kind": "league",
    "table": 4,
    "rounds": 7,
    "rules": {"harmony": True},
    "clock": {"policy": "per_turn", "seconds": 172_800},
    "regulations": {"points": "even", "tie_breaks": ["wins", "buchholz", "lots"], "vacancy": "steady"},
}
"""A request that the document shows."""
WHOLE = UnseenWork(25, "a field of 1,000 is larger; it is written once for each version")
"""The weight of what has the whole state of a tournament."""

tournament_exists = series_exists(TOURNAMENTS)
"""Pass the `tournament` in the path to a view; 404 before anything else is checked."""


@blueprint.route("/tournaments", methods=["POST"], weight=2, works=NORMALLY)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@blueprint.commanding
@blueprint.arguments(TournamentRequest, example=EXAMPLE)
@blueprint.written(201, TournamentAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 409, 422, 429, 503))
def create(body: dict[str, Any], player: str, command: CommandId | None) -> Response:
    """Announce a tournament, which you direct; players enter until you start it.

    Games have the rules, the clock and the agreements given here, by default 3 days for each turn; a seat is
    forfeited by time-out. `regulations` is what is agreed beyond the games: points, tie-breaks, byes, and
    when a table is late. They are fixed with the announcement.
    """
    tournament = new_id(command, TOURNAMENT.name)
    commands = services().streams.commands(TOURNAMENT)
    there = commands.aggregates.current(tournament) if command else None
    plan = _plan(body, player)
    table = NewTable(plan.rules, plan.players, player, None, plan.options)
    services().seat_quota.open(player, table, Opening(TOURNAMENTS.listing, tournament, address()), there)
    founded = commands.found(tournament, plan, player, command).after
    response = with_receipt(send_tournament(founded, 201), founded)
    response.location = url_for("tournaments.show", tournament=founded.id)
    return response


def _plan(body: dict[str, Any], player: str) -> Announcement:
    return Announcement(
        body["name"],
        body["kind"],
        body["table"],
        body["rounds"],
        body["rules"],
        options_of(body, player, now_ms()),
        regulations_of(body["regulations"], body["table"]),
    )


@blueprint.route("/tournaments/<tournament>", methods=["GET"], weight=WHOLE)
@tournament_exists
@blueprint.arguments(PastQuery, location="query")
@blueprint.written(200, TournamentAnswer)
@blueprint.doc(responses=errors(404, 422, 503))
def show(query: dict[str, Any], tournament: Tournament) -> Response:
    """A tournament with its rounds, standings and acts: now, at a version, or as of any moment.

    Points are in twelfths of a point, and entrants are numbered from 1. The ETag changes with the tournament
    and with the names of its people.
    """
    return send_tournament(past(tournament, query))


def past(tournament: Tournament, query: dict[str, Any]) -> Tournament:
    """The tournament at the version or moment of the query; 404 `version/unknown`."""
    shown = services().shown_tournaments
    if query["version"] is not None:
        return shown.at_version(tournament, query["version"])
    return tournament if query["at"] is None else shown.at_moment(tournament, query["at"])


def send_tournament(tournament: Tournament, status: int = 200) -> Response:
    """The public state with the players' current names."""
    shown = services().shown_tournaments
    names = shown.names(tournament)
    response = send_kept(
        services().documents,
        shown.key(tournament, names),
        lambda: written(state(tournament, names)),
        lambda made: made.body,
        JSON,
    )
    if response.status_code == 200:
        response.status_code = status
    return response


@blueprint.route("/tournaments", methods=["GET"], weight=ByLimit(6))
@blueprint.arguments(TournamentsQuery, location="query")
@blueprint.response(200, TournamentsAnswer)
@blueprint.doc(responses=errors(422, 503))
def index(query: dict[str, Any]) -> Answer:
    """Tournaments, the newest first; `next` is the cursor of the next page, also as Link rel="next".

    The list of all open tournaments alternates between their directors, like the list of games. With a
    `player` whose page you may not see, the list is empty.
    """
    player = str(query["player"]) if query["player"] else None
    if player is not None and not services().people.shows_games(player, viewer().player):
        return paged("tournaments", [], None)
    status = LISTED[query["status"]].value if query["status"] else None
    ids, following = page_of(Question(TOURNAMENTS.listing, status, player), query)
    found = list(filter(sight().may_see, services().streams.of(TOURNAMENTS).readable(ids)))
    names = services().players.names(each.opener for each in found)
    return paged("tournaments", [summary(each, names) for each in found], following)


@sending_events(
    blueprint,
    "/tournaments/<tournament>/events",
    tournament_exists,
    "Server-sent events only: the tournament is over, and no more events will follow.",
    weight=2,
)
def events(headers: dict[str, Any], query: dict[str, Any], tournament: Tournament, form: str) -> Response:
    """The tournament's own events as they were stored, in the same three forms as a game's."""
    return send_events(tournament, query, form, headers["last"])
