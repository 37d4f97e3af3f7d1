"""Audit bundles: all evidence needed to check a game or series offline (`docs/organize/audit.md`)."""

from collections.abc import Callable, Hashable
from typing import Any

from flask import Response
from marshmallow import validate

from replays.audit.bundle.building import game_bundle, series_bundle, series_parts
from replays.audit.bundle.contents import FORMAT, PROVED_FORMAT, sha256, verify_text
from replays.commands.series import Series, SeriesKind
from replays.encoding.entries import StoredEvent
from replays.kinds import KINDS
from replays.match.aggregate import Match
from replays.match.kinds import Table
from replays.transparency.leaves import HeadKind
from service.api.live.streams import may_still_read
from service.api.shared.blueprints import ApiBlueprint, stacked
from service.api.shared.conditional import lasting, send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, series_exists
from service.api.shared.long_responses import breaking_off, while_allowed
from service.application.caches.answers import Document
from service.http.costs.weights import UnseenWork
from service.services import services
from service.shared.conditions import unless_known
from service.shared.fields import Numeral, Strict

ZIP = "application/zip"
ARCHIVE = {"contentMediaType": ZIP}
"""The OpenAPI schema of a ZIP body."""

ONE_BY_ONE = UnseenWork(100, "up to thousands of games are read and written while the response is sent")
"""The weight of the bundle of a series with many games; its further pieces take turns with other requests."""


class AuditQuery(Strict):
    """No version: a bundle always has all events so far, and there is none of an earlier version."""


class GameAuditQuery(AuditQuery):
    """The format of a game's bundle."""

    format = Numeral(
        load_default=FORMAT,
        validate=validate.OneOf([FORMAT, PROVED_FORMAT]),
        metadata={
            "description": "3: with a proof from the public log, `head.tlog-proof`, if there is one yet; "
            "1: without, for verifiers of older versions."
        },
    )


blueprint = ApiBlueprint(
    "audits", __name__, description="Audit bundles, with which anybody can verify a game."
)


@blueprint.route("/games/<game>/audit", methods=["GET"], weight=15)
@game_exists
@blueprint.arguments(GameAuditQuery, location="query")
@blueprint.written(200, ARCHIVE, content_type=ZIP)
@blueprint.doc(responses=errors(404, 422, 503))
def game(query: dict[str, Any], match: Match) -> Response:
    """The bundle of a game so far; check it with `kingdomino audit`, or as VERIFY.md in it describes.

    The same game at the same version, signed with the same key, gives the same bytes.
    """
    name, proof = f"kingdomino-game-{match.id}", None
    if query["format"] == PROVED_FORMAT:
        proof = services().prover.prove(match.id, HeadKind.END if match.is_over else HeadKind.START)
    if proof is None:
        return _send(name, match, _key(match), lambda: _made(match))
    return _send(name, match, None, lambda: _made(match, proof.serialized()))


def audited(blueprint: ApiBlueprint, kind: SeriesKind[Any, Any]) -> None:
    """Add the view of the bundle of a series of this kind, which contains the bundles of its games."""
    send = _send_one_by_one if kind.limits.one_by_one else _send_at_once

    def view(_: dict[str, Any], **found: Series) -> Response:
        (series,) = found.values()
        return send(kind, series)

    view.__name__ = kind.name
    view.__doc__ = f"The bundle of a {kind.name}, which contains the bundles of its games."
    stacked(
        blueprint.route(
            f"/{kind.stream.listing}/<{kind.name}>/audit",
            methods=["GET"],
            weight=ONE_BY_ONE if kind.limits.one_by_one else 20,
        ),
        series_exists(kind.stream),
        blueprint.arguments(AuditQuery, location="query"),
        blueprint.written(200, ARCHIVE, content_type=ZIP),
        blueprint.doc(responses=errors(404, 422, 503)),
    )(view)


def _send_at_once(kind: SeriesKind[Any, Any], series: Series) -> Response:
    """Send the bundle of a series with few games, from the cache if it is there."""
    games = [services().tables.match(game.id) for game in series.games]

    def make() -> bytes:
        return series_bundle(kind, series.id, _events(series), map(_game_bundle, games), services().signer)

    return _send(f"kingdomino-{kind.name}-{series.id}", series, _key(series, *games), make)


def _send_one_by_one(kind: SeriesKind[Any, Any], series: Series) -> Response:
    """Send the bundle of a series with many games, each of which is written when the client reads it.

    The ETag of a series that is over stands for its head: nothing happens in its games any more.
    """
    log, signer, name = services().tables.log, services().signer, f"kingdomino-{kind.name}-{series.id}"
    games = (game_bundle(game.id, log.read(game.id), signer) for game in series.games)
    pieces = series_parts(
        kind, series.id, _events(series), while_allowed(games, may_still_read(series)), signer
    )
    response = Response(breaking_off(name, pieces), content_type=ZIP, direct_passthrough=True)
    if series.is_over:
        of = f"{signer.public_key} {series.head.hash} {FORMAT} {sha256(verify_text())}"
        response.set_etag(sha256(of.encode()))
    response.headers["Cache-Control"] = lasting(series)
    return unless_known(_as_file(response, name))


for each in KINDS.series:
    audited(blueprint, each)


def _game_bundle(match: Match) -> bytes:
    """The bundle of a game, from the cache if it is there."""
    key = _key(match)
    return _made(match) if key is None else services().documents.get(key, lambda: Document(_made(match))).body


def _made(match: Match, proof: bytes | None = None) -> bytes:
    return game_bundle(match.id, _events(match), services().signer, proof)


def _events(table: Table) -> list[StoredEvent]:
    """The events up to the head of this game or series."""
    return services().tables.log.read(table.id, upto=table.head.version)


def _key(*tables: Table) -> Hashable | None:
    """The cache key of a bundle: the signing key and the logs' head hashes; None if a log is damaged."""
    if not services().recording_reader.is_sound(*tables):
        return None
    return ("bundle", services().signer.public_key, *(table.head.hash for table in tables))


def _send(name: str, table: Table, key: Hashable | None, make: Callable[[], bytes]) -> Response:
    """Sends the bundle as a file download.

    The ETag is its SHA-256: a series' bundle changes with its games, and every bundle with the signing key.
    """
    documents = services().documents
    response = send_kept(
        documents, key, lambda: Document(make()), lambda made: made.body, ZIP, cache_control=lasting(table)
    )
    return _as_file(response, name)


def _as_file(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response
