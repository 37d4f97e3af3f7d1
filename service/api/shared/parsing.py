"""Reading requests: query, headers and body by their schemas, bodies as bytes."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NoReturn

import orjson
from flask import request
from marshmallow import Schema, ValidationError, missing
from marshmallow.fields import Field
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest

from service.problem import Problem
from service.shared.visibility import INVITATION

WRONG = "the request has wrong values"


class RequestParser(FlaskParser):
    """Reads requests by schemas; what they refuse is 422 `request/invalid`.

    Bodies are JSON whatever the Content-Type says; an absent one is an empty object.
    """

    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012 - webargs' own name and type
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": "raise",
    }

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **options: Any) -> Any:
        """The arguments; what a schema makes of no query at all is known, and most requests have none.

        Headers are few and mostly right, so they are read at once; webargs tells of those that are not.
        """
        if location == "query" and not request.query_string and (nothing := _of_no_query(argmap)) is not None:
            return dict(nothing)
        if location == "headers":
            with suppress(ValidationError):
                return _headers(argmap)
        return super().parse(argmap, req, location=location, **options)

    def load_json(self, req: Any, schema: Any) -> Any:  # noqa: ARG002 - webargs' signature
        """The body's value; 400 where it is not JSON."""
        return json_body()

    def load_querystring(self, req: Any, schema: Any) -> Any:
        """The query without the key of a private game, which `asking` reads for all views alike."""
        query = req.args
        if req.view_args and INVITATION in query:
            query = query.copy()
            query.poplist(INVITATION)
        return self._makeproxy(query, schema)

    def handle_error(
        self,
        error: ValidationError,
        req: Any,  # noqa: ARG002 - webargs' signature
        schema: Schema,
        *,
        error_status_code: int | None,  # noqa: ARG002
        error_headers: Mapping[str, str] | None,  # noqa: ARG002
    ) -> NoReturn:
        """Say what is wrong, by place and member; a schema may have a sentence of its own, `WRONG`."""
        detail = getattr(schema, "WRONG", WRONG)
        raise Problem(422, "request/invalid", detail, more={"errors": error.messages}) from error


@cache
def _of_no_query(schema: Schema) -> Mapping[str, Any] | None:
    """The arguments where the query is empty; None where that is wrong. There is one schema for each view."""
    try:
        loaded: Mapping[str, Any] = schema.load({})
    except ValidationError:
        return None
    return loaded


def _headers(schema: Schema) -> dict[str, Any]:
    """What the schema reads from the headers, or a `ValidationError`; it is fields with defaults, no more."""
    environ = request.environ
    return {name: field.deserialize(environ.get(key, missing)) for name, key, field in _header_fields(schema)}


@cache
def _header_fields(schema: Schema) -> Sequence[tuple[str, str, Field[Any]]]:
    """The fields by name, each with the name of its header in WSGI. There is one schema for each view."""
    return [
        (name, f"HTTP_{(field.data_key or name).upper().replace('-', '_')}", field)
        for name, field in schema.fields.items()
    ]


def json_body() -> Any:
    """The request's body as a JSON value, an empty object where there is none; 400 for anything else."""
    return read_json(request.get_data())


def read_json(text: bytes) -> Any:
    """The text as a JSON value, an empty object where it is empty; 400 for anything else."""
    try:
        return orjson.loads(text) if text else {}
    except orjson.JSONDecodeError as error:
        raise BadRequest(f"the body is not JSON: {error}") from error
