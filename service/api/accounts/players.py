"""Registering players."""

from typing import Any

from marshmallow import Schema, fields

from replays.bootstrap import now_ms
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.headers import IdempotencyHeader
from service.application.accounts.players import NewPlayer
from service.application.problem import Problem
from service.http.endpoints import NORMALLY
from service.shared.accounts.accounts import registered
from service.shared.accounts.schemas import PlayerRequest

SHORTEST_KEY = 16
"""The minimum length of a key in characters: it reveals a token, so it must be as hard to guess as one."""

blueprint = private_blueprint("players", "Players and their tokens.")


class PlayerAnswer(Schema):
    """A newly registered player."""

    id = fields.String(required=True, metadata={"description": "Id of the player."})
    name = fields.String(required=True, metadata={"description": "Name of the player, as stored."})
    token = fields.String(
        required=True,
        metadata={"description": "The token, shown only in this response; send it as Authorization: Bearer."},
    )


@blueprint.route("/players", methods=["POST"], weight=2, works=NORMALLY)
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(PlayerRequest)
@blueprint.response(201, PlayerAnswer)
@blueprint.doc(responses=errors(422, 503))
def register(headers: dict[str, Any], body: dict[str, Any]) -> NewPlayer:
    """Register a player.

    The token is shown only this once; send it as Authorization: Bearer with every POST. An Idempotency-Key
    must have at least 16 characters and be as secret as the token: a retry with it returns the same player
    and token.
    """
    return registered(body["name"], secret_key(headers), now_ms(), by_program=True)


def secret_key(headers: dict[str, Any]) -> str | None:
    """The Idempotency-Key of a request for a token; 422 `idempotency/too-short` if it is too short."""
    key: str | None = headers["key"]
    if key is not None and len(key) < SHORTEST_KEY:
        raise Problem(
            422,
            "idempotency/too-short",
            f"an Idempotency-Key for creating a token must have at least {SHORTEST_KEY} characters: use a "
            "random UUID",
        )
    return key
