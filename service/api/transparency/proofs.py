"""Proofs that a head is in the public log (`docs/organize/audit.md`)."""

from typing import Any

from flask import Response
from marshmallow import fields, validate

from replays.commands.series import Series, SeriesKind
from replays.kinds import KINDS
from replays.match.aggregate import Match
from replays.match.kinds import Table
from replays.transparency.leaves import HeadKind
from service.api.shared.blueprints import ApiBlueprint, stacked
from service.api.shared.conditional import REVALIDATE
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, series_exists
from service.application.problem import RETRY, Problem
from service.http.costs.weights import LOG_READ
from service.services import services
from service.shared.fields import Strict

PROOF = "text/plain; charset=utf-8"
"""The media type of a proof; C2SP tlog-proof names none."""
TEXT = {"contentMediaType": PROOF}
"""The OpenAPI schema of a proof."""

blueprint = ApiBlueprint(
    "proofs", __name__, description="Proofs that the head of a game is in the public log."
)


class ProofQuery(Strict):
    """The leaf to prove."""

    leaf = fields.String(
        load_default=None,
        validate=validate.OneOf([kind.value for kind in HeadKind]),
        metadata={"description": "The moment whose head is proved; by default the last one in the log."},
    )


@blueprint.route("/games/<game>/proof", methods=["GET"], weight=LOG_READ)
@game_exists
@blueprint.arguments(ProofQuery, location="query")
@blueprint.written(200, TEXT, content_type=PROOF)
@blueprint.doc(responses=errors(404, 422, 503))
def game(query: dict[str, Any], match: Match) -> Response:
    """A proof that the game's head is in the public log, as C2SP tlog-proof; its `extra` line is the leaf.

    A table has one within a moment of its opening: 404 `log/no-proof` with Retry-After before. It can be
    checked with the key of the log's policy, `/log/policy`.
    """
    return _send(match, query["leaf"])


def proved(blueprint: ApiBlueprint, kind: SeriesKind[Any, Any]) -> None:
    """Add the view of the proof of a series of this kind."""

    def view(query: dict[str, Any], **found: Series) -> Response:
        (series,) = found.values()
        return _send(series, query["leaf"])

    view.__name__ = kind.name
    view.__doc__ = f"A proof that the head of a {kind.name} is in the public log, as of a game."
    stacked(
        blueprint.route(f"/{kind.stream.listing}/<{kind.name}>/proof", methods=["GET"], weight=LOG_READ),
        series_exists(kind.stream),
        blueprint.arguments(ProofQuery, location="query"),
        blueprint.written(200, TEXT, content_type=PROOF),
        blueprint.doc(responses=errors(404, 422, 503)),
    )(view)


for each in KINDS.series:
    proved(blueprint, each)


def _send(table: Table, leaf: str | None) -> Response:
    proof = services().prover.prove(table.id, HeadKind(leaf) if leaf else None)
    if proof is None:
        wanted = f"the {leaf} of this game" if leaf else "this game"
        raise Problem(404, "log/no-proof", f"no signed checkpoint has {wanted} yet: try again", headers=RETRY)
    response = Response(proof.serialized(), content_type=PROOF)
    response.headers["Cache-Control"] = REVALIDATE
    return response
