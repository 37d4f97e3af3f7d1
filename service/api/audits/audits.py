"""The audit bundles: all it takes to check a game or a dynasty offline (`docs/organize/audit.md`)."""

from collections.abc import Callable, Hashable
from typing import Any

from flask import Response

from replays.audit.bundle.building import dynasty_bundle, game_bundle
from replays.dynasty.aggregate import Dynasty
from replays.match.aggregate import Match
from service.api.dynasties.dynasties import dynasty_exists
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.conditional import lasting, send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists
from service.caches.answers import Document
from service.games.visibility import Table
from service.services import services
from service.shared.fields import Strict
from service.shared.recordings import is_sound

ZIP = "application/zip"
ARCHIVE = {"contentMediaType": ZIP}
"""What OpenAPI says of a body that is no JSON."""


class AuditQuery(Strict):
    """Nothing: a bundle goes as far as the game has come, and there is none of an earlier version."""


blueprint = ApiBlueprint("audits", __name__, description="What it takes to check a game without trust.")


@blueprint.route("/games/<game>/audit", methods=["GET"])
@game_exists
@blueprint.arguments(AuditQuery, location="query")
@blueprint.written(200, ARCHIVE, content_type=ZIP)
@blueprint.doc(responses=errors(404, 422, 503))
def game(_: dict[str, Any], match: Match) -> Response:
    """The bundle of a game, as far as it has come: `kingdomino audit` checks it, or VERIFY.md in it says how.

    The same game at the same version, signed by the same key, is the same bytes.
    """
    return _send(f"kingdomino-game-{match.id}", match, _key(match), lambda: _made(match))


@blueprint.route("/dynasties/<dynasty>/audit", methods=["GET"])
@dynasty_exists
@blueprint.arguments(AuditQuery, location="query")
@blueprint.written(200, ARCHIVE, content_type=ZIP)
@blueprint.doc(responses=errors(404, 422, 503))
def dynasty(_: dict[str, Any], dynasty: Dynasty) -> Response:
    """The bundle of a dynasty, with the bundles of its games in it."""
    games = [services().tables.match(game.id) for game in dynasty.games]

    def make() -> bytes:
        events = services().dynasties.log.read(dynasty.id, upto=dynasty.head.version)
        bundles = list(map(_game_bundle, games))
        return dynasty_bundle(dynasty.id, events, bundles, services().signer)

    return _send(f"kingdomino-dynasty-{dynasty.id}", dynasty, _key(dynasty, *games), make)


def _game_bundle(match: Match) -> bytes:
    """The bundle of a game, from memory if it is kept."""
    key = _key(match)
    return _made(match) if key is None else services().documents.get(key, lambda: Document(_made(match))).body


def _made(match: Match) -> bytes:
    events = services().tables.log.read(match.id, upto=match.head.version)
    return game_bundle(match.id, events, services().signer)


def _key(*tables: Table) -> Hashable | None:
    """What a bundle is made of: these logs up to their heads, and the signing key; None for damaged logs."""
    if not is_sound(*tables):
        return None
    return ("bundle", services().signer.public_key, *(table.head.hash for table in tables))


def _send(name: str, table: Table, key: Hashable | None, make: Callable[[], bytes]) -> Response:
    """The bundle as a file to be kept.

    The ETag is its SHA-256: a dynasty's bundle changes with its games, and every bundle with the key.
    """
    documents = services().documents
    response = send_kept(
        documents, key, lambda: Document(make()), lambda made: made.body, ZIP, cache_control=lasting(table)
    )
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response
