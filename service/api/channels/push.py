"""The signed-in player's browsers that show push messages."""

from typing import Any

from flask import Response, request

from replays.bootstrap import now_ms
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.headers import IdempotencyHeader
from service.application.accounts.access.scopes import Scope
from service.application.channels.push.browsers import add_browser, push_key, remove_browser, shown
from service.application.channels.push.subscription import Subscription
from service.application.i18n.browsers import described
from service.http.authentication import access
from service.http.costs.weights import NAMES_LOOKED_UP
from service.http.endpoints import ALWAYS, NORMALLY
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.channels.channel_schemas import (
    BrowserAnswer,
    BrowserRequest,
    BrowsersAnswer,
    PushKeyAnswer,
)

blueprint = private_blueprint("push", "Push messages to your browsers.")


@blueprint.route("/push/key", methods=["GET"], weight=1)
@blueprint.response(200, PushKeyAnswer)
@blueprint.doc(responses=errors(503))
def key() -> dict[str, str]:
    """The public key that a browser subscribes with (`applicationServerKey`, RFC 8292).

    An installation without a public URL sends no push messages: 503 `push/not-configured`.
    """
    return {"key": push_key(services().vapid).public}


@blueprint.route("/me/push", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.response(200, BrowsersAnswer)
@blueprint.doc(responses=errors(401, 503))
def index(player: str) -> dict[str, Any]:
    """Your browsers, the oldest first, at most 10."""
    found = shown(services().browsers.of(player), access().token)
    return {"browsers": [each._asdict() for each in found]}


@blueprint.route("/me/push", methods=["POST"], weight=NAMES_LOOKED_UP, works=NORMALLY)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(BrowserRequest)
@blueprint.response(201, BrowserAnswer)
@blueprint.doc(responses=errors(401, 409, 422, 503))
def create(_: dict[str, Any], body: dict[str, Any], player: str) -> dict[str, str]:
    """Send your notices to this browser too; the body is the result of `PushSubscription.toJSON()`.

    The same endpoint again has the same id and gets the new keys, whatever the Idempotency-Key. A browser
    belongs to the account that registered it last. Its subscription ends with the session or token of this
    request. The endpoint must be an https URL of a public address (`push/endpoint`). You can have at most 10:
    `push/too-many`.
    """
    push_key(services().vapid)
    here, keys = access(), body["keys"]
    agent = described(request.headers.get("User-Agent", ""))
    new = Subscription(body["endpoint"], keys["p256dh"], keys["auth"], here.token, *agent, now_ms())
    return {"id": add_browser(services().browsers, services().destinations, player, new, acting())}


@blueprint.route("/me/push/<browser>", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 503))
def remove(browser: str, player: str) -> Response:
    """Stop sending push messages to a browser."""
    remove_browser(services().browsers, player, browser, acting())
    return send_nothing()
