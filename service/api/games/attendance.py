"""Who attends a game: bots, leaving, coming back, time-outs, vacations, an early end."""

from collections.abc import Callable
from functools import reduce
from typing import Any

from flask import Response, g

from replays.commands.tables import Answer
from replays.log.event_log import Command
from replays.match.aggregate import Match
from service.api.games.attendance_schemas import BotRequest, Nothing, TakeOverRequest
from service.api.games.schemas import SeatAnswer, StateAnswer
from service.api.shared.errors import errors
from service.api.shared.headers import IdempotencyHeader
from service.api.shared.support import (
    RECEIPT_HEADER,
    ApiBlueprint,
    View,
    command_of,
    game_exists,
    send_json,
    send_state,
    signed_in,
    with_receipt,
)
from service.http.client_address import address
from service.quotas.throttle import Attempt
from service.services import services

blueprint = ApiBlueprint("attendance", __name__, description="Bots, and seats that are left or come back.")

Change = Callable[[Match, str, Command | None], Answer]


def _change(name: str) -> Callable[[View], View]:
    """Let a view be the POST of this name below a game: without content, answered with the state."""

    def routed(view: View) -> View:
        layers: tuple[Callable[[Any], Any], ...] = (
            blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503)),
            blueprint.response(201, StateAnswer, headers=RECEIPT_HEADER),
            blueprint.arguments(Nothing),
            blueprint.arguments(IdempotencyHeader, location="headers"),
            game_exists,
            signed_in,
            blueprint.route(f"/games/<game>/{name}", methods=["POST"]),
        )
        found: View = reduce(lambda inner, layer: layer(inner), layers, view)
        return found

    return routed


@blueprint.route("/games/<game>/bots", methods=["POST"])
@signed_in
@game_exists
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(BotRequest)
@blueprint.response(201, SeatAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def seat_bot(headers: dict[str, Any], body: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Put a bot on the lowest free seat; you need a seat yourself. The last seat starts the game."""
    services().throttle.count(Attempt.BOT_FROM, address())
    tables = services().tables
    answer = tables.seat_bot(g.match, g.player, body["policy"], command_of(headers["key"]))
    return with_receipt(send_json({"seat": len(answer.match.sitters) - 1}, 201), answer.match)


@_change("resign")
def resign(headers: dict[str, Any], _: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Leave for good: a bot plays on, or nobody, as the table chose; you rank below all who stay (R32)."""
    services().throttle.count(Attempt.BOT_FROM, address())
    return _changed(services().attendance.resign, headers)


@_change("abort")
def abort(headers: dict[str, Any], _: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Call the game off before the first domino is placed; its seed is revealed and nobody wins."""
    return _changed(services().attendance.abort, headers)


@_change("claim")
def claim(headers: dict[str, Any], _: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Claim that the time of the player to act is up, in a game with `"on_timeout": "claim"`."""
    return _changed(services().attendance.claim, headers)


@_change("return")
def come_back(headers: dict[str, Any], _: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Play on in person after a time-out; the bot still ends a turn that it is about to make."""
    return _changed(services().attendance.come_back, headers)


@_change("end")
def end(headers: dict[str, Any], _: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Agree to end the game in this position; it ends when all who play in person agree, and is scored."""
    return _changed(services().attendance.agree_to_end, headers)


@blueprint.route("/games/<game>/takeover", methods=["POST"])
@signed_in
@game_exists
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(TakeOverRequest)
@blueprint.response(201, SeatAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def take_over(headers: dict[str, Any], body: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Go on with a seat that somebody left, when its bot is not to act; it counts as one that stayed."""
    seat = body["seat"]
    services().seat_quota.sit_down(g.player, g.match)
    answer = services().attendance.take_over(g.match, g.player, seat, command_of(headers["key"]))
    return with_receipt(send_json({"seat": seat}, 201), answer.match)


@_change("vacation")
def begin_vacation(headers: dict[str, Any], _: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g
    """Let your time in this game stand still, until you end it or the year's days are used up."""
    return _changed(services().attendance.begin_vacation, headers)


@blueprint.route("/games/<game>/vacation", methods=["DELETE"])
@signed_in
@game_exists
@blueprint.response(200, StateAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 503))
def end_vacation(game: str) -> Response:  # noqa: ARG001 - in g.match
    """Let your time run again."""
    answer = services().attendance.end_vacation(g.match, g.player)
    return with_receipt(send_state(answer.match), answer.match)


def _changed(change: Change, headers: dict[str, Any]) -> Response:
    """The state after a player changed who attends, with a receipt."""
    answer = change(g.match, g.player, command_of(headers["key"]))
    return with_receipt(send_state(answer.match, 201), answer.match)
