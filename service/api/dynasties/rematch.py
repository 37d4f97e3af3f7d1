"""Playing again, and handing on the way to a table."""

from typing import Any

from flask import Response, g, url_for

from replays.bootstrap import now_ms
from replays.encoding.identity import DynastyId
from replays.log.listing import Listing
from replays.match.aggregate import Sitter
from replays.match.decisions import Refusal
from service.api.dynasties.dynasties import dynasty_exists, send_dynasty
from service.api.games.options import settled
from service.api.games.seat_schemas import InvitationAnswer, RematchRequest
from service.api.shared.errors import errors
from service.api.shared.headers import IdempotencyHeader
from service.api.shared.support import (
    RECEIPT_HEADER,
    ApiBlueprint,
    command_of,
    game_exists,
    send_json,
    send_state,
    signed_in,
    with_receipt,
)
from service.api.shared.visibility import key_of
from service.games.opened_tables import Opening
from service.games.rematch import check_asker, next_dynasty, next_game, next_id
from service.games.visibility import Table
from service.http.client_address import address
from service.quotas.throttle import Attempt
from service.services import services

blueprint = ApiBlueprint("invitations", __name__, description="Who is asked to a table, and playing again.")

EITHER = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("StateAnswer", "DynastyAnswer")]}


@blueprint.route("/games/<game>/invitation", methods=["GET"])
@signed_in
@game_exists
@blueprint.response(200, InvitationAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def of_game(game: str) -> Response:  # noqa: ARG001 - in g.match
    """What to hand on so that others find your game: the key of a private one, and its page.

    Whoever has the key may see the game and, unless it is for the invited only, sit down. It cannot be taken
    back.
    """
    return _invitation(g.match, url_for("replay", game=g.match.id, invitation=key_of(g.match)))


@blueprint.route("/dynasties/<dynasty>/invitation", methods=["GET"])
@signed_in
@dynasty_exists
@blueprint.response(200, InvitationAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def of_dynasty(dynasty: str) -> Response:  # noqa: ARG001 - in g
    """The same of a dynasty; its key opens its games, too."""
    return _invitation(g.dynasty, url_for("dynasty", dynasty=g.dynasty.id, invitation=key_of(g.dynasty)))


def _invitation(table: Table, url: str) -> Response:
    if table.seat_of(g.player) is None:
        raise Refusal("seat/not-seated", "only who has a seat asks others to the table")
    response = send_json({"key": key_of(table), "url": url})
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.route("/games/<game>/rematch", methods=["POST"])
@signed_in
@game_exists
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(RematchRequest)
@blueprint.response(201, EITHER, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def rematch(headers: dict[str, Any], body: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Play again with the same players, rules and agreements: a game, or with `dynasty` three in a row.

    Who asks first opens it, and each who asks gets the lowest free seat; the bots that played are seated,
    too. However often and by however many it is asked for, there is one game, and one dynasty, after a game.
    The answer is its state as it is now. Where it was called off, ask for a rematch of that one.
    """
    over, sitter, command = g.match, Sitter(g.player, body["entropy"]), command_of(headers["key"])
    parts, offsets = services(), settled(over.created.options.clock, now_ms())
    check_asker(over, g.player)
    if body["dynasty"]:
        new = DynastyId(next_id(over, "dynasty"))
        _take_place(Opening(Listing.DYNASTIES, new, address()), parts.dynasties.folds.current(new))
        dynasty = next_dynasty(parts.dynasties, over, sitter, offsets, command)
        response = with_receipt(send_dynasty(dynasty, 201), dynasty)
        response.location = url_for("dynasties.show", dynasty=dynasty.id)
        return response
    opening = Opening(Listing.GAMES, next_id(over, "game"), address())
    there = parts.tables.matches.current(opening.id)
    _take_place(opening, there)
    bots = sum(each.bot is not None for each in over.sitters)
    if bots and there is None:
        parts.throttle.count(Attempt.BOT_FROM, opening.address, bots)
    match = next_game(parts.tables, over, sitter, offsets, command)
    response = with_receipt(send_state(match, 201), match)
    response.location = url_for("games.show", game=match.id)
    return response


def _take_place(opening: Opening, there: Table | None) -> None:
    """Count the seat at the new table, and the table itself where it is not there yet."""
    services().seat_quota.sit_down(g.player, there)
    if there is None:
        services().seat_quota.open_from(opening)
