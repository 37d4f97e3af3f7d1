"""The API's documentation: what OpenAPI needs by hand, and a page that loads nothing from outside."""

from typing import Any

from apispec import APISpec
from flask import render_template

from service.api.games.move_schemas import MOVES

DESCRIPTION = """Play Kingdomino over days and weeks, and replay every move.

Coordinates: the castle is at (0, 0), x grows to the right, y upwards. Errors are
`application/problem+json` with a stable `code`. Every POST honours `Idempotency-Key`; a move names the
version it was thought out for in `If-Match`. A private game or dynasty is shown to its players, by their
token, and to who sends its key: every path that leads to it takes `?invitation=`. Any operation may answer
429 `limit/requests`, with `Retry-After`; `RateLimit-Policy` and `RateLimit` say what is left."""

MOVE_BODY = {
    "required": True,
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Move"}}},
}
"""The body of a move: one of the types in `move_schemas.MOVES`, told apart by `type`."""


def add_moves(spec: APISpec) -> None:
    """Describe the move, which is one of several schemas."""
    names = {kind: f"{kind.capitalize()}Move" for kind in MOVES}
    for kind, schema in MOVES.items():
        spec.components.schema(names[kind], schema=schema)
    one, several = {"required": ["domino"]}, {"required": ["dominoes"]}
    spec.components.schemas[names["choose"]]["oneOf"] = [one, several]
    references = {kind: f"#/components/schemas/{name}" for kind, name in names.items()}
    spec.components.schema(
        "Move",
        {
            "oneOf": [{"$ref": reference} for reference in references.values()],
            "discriminator": {"propertyName": "type", "mapping": references},
        },
    )


def page(spec: APISpec) -> str:
    """The documentation for people."""
    document: dict[str, Any] = spec.to_dict()
    operations = [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in {"get", "post", "put", "delete"}
    ]
    return render_template("docs.html", document=document, operations=operations)
