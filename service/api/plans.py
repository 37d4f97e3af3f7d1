"""A player's plan for the next turn: private, and carried out when the turn comes."""

from typing import Any

from flask import Response, g
from marshmallow import Schema, fields

from replays.plans import PLAN_FORM, LaidPlan
from service.api.errors import errors
from service.api.support import ApiBlueprint, game_exists, json_body, send_json, signed_in
from service.problems import Problem
from service.services import services

blueprint = ApiBlueprint("plans", __name__, description="Moves laid down beforehand, for oneself alone.")

_NUMBERS = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 48}, "minItems": 1}
PLAN_SHAPE = {
    "type": "object",
    "properties": {
        "place": {
            "type": "object",
            "properties": {
                "domino": {"type": "integer"},
                "x": {"type": "integer"},
                "y": {"type": "integer"},
                "direction": {"type": "string", "enum": ["east", "north", "west", "south"]},
            },
            "required": ["domino", "x", "y", "direction"],
            "additionalProperties": False,
        },
        "choose": _NUMBERS,
        "branches": {
            "type": "array",
            "maxItems": 8,
            "items": {
                "type": "object",
                "properties": {"taken": _NUMBERS, "choose": _NUMBERS},
                "required": ["taken", "choose"],
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
"""A plan, for the documentation; `replays.plans` reads it."""

PLAN_BODY = {"required": True, "content": {"application/json": {"schema": PLAN_SHAPE}}}


class PlanAnswer(Schema):
    """The player's own plan, null without one; `failed` says why it could not be carried out."""

    plan = fields.Dict(required=True, allow_none=True, metadata=PLAN_SHAPE)
    laid = fields.Integer(required=True, allow_none=True, metadata={"description": "ms since 1970 UTC"})
    failed = fields.String(required=True, allow_none=True)


@blueprint.route("/games/<game>/plan", methods=["GET"])
@signed_in
@game_exists
@blueprint.response(200, PlanAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def show(game: str) -> Response:  # noqa: ARG001 - in g.match
    """Your plan, and why it failed if it did: nobody else sees that there is one."""
    return _send(services().planning.show(g.match, g.player))


@blueprint.route("/games/<game>/plan", methods=["PUT"])
@signed_in
@game_exists
@blueprint.response(200, PlanAnswer)
@blueprint.doc(requestBody=PLAN_BODY, responses=errors(401, 403, 404, 409, 422, 503))
def lay(game: str) -> Response:  # noqa: ARG001 - in g.match
    """Lay a plan for your next turn, in place of an older one.

    `place` is where your domino goes, `choose` which dominoes you wish for, the best first; the first of the
    `branches` whose dominoes all are taken by others gives other wishes. When your turn comes, the moves are
    made at once. A plan that does not fit then does nothing, and says why.
    """
    try:
        plan = PLAN_FORM.read(json_body())
    except ValueError as error:
        problem = {"errors": {"json": [str(error)]}}
        raise Problem(422, "request/invalid", "the plan has wrong values", more=problem) from error
    return _send(services().planning.lay(g.match, g.player, plan))


@blueprint.route("/games/<game>/plan", methods=["DELETE"])
@signed_in
@game_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def drop(game: str) -> Response:  # noqa: ARG001 - in g.match
    """Forget your plan."""
    services().planning.drop(g.match, g.player)
    return Response(status=204)


def _send(laid: LaidPlan | None) -> Response:
    answer: dict[str, Any] = {"plan": None, "laid": None, "failed": None}
    if laid:
        answer = {"plan": PLAN_FORM.write(laid.plan), "laid": laid.laid, "failed": laid.failed}
    response = send_json(answer)
    response.headers["Cache-Control"] = "no-store"
    return response
