"""Public data of players: search by name, a player's page, and playing again with a player."""

from typing import Any

from flask import Response, url_for

from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from replays.match.aggregate import Sitter
from service.api.games.schemas.states import StateAnswer
from service.api.people.schemas import AgainRequest, PersonAnswer, PlayersAnswer, PlayersQuery
from service.api.shared.answers import RECEIPT_HEADER, Answer, paged, send_state, with_receipt
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.people.people import Person
from service.http.client_address import address
from service.http.endpoints import NORMALLY
from service.services import services
from service.shared.visibility import key_of_new, viewer

blueprint = ApiBlueprint(
    "people", __name__, description="Public profiles of players, and games against them."
)


@blueprint.after_request
def private(response: Response) -> Response:
    """Marks the response as private, since a player's data depends on the viewer."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization, Cookie"
    return response


@blueprint.route("/players", methods=["GET"], weight=4)
@blueprint.arguments(PlayersQuery, location="query")
@blueprint.response(200, PlayersAnswer)
@blueprint.doc(responses=errors(422, 429, 503))
def search(query: dict[str, Any]) -> Answer:
    """Players whose name begins with `name`, by name.

    Players whose page you may not see are left out. `next` is the cursor of the next page, also as Link
    rel="next"; a page may be shorter than `limit`. An address may search 300 times in 10 minutes:
    `limit/reached`. A name of less than 2 characters is `search/too-short`.
    """
    found, following = services().people.find(
        query["name"], query["cursor"], query["limit"], viewer().player, address()
    )
    return paged("players", found, following)


@blueprint.route("/players/<player>", methods=["GET"], weight=1)
@blueprint.response(200, PersonAnswer)
@blueprint.doc(responses=errors(404, 503))
def show(player: str) -> Person:
    """A player: registration, results, and your games against each other.

    Results count games that everybody may watch. If you may not see the player's page, there is only the
    name, and `GET /games?player=` returns no games.
    """
    return services().people.person(player, viewer().player)


@blueprint.route("/players/<other>/games", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@blueprint.commanding
@blueprint.arguments(AgainRequest)
@blueprint.written(201, StateAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 404, 409, 422, 429, 503))
def play(body: dict[str, Any], player: str, command: CommandId | None, other: str) -> Response:
    """Open a game like the newest one that you and this player have finished, for the same people.

    The other players are invited; the bots that played are seated, too. Without such a game it is
    `player/never-met`: open one with `invited`.
    """
    match = services().play_again.open(Sitter(player, body["entropy"]), other, command, address(), now_ms())
    response = with_receipt(send_state(match, 201), match)
    response.location = url_for("games.show", game=match.id, invitation=key_of_new(match))
    return response
