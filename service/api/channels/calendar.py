"""The link of the signed-in player's calendar."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from replays.bootstrap import now_ms
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.headers import IdempotencyHeader
from service.application.account_keys import token_digest
from service.application.accounts.access.scopes import Scope
from service.application.channels.calendar.links import CalendarLink
from service.application.problem import Problem
from service.http.endpoints import ALWAYS, NORMALLY
from service.http.hosts import shared_url
from service.services import services
from service.shared.accounts.audit import acting

blueprint = private_blueprint("my calendar", "Your deadlines as an iCalendar feed, by a secret link.")


class CalendarAnswer(Schema):
    """The link of your calendar. Everybody who has it sees your deadlines and your opponents."""

    url = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})


@blueprint.route("/me/calendar", methods=["GET"], weight=1)
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, CalendarAnswer)
@blueprint.doc(responses=errors(401, 404, 503))
def show(player: str) -> dict[str, Any]:
    """The link of your calendar; 404 `calendar/unknown` if you have none."""
    link = services().calendars.of(player)
    if link is None:
        raise Problem(404, "calendar/unknown", "you have no calendar: create one by POST")
    return _form(link)


@blueprint.route("/me/calendar", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.response(201, CalendarAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def renew(headers: dict[str, Any], player: str) -> dict[str, Any]:
    """Create the link of your calendar; an older link stops working.

    The feed has an event at the deadline of each running game with a clock in which it is your turn; with
    `?others` after the link, also of those in which it is another player's turn. A retry with its
    Idempotency-Key returns the same link, until that is replaced or revoked.
    """
    key = headers["key"]
    return _form(services().calendars.renew(player, token_digest(key) if key else "", now_ms(), acting()))


@blueprint.route("/me/calendar", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 503))
def revoke(player: str) -> Response:
    """Revoke the link; it stops working at once."""
    services().calendars.revoke(player, acting())
    return send_nothing()


def _form(link: CalendarLink) -> dict[str, Any]:
    return {"url": shared_url("calendar_feed", token=link.token), "created_at": link.at}
