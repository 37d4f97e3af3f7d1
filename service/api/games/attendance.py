"""Bots, resigning, returning, time-outs, vacations, and the early end of a game."""

from collections.abc import Callable
from typing import Any

from flask import Response

from replays.commands.tables import ChangedMatch
from replays.log.event_log import CommandId
from replays.match.aggregate import Match
from replays.match.deciding.absence import leaves_a_bot
from service.api.games.schemas.attendance import BotRequest, Nothing, TakeOverRequest
from service.api.games.schemas.states import StateAnswer
from service.api.games.schemas.tables import SeatAnswer
from service.api.shared.answers import RECEIPT_HEADER, Answer, receipt, send_state, with_receipt
from service.api.shared.blueprints import ApiBlueprint, View, stacked
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.http.endpoints import ALWAYS, NORMALLY, WHILE_FULL
from service.services import services

blueprint = ApiBlueprint(
    "attendance",
    __name__,
    description="Seating bots, resigning, returning, taking over seats, and vacations.",
)


def _change(name: str) -> Callable[[View], View]:
    """The decorator of a view for POST of this name below a game: an empty request, the state as response."""
    return stacked(
        blueprint.route(f"/games/<game>/{name}", methods=["POST"], weight=1, works=ALWAYS),
        signed_in(Scope.PLAY),
        game_exists,
        blueprint.commanding,
        blueprint.arguments(Nothing),
        blueprint.written(201, StateAnswer, headers=RECEIPT_HEADER),
        blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503)),
    )


@blueprint.route("/games/<game>/bots", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@game_exists
@blueprint.commanding
@blueprint.arguments(BotRequest)
@blueprint.response(201, SeatAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def seat_bot(body: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Answer:
    """Put a bot on the lowest free seat; you need a seat yourself. The last seat starts the game."""
    services().throttle.count(Attempt.BOT_FROM, address())
    seated = services().tables.seat_bot(match, player, body["policy"], command).after
    return {"seat": len(seated.sitters) - 1}, receipt(seated)


@_change("resign")
def resign(_: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Response:
    """Resign for good; you rank below all who stay, and `absent` decides how the game continues (R32)."""
    if leaves_a_bot(match, player):
        services().throttle.count(Attempt.BOT_FROM, address())
    return _changed(services().attendance.resign(match, player, command))


@_change("abort")
def abort(_: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Response:
    """Call the game off before the first domino is placed; its seed is revealed and nobody wins."""
    return _changed(services().attendance.abort(match, player, command))


@_change("claim")
def claim(_: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Response:
    """Claim that the time of the player to act has run out, in a game with `"on_timeout": "claim"`."""
    return _changed(services().attendance.claim(match, player, command))


@_change("return")
def come_back(_: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Response:
    """Return to your seat after a time-out; refused while the bot on it is about to act."""
    return _changed(services().attendance.come_back(match, player, command))


@_change("end")
def end(_: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Response:
    """Agree to end the game in this position; it ends, scored, once all who play in person have agreed."""
    return _changed(services().attendance.agree_to_end(match, player, command))


@blueprint.route("/games/<game>/takeover", methods=["POST"], weight=1, works=WHILE_FULL)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.commanding
@blueprint.arguments(TakeOverRequest)
@blueprint.response(201, SeatAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def take_over(body: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Answer:
    """Take over a seat that a player left, while its bot is not to act; it then counts as one that stayed."""
    seat = body["seat"]
    services().seat_quota.check_seat(player, match)
    taken = services().attendance.take_over(match, player, seat, command).after
    return {"seat": seat}, receipt(taken)


@_change("vacation")
def begin_vacation(_: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Response:
    """Stop your clock in this game until you end the vacation or the year's vacation days are used up."""
    return _changed(services().attendance.begin_vacation(match, player, command))


@blueprint.route("/games/<game>/vacation", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.written(200, StateAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 503))
def end_vacation(match: Match, player: str) -> Response:
    """End your vacation; your clock runs again."""
    return _changed(services().attendance.end_vacation(match, player), 200)


def _changed(made: ChangedMatch, status: int = 201) -> Response:
    """The current state as response, with a receipt."""
    return with_receipt(send_state(made.after, status), made.after)
