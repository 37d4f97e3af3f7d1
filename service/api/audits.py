"""The audit bundles: all it takes to check a game or a dynasty offline (`docs/audit.md`)."""

import hashlib
from typing import Any

from flask import Response, g

from replays.audit.bundles import dynasty_bundle, game_bundle
from replays.identity import GameId
from service.api.dynasties import dynasty_exists
from service.api.errors import errors
from service.api.fields import Strict
from service.api.support import ApiBlueprint, game_exists, unless_known
from service.services import services

ZIP = "application/zip"
ARCHIVE = {"contentMediaType": ZIP}
"""What OpenAPI says of a body that is no JSON."""


class AuditQuery(Strict):
    """Nothing: a bundle goes as far as the game has come, and there is none of an earlier version."""


blueprint = ApiBlueprint("audits", __name__, description="What it takes to check a game without trust.")


@blueprint.route("/games/<game>/audit", methods=["GET"])
@game_exists
@blueprint.arguments(AuditQuery, location="query")
@blueprint.response(200, ARCHIVE, content_type=ZIP)
@blueprint.doc(responses=errors(404, 422, 503))
def game(query: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - there is nothing in it
    """The bundle of a game, as far as it has come: `kingdomino audit` checks it, or VERIFY.md in it says how.

    The same game at the same version, signed by the same key, is the same bytes.
    """
    return _send(f"kingdomino-game-{game}", _game_bundle(g.match.id))


@blueprint.route("/dynasties/<dynasty>/audit", methods=["GET"])
@dynasty_exists
@blueprint.arguments(AuditQuery, location="query")
@blueprint.response(200, ARCHIVE, content_type=ZIP)
@blueprint.doc(responses=errors(404, 422, 503))
def dynasty(query: dict[str, Any], dynasty: str) -> Response:  # noqa: ARG001 - there is nothing in it
    """The bundle of a dynasty, with the bundles of its games in it."""
    found = g.dynasty
    events = services().dynasties.log.read(found.id, upto=found.head.version)
    games = [_game_bundle(game.id) for game in found.games]
    bundle = dynasty_bundle(found.id, events, games, services().signer)
    return _send(f"kingdomino-dynasty-{dynasty}", bundle)


def _game_bundle(game: GameId) -> bytes:
    return game_bundle(game, services().tables.log.read(game), services().signer)


def _send(name: str, bundle: bytes) -> Response:
    """The bundle as a file to be kept.

    The ETag is its SHA-256: a dynasty's bundle changes with its games, and every bundle with the key.
    """
    response = Response(bundle, content_type=ZIP)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(hashlib.sha256(bundle).hexdigest())
    return unless_known(response)
