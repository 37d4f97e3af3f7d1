"""The API's documentation: hand-written parts of OpenAPI, and a page that loads nothing from other sites."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import orjson
from apispec import APISpec
from apispec.ext.marshmallow.common import make_schema_key
from flask import Response, render_template
from flask_smorest import Api
from markupsafe import Markup
from marshmallow import Schema

from service.api.accounts.schemas.notices import NoticesSeenRequest
from service.api.games.schemas.moves import MOVES, MoveSchema
from service.api.tournaments.schemas.acts import SCHEMAS, ActSchema
from service.application.i18n.speaking import present
from service.shared.conditions import unless_known

DESCRIPTION = """Play Kingdomino over days and weeks, and replay every move.

Coordinates: the castle is at (0, 0), x grows to the right, y upwards. Times are whole milliseconds since
1970-01-01T00:00:00Z, "ms UTC". Errors are `application/problem+json` with a stable `code`.

A request says each thing once: a query with an unknown or repeated parameter, and a body with an unknown or
repeated member, is 422 `request/invalid`, and `errors` names it. Only lists are repeated in a query. Numbers
there are written as in JSON: `10`, not `1_0`, `+10` or `010`.

Every POST honours `Idempotency-Key`. A move names in `If-Match` the version that it is based on. Players and
invited players see a private game or dynasty with their token or session, everybody else only with its key:
every path to it accepts `?invitation=`.

Any operation may return 429 `limit/requests`, with `Retry-After`; `RateLimit-Policy` and `RateLimit` report
the remaining requests. An operation with `x-rate-limit-weight` counts as that number of requests. With
`x-rate-limit-weight-grows` it counts as one more for every `share` values of `parameters`, or as `past` for a
past version or a text; or one more for every so many `bytes` of the body."""


def add_moves(api: Api) -> None:
    """Describe the move as `oneOf` the schemas of its types; `MoveSchema` refers to it."""
    names = {kind: f"{kind.capitalize()}Move" for kind in MOVES}
    _add_union(api, "Move", {names[kind]: (kind, schema) for kind, schema in MOVES.items()}, MoveSchema())
    # `type`, and `domino` or `dominoes`: by a count, since generators drop schemas with a `oneOf`.
    api.spec.components.schemas[names["choose"]] |= {"minProperties": 2, "maxProperties": 2}


def add_acts(api: Api) -> None:
    """Describe the act as `oneOf` the schemas of its types; `ActSchema` refers to it."""
    kinds = {type(schema).__name__: (kind, schema) for kind, schema in SCHEMAS.items()}
    _add_union(api, "Act", kinds, ActSchema())


def _add_union(api: Api, name: str, kinds: Mapping[str, tuple[str, Schema]], schema: Schema) -> None:
    """Describe a schema, under a name, as one of these, by their names, each with the `type` that it has."""
    for each, (_, described) in kinds.items():
        api.spec.components.schema(each, schema=described)
    mapping = {kind: f"#/components/schemas/{each}" for each, (kind, _) in kinds.items()}
    union = {
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    api.spec.components.schema(name, union)
    api.ma_plugin.converter.refs[make_schema_key(schema)] = name


def say_how_many(api: Api) -> None:
    """Describe the schemas that need at least one member, though each member is optional."""
    components, name = api.spec.components, NoticesSeenRequest.__name__
    components.schema(name, schema=NoticesSeenRequest)
    components.schemas[name] |= {"minProperties": 1}


class Documentation:
    """The documentation of this specification: each form is made once, since that takes a hundred states."""

    def __init__(self, spec: APISpec) -> None:
        self._spec = spec
        self._pages: dict[str, Markup] = {}

    @cached_property
    def _text(self) -> bytes:
        return orjson.dumps(self._spec.to_dict(), option=orjson.OPT_INDENT_2)

    def json(self) -> Response:
        """The OpenAPI document."""
        response = Response(self._text, mimetype="application/json")
        response.headers["Cache-Control"] = "no-cache"
        response.add_etag()
        return unless_known(response)

    def page(self) -> str:
        """The documentation as an HTML page."""
        language = present().locale.language
        if language not in self._pages:
            self._pages[language] = self._operations()
        return render_template("help/docs.html", operations=self._pages[language])

    def _operations(self) -> Markup:
        document: dict[str, Any] = self._spec.to_dict()
        operations = [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            if method in {"get", "post", "put", "patch", "delete"}
        ]
        text = render_template("help/operations.html", document=document, operations=operations)
        return Markup(text)  # noqa: S704 - the template escapes
