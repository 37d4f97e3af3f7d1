"""Blueprints of the API, and decorators that parse the arguments and describe the responses of views."""

import re
from collections.abc import Callable
from functools import reduce, wraps
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema
from werkzeug.exceptions import RequestEntityTooLarge

from replays.kinds import KINDS
from service.api.shared.commands import command_of
from service.api.shared.headers import IdempotencyHeader, MediaType
from service.api.shared.parsing import RequestParser, refuse_unread_query
from service.application.problem import Problem
from service.http.costs.weights import Weight
from service.shared.visibility import INVITATION

INVITATION_PARAMETER = {
    "in": "query",
    "name": INVITATION,
    "description": "Key of a private game or dynasty (`docs/play/seats.md`).",
    "schema": {"type": "string"},
}
"""The OpenAPI parameter of every path to a table."""
WEIGHT = "x-rate-limit-weight"
"""The OpenAPI extension for the number of requests that one call of an operation counts as, at least."""
WEIGHT_GROWS = "x-rate-limit-weight-grows"
"""The OpenAPI extension for how that number depends on the query."""
View = Callable[..., Any]
"""A view, or a view wrapped by decorators, which pass it additional arguments."""


class ApiBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A blueprint that parses arguments by `RequestParser`; paths to tables accept an invitation.

    The schema of `response` dumps the result of a view; views of hot forms write it themselves, `written`
    (ADR 22).
    """

    ARGUMENTS_PARSER = RequestParser()

    def route(self, rule: str, *, weight: int | Weight, **options: Any) -> Any:
        """The decorator that adds a view; its operation is named after blueprint and view: `games_create`.

        The document has the operation's rate limit weight unless that is 1.
        """
        parameters = [INVITATION_PARAMETER] if any(f"<{kind.name}>" in rule for kind in KINDS) else None
        add = super().route(rule, parameters=parameters, weight=weight, **options)

        def added(view: View) -> Any:
            endpoint = f"{self.name}.{view.__name__}"
            return add(self.doc(operationId=re.sub("[ .]", "_", endpoint), **_told(weight))(view))

        return added

    def arguments(self, schema: type[Schema], **options: Any) -> Any:
        """The decorator that parses arguments; all requests share one schema, which is slow to create."""
        return super().arguments(schema(), **options)

    def accepts(self, *forms: str) -> Any:
        """The decorator that passes a view the `form` of its response, one of these media types, by Accept.

        The document lists the forms as contents of the response, since OpenAPI allows no parameter named
        Accept.
        """
        return self.ARGUMENTS_PARSER.use_kwargs({"form": MediaType(*forms)}, location="headers")

    def response(self, *described: Any, **options: Any) -> Any:
        """The decorator that dumps the view's result by a schema, and refuses a query that none has read."""
        dumping = super().response(*described, **options)
        return lambda view: dumping(_closed(view))

    def written(self, *described: Any, **options: Any) -> Any:
        """The decorator that describes a response written by the view, and refuses an unread query."""
        describing = _describing(super().response(*described, **options))
        return lambda view: describing(_closed(view))

    def alt_response(self, *described: Any, **options: Any) -> Any:
        """The decorator that describes another response."""
        return _describing(super().alt_response(*described, **options))

    def commanding(self, view: View) -> View:
        """Pass a view that takes a `player` the `command` of the request, from its Idempotency-Key."""

        @wraps(view)
        def commanded(headers: dict[str, Any], *args: Any, player: str, **kwargs: Any) -> Any:
            return view(*args, player=player, command=command_of(headers["key"], player), **kwargs)

        found: View = self.arguments(IdempotencyHeader, location="headers")(commanded)
        return found

    @staticmethod
    def doc(**described: Any) -> Any:
        """The decorator that describes anything else."""
        return _describing(Blueprint.doc(**described))


def _told(weight: int | Weight) -> dict[str, Any]:
    """What the document says of an operation's weight; nothing if that is always 1."""
    least = weight if isinstance(weight, int) else weight.least
    grows = {} if isinstance(weight, int) else weight.told()
    return ({WEIGHT: least} if least > 1 or grows else {}) | ({WEIGHT_GROWS: grows} if grows else {})


def _closed(view: View) -> View:
    """The view for requests whose parameters are all known; it is called after all checks before the view."""

    @wraps(view)
    def closed(*args: Any, **kwargs: Any) -> Any:
        refuse_unread_query()
        return view(*args, **kwargs)

    return closed


def stacked(*decorators: Callable[[Any], Any]) -> Callable[[View], View]:
    """The decorator that applies these decorators, the first one outermost."""

    def decorated(view: View) -> View:
        found: View = reduce(lambda inner, decorator: decorator(inner), reversed(decorators), view)
        return found

    return decorated


def _describing(decorator: Callable[[Any], Any]) -> Callable[[View], View]:
    """The decorator that takes over the documentation of another one, but leaves the view unchanged."""

    def described(view: View) -> View:
        documented: Any = view
        documented._apidoc = decorator(view)._apidoc  # noqa: SLF001 - flask-smorest keeps it there
        return view

    return described


def private_blueprint(name: str, description: str) -> ApiBlueprint:
    """A blueprint whose responses, errors included, are private to the caller: no cache stores them."""
    blueprint = ApiBlueprint(name, __name__, description=description)

    @blueprint.after_request
    def unstored(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return blueprint


def short(most: int, what: str) -> Callable[[View], View]:
    """Limit the body that a view reads to `most` bytes, more than `what` needs; 413 for a longer body."""

    def shortened(view: View) -> View:
        @wraps(view)
        def limited(*args: Any, **kwargs: Any) -> Any:
            request.max_content_length = most
            try:
                return view(*args, **kwargs)
            except RequestEntityTooLarge as error:
                raise Problem(413, "request/too-large", f"{what} has at most {most} bytes") from error

        return limited

    return shortened
