"""The signed-in player's webhooks: URLs to which the player's notices are sent."""

import hashlib
from typing import Any

from flask import Response

from replays.bootstrap import now_ms
from service.api.shared.answers import Answer, paged, send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.commands import command_of, new_id
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.headers import IdempotencyHeader
from service.application.accounts.access.scopes import Scope
from service.application.channels.webhooks.delivery import WebhookDelivery
from service.application.channels.webhooks.store import Placed
from service.http.costs.weights import CALL_BY_WORKER, NAMES_LOOKED_UP
from service.http.endpoints import ALWAYS, NORMALLY, WHILE_FULL
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.channels.webhook_schemas import (
    DeliveriesAnswer,
    DeliveriesQuery,
    NewWebhookAnswer,
    WebhookAnswer,
    WebhookChange,
    WebhookRequest,
    WebhooksAnswer,
)

blueprint = private_blueprint("webhooks", "Webhooks: URLs to which your notices are sent.")


@blueprint.route("/me/webhooks", methods=["GET"], weight=1)
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, WebhooksAnswer)
@blueprint.doc(responses=errors(401, 503))
def index(player: str) -> dict[str, Any]:
    """Your webhooks, the oldest first, at most 5."""
    return {"webhooks": [_shown(each) for each in services().webhooks.webhooks.of(player)]}


@blueprint.route("/me/webhooks", methods=["POST"], weight=NAMES_LOOKED_UP, works=NORMALLY)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(WebhookRequest)
@blueprint.response(201, NewWebhookAnswer)
@blueprint.doc(responses=errors(401, 409, 422, 503))
def create(headers: dict[str, Any], body: dict[str, Any], player: str) -> dict[str, str]:
    """Send your notices to a URL from now on, signed by Standard Webhooks 1.0.0 (`docs/play/webhooks.md`).

    The secret is shown only this once; a retry with the same Idempotency-Key shows it again. The URL must
    begin with https and lead to public addresses: `webhook/url`. You can have at most 5: `webhook/too-many`.
    """
    command = command_of(headers["key"], player)
    placed = services().webhooks.add(player, new_id(command, "webhook"), body["url"], body["kinds"], acting())
    return _with_secret(placed)


@blueprint.route("/me/webhooks/<webhook>", methods=["GET"], weight=1)
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, WebhookAnswer)
@blueprint.doc(responses=errors(401, 404, 503))
def show(webhook: str, player: str) -> dict[str, Any]:
    """One of your webhooks."""
    return _shown(services().webhooks.find(player, webhook))


@blueprint.route("/me/webhooks/<webhook>", methods=["PATCH"], weight=NAMES_LOOKED_UP, works=WHILE_FULL)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(WebhookChange)
@blueprint.response(200, WebhookAnswer)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def change(body: dict[str, Any], webhook: str, player: str) -> dict[str, Any]:
    """Change the URL or the kinds of a webhook, or switch it off or on.

    After it is switched on, a webhook is called at once with the notices that it missed and that are still
    true.
    """
    return _shown(services().webhooks.edit(player, webhook, body, acting()))


@blueprint.route("/me/webhooks/<webhook>", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 503))
def remove(webhook: str, player: str) -> Response:
    """Remove a webhook with its log."""
    services().webhooks.remove(player, webhook, acting())
    return send_nothing()


@blueprint.route("/me/webhooks/<webhook>/secret", methods=["POST"], weight=1, works=WHILE_FULL)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.response(201, NewWebhookAnswer)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def rotate(headers: dict[str, Any], webhook: str, player: str) -> dict[str, str]:
    """Replace the secret; the new one is shown only this once, and the old one also signs for 24 hours.

    A retry with the same Idempotency-Key shows the same secret again.
    """
    key = headers["key"]
    request = hashlib.sha256(key.encode()).hexdigest()[:32] if key else ""
    return _with_secret(services().webhooks.rotate(player, webhook, request, acting()))


@blueprint.route("/me/webhooks/<webhook>/test", methods=["POST"], weight=CALL_BY_WORKER, works=WHILE_FULL)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.response(202, WebhookAnswer)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def test(headers: dict[str, Any], webhook: str, player: str) -> dict[str, Any]:  # noqa: ARG001 - repeated, it is one test
    """Send one test request, of type `test`, within seconds. The log shows its result."""
    return _shown(services().webhooks.test(player, webhook))


@blueprint.route("/me/webhooks/<webhook>/deliveries", methods=["GET"], weight=1)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(DeliveriesQuery, location="query")
@blueprint.response(200, DeliveriesAnswer)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def deliveries(query: dict[str, Any], webhook: str, player: str) -> Answer:
    """The log of a webhook, the newest delivery first; the newest 100 are stored.

    `next` is the cursor of the next page, also as Link rel="next".
    """
    admin = services().webhooks
    found, following = admin.log_page(admin.find(player, webhook), query["cursor"], query["limit"])
    return paged("deliveries", list(map(_delivery, found)), following)


@blueprint.route(
    "/me/webhooks/<webhook>/deliveries/<position>/replay",
    methods=["POST"],
    weight=CALL_BY_WORKER,
    works=WHILE_FULL,
)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.response(202, WebhookAnswer)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def replay(headers: dict[str, Any], webhook: str, position: str, player: str) -> dict[str, Any]:  # noqa: ARG001 - repeated, it is one
    """Send a notice of the log again within seconds, under the same id, if it is still true.

    If the webhook is not active, it is 409 `webhook/stopped`; if the notice is no longer stored,
    `webhook/notice-gone`.
    """
    return _shown(services().webhooks.replay(player, webhook, position))


def _with_secret(placed: Placed) -> dict[str, str]:
    return {"id": placed.target.id, "secret": services().webhooks.secret(placed)}


def _shown(placed: Placed) -> dict[str, Any]:
    webhook = placed.webhook
    return {
        "id": placed.target.id,
        "url": webhook.url,
        "kinds": webhook.kinds,
        "created_at": webhook.created,
        "active": not placed.stopped,
        "stopped": placed.stopped or None,
        "failing_since": webhook.failing or None,
        "secrets": len(webhook.rotations(now_ms())),
    }


def _delivery(delivery: WebhookDelivery) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "kind": delivery.kind,
        **delivery.about,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "at": delivery.at,
        "status": delivery.status,
        "ms": delivery.ms,
        "error": delivery.error or None,
        "next": delivery.next,
    }
