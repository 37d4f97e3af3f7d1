"""A player's plan for the next turns: private, and executed when each turn comes."""

from typing import Any

from flask import Response
from marshmallow import Schema, ValidationError, fields, post_load, validate

from kingdomino.board.grid import Direction
from replays.bootstrap import now_ms
from replays.match.aggregate import Match
from replays.match.deciding.plans import (
    MOST_BRANCHES,
    MOST_TURNS,
    MOST_WISHES,
    PLAN_FORM,
    LaidPlan,
    Plan,
    write_laid,
)
from service.api.shared.answers import Answer, send_nothing
from service.api.shared.blueprints import ApiBlueprint, short
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.quotas.storage_ledger import plan_of
from service.http.client_address import address
from service.http.endpoints import ALWAYS, WHILE_SUSPENDED
from service.services import services
from service.shared.fields import ShortList, Strict, WholeNumber, Word

MOST_BYTES = 16 * 1024
"""The maximum size of a plan's JSON in bytes, more than twice that of the longest sensible plan."""

blueprint = ApiBlueprint(
    "plans", __name__, description="Moves that players store in advance, visible only to themselves."
)


def _dominoes(**kwargs: Any) -> fields.Field[Any]:
    return ShortList(WholeNumber(), validate.Length(1, MOST_WISHES), **kwargs)


class PlannedPlacement(Strict):
    """The placement of your domino, as in a move."""

    domino = WholeNumber(required=True)
    x = WholeNumber(required=True)
    y = WholeNumber(required=True)
    direction = Word(Direction, required=True)


class PlanBranch(Strict):
    """Other wishes, in case other players have taken all of these dominoes."""

    taken = _dominoes(required=True)
    choose = _dominoes(required=True)


class PlannedTurnPart(Strict):
    """A turn of a plan: the placement of a domino, and the dominoes wished for after it, the best first."""

    place = fields.Nested(PlannedPlacement)
    choose = _dominoes()
    branches = ShortList(fields.Nested(PlanBranch), validate.Length(1, MOST_BRANCHES))


class PlanRequest(PlannedTurnPart):
    """A plan: the next turn, and in `then` the turns after it, in order."""

    then = ShortList(fields.Nested(PlannedTurnPart), validate.Length(1, MOST_TURNS - 1))

    @post_load(pass_original=True)
    def make(self, _: dict[str, Any], original: Any, **__: Any) -> Plan:
        """The plan, parsed in the form in which it is stored."""
        try:
            return PLAN_FORM.read(original)
        except ValueError as error:
            raise ValidationError(f"{error}.") from error


class PlanAnswer(Schema):
    """The player's own plan, null without one; `failed` is the reason why it could not be executed."""

    plan = fields.Nested(PlanRequest, required=True, allow_none=True)
    laid = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Time at which the plan was stored, ms UTC; null without a plan."},
    )
    failed = fields.String(required=True, allow_none=True)


@blueprint.route("/games/<game>/plan", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@game_exists
@blueprint.response(200, PlanAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def show(match: Match, player: str) -> Answer:
    """Your plan, and why it failed if it did; nobody else can see that you have one."""
    return _shown(services().planning.show(match, player))


@blueprint.route("/games/<game>/plan", methods=["PUT"], weight=4, works=WHILE_SUSPENDED)
@signed_in(Scope.PLAY)
@game_exists
@short(MOST_BYTES, "a plan")
@blueprint.arguments(PlanRequest)
@blueprint.response(200, PlanAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 503))
def lay(body: Plan, match: Match, player: str) -> Answer:
    """Store a plan for your next turns, in place of an older one.

    `place` is the placement of your next domino; `choose` lists the dominoes that you wish for, the best
    first. The first of the `branches` whose dominoes have all been taken by other players replaces these
    wishes. When your turn comes, the moves are made at once. A plan that does not fit then makes no move, and
    shows the reason until you move.

    `then` has the turns after it, as far as their dominoes are known. Each is checked in the position that
    the turns before it lead to: they must place and choose, and leave nothing to you. A turn that was carried
    out is removed from the plan. A move that you make yourself deletes the plan.
    """
    parts = services()
    seat = parts.planning.check(match, player, body)
    length = len(write_laid(LaidPlan(body, now_ms())))
    with parts.storage.holding(player, plan_of(match.id, seat), length, address()):
        laid = parts.planning.lay(match, player, body)
    return _shown(laid)


@blueprint.route("/games/<game>/plan", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def drop(match: Match, player: str) -> Response:
    """Delete your plan."""
    parts = services()
    seat = parts.planning.seat(match, player)
    with parts.storage.releasing(player, plan_of(match.id, seat)):
        parts.planning.drop(match, player)
    return send_nothing()


def _shown(laid: LaidPlan | None) -> Answer:
    answer: dict[str, Any] = {"plan": None, "laid": None, "failed": None}
    if laid:
        answer = {"plan": PLAN_FORM.write(laid.plan), "laid": laid.laid, "failed": laid.failed}
    return answer, {"Cache-Control": "no-store"}
