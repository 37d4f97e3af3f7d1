"""The tokens of the caller: one for each device or program, so that each can be revoked alone."""

from functools import wraps
from typing import Any

from flask import Response

from replays.bootstrap import now_ms
from service.api.accounts.players import secret_key
from service.api.accounts.schemas.tokens import (
    NewTokenAnswer,
    NewTokenRequest,
    SignOutQuery,
    TokenAnswer,
    TokenRequest,
    TokensAnswer,
)
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import View, private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.headers import IdempotencyHeader
from service.application.accounts.access.scopes import EVERY, Scope, Scopes, names
from service.application.accounts.tokens import TokenInfo, UnknownToken, shown_token
from service.http.authentication import access, drop_session, lacks
from service.http.endpoints import ALWAYS, NORMALLY
from service.services import services
from service.shared.accounts.audit import acting

blueprint = private_blueprint("tokens", "Your tokens.")


def token_exists(view: View) -> View:
    """Pass the player's `token` in the path to a view; 404 before anything else is checked."""

    @wraps(view)
    def found(*args: Any, player: str, token: str, **kwargs: Any) -> Any:
        return view(*args, player=player, token=_token(player, token), **kwargs)

    return found


def _token(player: str, token: str) -> TokenInfo:
    for each in services().tokens.of(player):
        if each.id == token:
            return each
    raise UnknownToken


@blueprint.route("/me/tokens", methods=["GET"], weight=1)
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, TokensAnswer)
@blueprint.doc(responses=errors(401, 503))
def index(player: str) -> dict[str, Any]:
    """Your tokens, the oldest first, without their texts."""
    current = access().token
    tokens = services().tokens.of(player)
    return {"tokens": [shown_token(token) | {"current": token.id == current} for token in tokens]}


@blueprint.route("/me/tokens", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(NewTokenRequest)
@blueprint.response(201, NewTokenAnswer)
@blueprint.doc(responses=errors(401, 403, 409, 422, 503))
def create(headers: dict[str, Any], body: dict[str, Any], player: str) -> dict[str, Any]:
    """Create another token, whose text is shown only this once; an account has at most 20.

    An Idempotency-Key must have at least 16 characters; a retry with it returns the same token until that is
    renamed or revoked. A token cannot create one with more scopes than its own: 403 `auth/scope`.
    """
    scopes = EVERY if body["scopes"] is None else frozenset(body["scopes"])
    _refuse_more(scopes)
    token = services().tokens.issue(player, body["name"], secret_key(headers), now_ms(), scopes, acting())
    return {"id": token.id, "name": token.name, "token": token.text, "scopes": names(scopes)}


@blueprint.route("/me/tokens/<token>", methods=["PUT"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@token_exists
@blueprint.arguments(TokenRequest)
@blueprint.response(200, TokenAnswer)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def rename(body: dict[str, Any], player: str, token: TokenInfo) -> dict[str, Any]:
    """Rename a token."""
    services().tokens.rename(player, token.id, body["name"])
    return shown_token(token) | {"name": body["name"]}


@blueprint.route("/me/tokens/<token>", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 409, 503))
def revoke(token: str, player: str) -> Response:
    """Revoke a token, which may be the token of this request, but not the last one of the account."""
    services().signing_out.revoke(player, token, acting())
    return send_nothing()


@blueprint.route("/me/sessions", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(SignOutQuery, location="query")
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 409, 422, 503))
def sign_out(query: dict[str, Any], player: str) -> Response:
    """Sign out every browser except that of this request, or all browsers.

    Tokens of programs stay valid unless `end_grants` is true: then every lasting grant of the account ends,
    except the token of this request with `keep=current`. A guest without a program's token, or one that ends
    all grants, cannot sign out everywhere, `token/last`: nobody could sign in again.
    """
    del player
    here = query["keep"] == "none"
    by, ending = acting(access()), query["end_grants"]
    services().signing_out.everywhere(access(), by, now_ms(), here=here, end_grants=ending)
    return drop_session(send_nothing()) if here else send_nothing()


def _refuse_more(scopes: Scopes) -> None:
    more = names(scopes - access().scopes)
    if more:
        raise lacks(" and ".join(more), more)
