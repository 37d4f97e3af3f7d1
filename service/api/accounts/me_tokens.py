"""The tokens of who asks: one for each device or program, so that each can be taken back by itself."""

from functools import wraps
from typing import Any

from flask import Response, g

from replays.bootstrap import now_ms
from service.accounts.tokens import Token, UnknownToken
from service.api.accounts.me_schemas import NewTokenAnswer, TokenAnswer, TokenRequest, TokensAnswer
from service.api.accounts.players import secret_key
from service.api.shared.errors import errors
from service.api.shared.headers import IdempotencyHeader
from service.api.shared.support import View, private_blueprint, send_json, send_nothing, signed_in
from service.services import services

blueprint = private_blueprint("tokens", "Your tokens.")


def token_exists(view: View) -> View:
    """Give a view the token in its path as `g.token`; 404 before anything else is looked at."""

    @wraps(view)
    def found(*args: Any, **kwargs: Any) -> Any:
        g.token = _token(str(kwargs["token"]))
        return view(*args, **kwargs)

    return found


def _token(token: str) -> Token:
    for each in services().tokens.of(g.player):
        if each.id == token:
            return each
    raise UnknownToken


@blueprint.route("/me/tokens", methods=["GET"])
@signed_in
@blueprint.response(200, TokensAnswer)
@blueprint.doc(responses=errors(401, 503))
def index() -> Response:
    """Your tokens, the oldest first; none shows its text again."""
    tokens = services().tokens.of(g.player)
    listed = [
        {**_shown(token), "current": token.id == g.access.token, "session": token.session} for token in tokens
    ]
    return send_json({"tokens": listed})


@blueprint.route("/me/tokens", methods=["POST"])
@signed_in
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(TokenRequest)
@blueprint.response(201, NewTokenAnswer)
@blueprint.doc(responses=errors(401, 409, 422, 503))
def create(headers: dict[str, Any], body: dict[str, Any]) -> Response:
    """Make another token, shown this once; an account has 20 at most.

    An Idempotency-Key must have 16 characters at least: repeating the request with it gives the same token
    again, until that is renamed or revoked.
    """
    token = services().tokens.issue(g.player, body["name"], secret_key(headers), now_ms())
    return send_json({"id": token.id, "name": token.name, "token": token.text}, 201)


@blueprint.route("/me/tokens/<token>", methods=["PUT"])
@signed_in
@token_exists
@blueprint.arguments(TokenRequest)
@blueprint.response(200, TokenAnswer)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def rename(body: dict[str, Any], token: str) -> Response:
    """Give a token another name."""
    services().tokens.rename(g.player, token, body["name"])
    return send_json({**_shown(g.token), "name": body["name"]})


@blueprint.route("/me/tokens/<token>", methods=["DELETE"])
@signed_in
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 409, 503))
def revoke(token: str) -> Response:
    """Revoke a token, which may be the one that this request came with, but not the last one."""
    services().tokens.revoke(g.player, token)
    return send_nothing()


def _shown(token: Token) -> dict[str, Any]:
    return {"id": token.id, "name": token.name, "created_at": token.created_at}
