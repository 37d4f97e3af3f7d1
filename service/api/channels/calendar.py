"""The link of the signed-in player's calendar."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from service.account_keys import token_digest
from service.accounts.access.scopes import Scope
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.headers import IdempotencyHeader
from service.channels.calendar.links import CalendarLink
from service.problem import Problem
from service.services import services
from service.shared.channels.calendars import calendar_link, calendar_url, renew_calendar

blueprint = private_blueprint("my calendar", "Your deadlines as an iCalendar feed, by a secret link.")


class CalendarAnswer(Schema):
    """The link of your calendar. Whoever has it sees your deadlines, and with whom you play."""

    url = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "ms UTC"})


@blueprint.route("/me/calendar", methods=["GET"])
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, CalendarAnswer)
@blueprint.doc(responses=errors(401, 404, 503))
def show(player: str) -> dict[str, Any]:
    """The link of your calendar; 404 `calendar/unknown` if you have none."""
    link = calendar_link(player)
    if link is None:
        raise Problem(404, "calendar/unknown", "you have no calendar: POST makes one")
    return _form(link)


@blueprint.route("/me/calendar", methods=["POST"])
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.response(201, CalendarAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def renew(headers: dict[str, Any], player: str) -> dict[str, Any]:
    """Make the link of your calendar; one that you had opens nothing any more.

    The feed has an event for each running game with a clock in which it is your turn, at its deadline; with
    `?others` after the link those in which somebody else is to move too. Repeating the request with its
    Idempotency-Key gives the same link, until that is replaced or revoked.
    """
    key = headers["key"]
    return _form(renew_calendar(player, token_digest(key) if key else ""))


@blueprint.route("/me/calendar", methods=["DELETE"])
@signed_in(Scope.ACCOUNT)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 503))
def revoke(player: str) -> Response:
    """Revoke the link: from now on it opens nothing."""
    services().calendars.revoke(player)
    return send_nothing()


def _form(link: CalendarLink) -> dict[str, Any]:
    return {"url": calendar_url(link), "created_at": link.at}
