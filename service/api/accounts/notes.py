"""The caller's private data about a game: the version seen last, and a note."""

from typing import Any

import orjson
from flask import Response

from replays.encoding.identity import Version
from replays.match.aggregate import Match
from service.api.accounts.schemas.notes import NoteAnswer, NoteRequest, SeenRequest, SinceAnswer
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.problem import Problem
from service.http.client_address import address
from service.http.endpoints import ALWAYS, WHILE_SUSPENDED
from service.services import services

MOST_EVENTS = 1000
"""The maximum number of events after the version seen last in one response."""

blueprint = private_blueprint("notes", "Your private notes on games.")


@blueprint.route("/games/<game>/seen", methods=["PUT"], weight=1, works=WHILE_SUSPENDED)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.arguments(SeenRequest)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def see(body: dict[str, Any], match: Match, player: str) -> Response:
    """Mark the game as seen up to this version; a version older than the stored one has no effect.

    Every signed-in player may do this, in any game that they may see. A version that the game does not have
    yet is `version/ahead`.
    """
    head = match.head.version
    if body["version"] > head:
        raise Problem(
            422,
            "version/ahead",
            f"the game is at version {head}, so {body['version']} cannot have been seen",
            more={"version": head},
        )
    services().notes.see(player, match.id, Version(body["version"]), address())
    return send_nothing()


@blueprint.route("/games/<game>/seen", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 503))
def unsee(match: Match, player: str) -> Response:
    """Forget which version of the game you have seen; it counts toward your storage no longer."""
    services().notes.unsee(player, match.id)
    return send_nothing()


@blueprint.route("/games/<game>/since", methods=["GET"], weight=2)
@signed_in(Scope.READ)
@game_exists
@blueprint.response(200, SinceAnswer)
@blueprint.doc(responses=errors(401, 404, 503))
def since(match: Match, player: str) -> dict[str, Any]:
    """The events after the version that you saw last, at most 1000.

    If you have seen no version, the events start with the first one. The request does not change the version
    seen.
    """
    seen = services().notes.seen(player, [match.id])[match.id]
    events = services().tables.log.read(match.id, seen or 0, MOST_EVENTS, match.head.version)
    return {
        "seen": seen,
        "version": match.head.version,
        "events": [orjson.Fragment(event.public_bytes()) for event in events],
    }


@blueprint.route("/games/<game>/notes", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@game_exists
@blueprint.response(200, NoteAnswer)
@blueprint.doc(responses=errors(401, 404, 503))
def show(match: Match, player: str) -> dict[str, Any]:
    """Your note on the game; it is not in the log, and nobody else can read it."""
    return {"text": services().notes.note(player, match.id)}


@blueprint.route("/games/<game>/notes", methods=["PUT"], weight=1, works=WHILE_SUSPENDED)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.arguments(NoteRequest)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def write(body: dict[str, Any], match: Match, player: str) -> Response:
    """Store this text as your note on the game, in place of the old one; at most 10,000 characters."""
    services().notes.write(player, match.id, body["text"], address())
    return send_nothing()


@blueprint.route("/games/<game>/notes", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 503))
def remove(match: Match, player: str) -> Response:
    """Delete your note on the game."""
    services().notes.remove(player, match.id)
    return send_nothing()
