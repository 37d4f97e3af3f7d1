"""Registering players."""

from typing import Any

from replays.bootstrap import now_ms
from service.accounts.players import NewPlayer
from service.api.games.schemas import PlayerAnswer
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.headers import IdempotencyHeader
from service.problem import Problem
from service.shared.accounts.accounts import registered
from service.shared.accounts.schemas import PlayerRequest

SHORTEST_KEY = 16
"""Whoever knows the key of a registration gets its token, so it must be as hard to guess as one."""

blueprint = ApiBlueprint("players", __name__, description="Players and their tokens.")


@blueprint.route("/players", methods=["POST"])
@blueprint.arguments(IdempotencyHeader, location="headers")
@blueprint.arguments(PlayerRequest)
@blueprint.response(201, PlayerAnswer)
@blueprint.doc(responses=errors(422, 503))
def register(headers: dict[str, Any], body: dict[str, Any]) -> NewPlayer:
    """Register a player.

    The token is shown this once; it is what every POST wants as Authorization: Bearer. An Idempotency-Key
    must have 16 characters at least and be as secret as the token: repeating the request with it gives the
    same player and token again.
    """
    return registered(body["name"], secret_key(headers), now_ms())


def secret_key(headers: dict[str, Any]) -> str | None:
    """The Idempotency-Key of a request for a token; 422 `idempotency/too-short` for one easy to guess."""
    key: str | None = headers["key"]
    if key is not None and len(key) < SHORTEST_KEY:
        raise Problem(
            422,
            "idempotency/too-short",
            f"an Idempotency-Key that gives a token again has at least {SHORTEST_KEY} characters: use a "
            "random UUID",
        )
    return key
