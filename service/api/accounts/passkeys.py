"""Passkeys (WebAuthn): adding, renaming and removing them, and signing in with one."""

from typing import Any

from flask import Response

from replays.bootstrap import now_ms
from service.api.accounts.schemas.passkeys import (
    CreationOptions,
    PasskeyAnswer,
    PasskeyOptionsRequest,
    PasskeysAnswer,
    RequestOptions,
)
from service.api.accounts.schemas.sessions import SessionAnswer
from service.api.accounts.session import begun, from_our_pages
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.accounts.passkeys.passkey import shown_passkey
from service.http.authentication import access, source
from service.http.costs.weights import PASSKEY, PASSWORD
from service.http.endpoints import ALWAYS, WHILE_SUSPENDED
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.accounts.passkeys import PasskeyName, PasskeyRequest, PasskeySignInRequest, relying_party

blueprint = private_blueprint("passkeys", "Your passkeys, and signing in with one.")


@blueprint.route("/session/passkey/options", methods=["POST"], weight=1, works=ALWAYS)
@from_our_pages
@blueprint.response(200, RequestOptions)
@blueprint.doc(responses=errors(403, 409))
def ask_to_sign_in() -> dict[str, Any]:
    """Options for `navigator.credentials.get()`; their challenge works once, for five minutes."""
    return {"options": services().passkeys.ask_to_sign_in(relying_party(), now_ms())}


@blueprint.route("/session/passkey", methods=["POST"], weight=PASSKEY, works=ALWAYS)
@from_our_pages
@blueprint.arguments(PasskeySignInRequest)
@blueprint.written(201, SessionAnswer)
@blueprint.doc(responses=errors(401, 403, 409, 422, 429, 503))
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in with a passkey; the cookie contains one of the account's tokens.

    `passkey/refused` does not say whether the passkey is unknown or its signature is wrong.
    """
    party = relying_party()
    return begun(services().passkeys.sign_in(body["credential"], party, source(), now_ms(), acting()))


@blueprint.route("/me/passkeys", methods=["GET"], weight=1)
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, PasskeysAnswer)
@blueprint.doc(responses=errors(401, 503))
def index(player: str) -> dict[str, Any]:
    """Your passkeys, the oldest first."""
    return {"passkeys": [shown_passkey(each) for each in services().passkeys.of(player)]}


@blueprint.route("/me/passkeys/options", methods=["POST"], weight=PASSWORD, works=WHILE_SUSPENDED)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(PasskeyOptionsRequest)
@blueprint.response(200, CreationOptions)
@blueprint.doc(responses=errors(401, 403, 409, 422, 429, 503))
def ask_to_add(body: dict[str, Any], player: str) -> dict[str, Any]:
    """Options for `navigator.credentials.create()`; an account that has a password must send it.

    The challenge works once, for five minutes, and with the same token or session only.
    """
    del player
    options = services().passkeys.ask_to_add(access(), relying_party(), body["current"], now_ms())
    return {"options": options}


@blueprint.route("/me/passkeys", methods=["POST"], weight=PASSKEY, works=WHILE_SUSPENDED)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(PasskeyRequest)
@blueprint.response(201, PasskeyAnswer)
@blueprint.doc(responses=errors(401, 409, 422, 503))
def add(body: dict[str, Any], player: str) -> dict[str, Any]:
    """Add the passkey that the browser made; an account has at most 10. An e-mail tells its owner."""
    del player
    party, credential = relying_party(), body["credential"]
    made = services().passkeys.add(access(), credential, body["name"], party, now_ms(), acting())
    return shown_passkey(made)


@blueprint.route("/me/passkeys/<passkey>", methods=["PATCH"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(PasskeyName)
@blueprint.response(200, PasskeyAnswer)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def rename(body: dict[str, Any], passkey: str, player: str) -> dict[str, Any]:
    """Rename a passkey."""
    return shown_passkey(services().passkeys.rename(player, passkey, body["name"]))


@blueprint.route("/me/passkeys/<passkey>", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 503))
def remove(passkey: str, player: str) -> Response:
    """Remove a passkey: nobody can sign in with it any more. Sessions that it began go on."""
    services().passkeys.remove(player, passkey, acting())
    return send_nothing()
