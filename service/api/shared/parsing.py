"""Request parsing: query, headers and body by schemas, bodies as bytes."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NoReturn

import orjson
from flask import g, request
from marshmallow import Schema, ValidationError, missing
from marshmallow.fields import Field, List
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest

from replays.encoding.members import RepeatedMember, check_members
from service.application.problem import Problem
from service.http.costs.request_parts import check_value
from service.shared.visibility import INVITATION

WRONG = "the request has wrong values"
TWICE = "It stands twice."
"""The error of a member of a body, or of a parameter of a query, that is there more than once."""
UNKNOWN = "Unknown field."
"""The error of an unknown parameter or member, as marshmallow puts it."""


class RequestParser(FlaskParser):
    """Parses requests by schemas; values that they refuse are 422 `request/invalid`.

    Bodies are parsed as JSON whatever the Content-Type; an absent one is an empty object.
    """

    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012 - webargs' own name and type
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": "raise",
    }

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **options: Any) -> Any:
        """The arguments. The result for an empty query is cached, since most requests have none.

        Bodies go straight to their schema. So do headers, which are mostly valid; webargs reports others.
        """
        if location == "query" and not request.query_string and (nothing := _of_no_query(argmap)) is not None:
            return dict(nothing)
        if location == "headers":
            with suppress(ValidationError):
                return _headers(argmap)
        if location == "json":
            try:
                return argmap.load(self.load_json(request, argmap))
            except ValidationError as error:
                error.messages = {location: error.messages}
                self.handle_error(error, request, argmap, error_status_code=None, error_headers=None)
        return super().parse(argmap, req, location=location, **options)

    def load_json(self, req: Any, schema: Any) -> Any:  # noqa: ARG002 - webargs' signature
        """The body's value; 400 if it is not JSON."""
        return json_body()

    def load_querystring(self, req: Any, schema: Any) -> Any:
        """The query without the key of a private game, which `viewer` reads for all views.

        A parameter that is no list is given once: of two values the client may mean either one.
        """
        g.query_is_read = True
        query = req.args.copy()
        keys = [] if INVITATION in schema.fields else query.poplist(INVITATION)
        lists = {field.data_key or name for name, field in schema.fields.items() if isinstance(field, List)}
        repeated = [name for name, values in query.lists() if len(values) > 1 and name not in lists]
        if repeated or len(keys) > 1:
            raise _wrong_query(repeated or [INVITATION], TWICE)
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
        """Raises 422 with the errors by place and member; a schema may define its own detail, `WRONG`."""
        detail = getattr(schema, "WRONG", WRONG)
        raise Problem(422, "request/invalid", detail, more={"errors": error.messages}) from error


def refuse_unread_query() -> None:
    """Raise 422 `request/invalid` for a query that no schema has read, of a view without parameters.

    The key of a private game may be in any query, since pages add it to all their requests.
    """
    if request.query_string and not g.get("query_is_read"):
        names = [name for name in request.args if name != INVITATION]
        if names:
            raise _wrong_query(names, UNKNOWN)


def _wrong_query(names: Iterable[str], error: str) -> Problem:
    return Problem(422, "request/invalid", WRONG, {"errors": {"query": {name: [error] for name in names}}})


@cache
def _of_no_query(schema: Schema) -> Mapping[str, Any] | None:
    """The arguments of an empty query; None if an empty query is invalid. Each view has one schema."""
    try:
        loaded: Mapping[str, Any] = schema.load({})
    except ValidationError:
        return None
    return loaded


def _headers(schema: Schema) -> dict[str, Any]:
    """The values of the headers, or a `ValidationError`; the schema has only fields with defaults."""
    environ = request.environ
    return {name: field.deserialize(environ.get(key, missing)) for name, key, field in _header_fields(schema)}


@cache
def _header_fields(schema: Schema) -> Sequence[tuple[str, str, Field[Any]]]:
    """The fields by name, each with the WSGI name of its header. Each view has one schema."""
    return [
        (name, f"HTTP_{(field.data_key or name).upper().replace('-', '_')}", field)
        for name, field in schema.fields.items()
    ]


def json_body() -> Any:
    """The request's body as a JSON value, an empty object if it is empty; 400 if it is not JSON."""
    return read_json(request.get_data())


def read_json(text: bytes) -> Any:
    """The text as a JSON value, an empty object if it is empty.

    400 if it is not JSON, 422 if it has more parts than any operation reads, or a member twice in an object.
    """
    try:
        value = orjson.loads(text) if text else {}
    except orjson.JSONDecodeError as error:
        raise BadRequest(f"the body is not JSON: {error}") from error
    check_value(text, value)
    try:
        check_members(text, value)
    except RepeatedMember as error:
        more = {"errors": {"json": {error.name: [TWICE]}}} if error.name else {}
        raise Problem(422, "request/invalid", f"{error}: send each member once", more) from error
    return value
