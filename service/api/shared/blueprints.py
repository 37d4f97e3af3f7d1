"""Blueprints of the API, and decorators that read and describe the arguments and answers of views."""

import re
from collections.abc import Callable
from functools import reduce, wraps
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.shared.commands import command_of
from service.api.shared.headers import IdempotencyHeader, MediaType
from service.api.shared.parsing import RequestParser
from service.http.rate_limits import WEIGHTS
from service.problem import Problem
from service.shared.visibility import INVITATION

INVITATION_PARAMETER = {
    "in": "query",
    "name": INVITATION,
    "description": "The key of a private game or dynasty (`docs/play/seats.md`).",
    "schema": {"type": "string"},
}
"""What OpenAPI says of it, at every path that leads to a game or a dynasty."""
WEIGHT = "x-rate-limit-weight"
"""What OpenAPI says of how many requests one of an operation counts for."""
TABLES = ("<game>", "<dynasty>")
View = Callable[..., Any]
"""A view, or one that decorators have wrapped; each gives it more arguments."""


class ApiBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A blueprint whose arguments are read by `RequestParser`; what leads to a table takes an invitation.

    What a view gives is dumped by the schema of its `response`; hot forms are `written` by views (ADR 22).
    """

    ARGUMENTS_PARSER = RequestParser()

    def route(self, rule: str, **options: Any) -> Any:
        """The decorator that adds a view; the operation is called by blueprint and view: `games_create`.

        The document has its weight, if that is not 1.
        """
        parameters = [INVITATION_PARAMETER] if any(table in rule for table in TABLES) else None
        add = super().route(rule, parameters=parameters, **options)

        def added(view: View) -> Any:
            endpoint = f"{self.name}.{view.__name__}"
            weight = {WEIGHT: WEIGHTS[endpoint]} if endpoint in WEIGHTS else {}
            return add(self.doc(operationId=re.sub("[ .]", "_", endpoint), **weight)(view))

        return added

    def arguments(self, schema: type[Schema], **options: Any) -> Any:
        """The decorator that reads arguments, by one schema for all requests: it is slow to make."""
        return super().arguments(schema(), **options)

    def accepts(self, *forms: str) -> Any:
        """The decorator that gives a view the `form` of its answer, one of these media types, by Accept.

        The document has the forms as contents of the answer: OpenAPI takes no parameter of this name.
        """
        return self.ARGUMENTS_PARSER.use_kwargs({"form": MediaType(*forms)}, location="headers")

    def written(self, *described: Any, **options: Any) -> Any:
        """The decorator that describes an answer which the view writes; `response` dumps what it gives."""
        return _describing(super().response(*described, **options))

    def alt_response(self, *described: Any, **options: Any) -> Any:
        """The decorator that describes another answer."""
        return _describing(super().alt_response(*described, **options))

    def commanding(self, view: View) -> View:
        """Give a view that takes a `player` the `command` that its Idempotency-Key makes of the request."""

        @wraps(view)
        def commanded(headers: dict[str, Any], *args: Any, player: str, **kwargs: Any) -> Any:
            return view(*args, player=player, command=command_of(headers["key"], player), **kwargs)

        found: View = self.arguments(IdempotencyHeader, location="headers")(commanded)
        return found

    @staticmethod
    def doc(**described: Any) -> Any:
        """The decorator that describes anything else."""
        return _describing(Blueprint.doc(**described))


def stacked(*decorators: Callable[[Any], Any]) -> Callable[[View], View]:
    """The decorator that does what these do above a view, the first one at the top."""

    def decorated(view: View) -> View:
        found: View = reduce(lambda inner, decorator: decorator(inner), reversed(decorators), view)
        return found

    return decorated


def _describing(decorator: Callable[[Any], Any]) -> Callable[[View], View]:
    """The decorator that keeps what another one says of a view, and leaves the view as it is."""

    def described(view: View) -> View:
        documented: Any = view
        documented._apidoc = decorator(view)._apidoc  # noqa: SLF001 - flask-smorest keeps it there
        return view

    return described


def private_blueprint(name: str, description: str) -> ApiBlueprint:
    """A blueprint whose answers, errors too, are for the asker alone: nobody on the way keeps them."""
    blueprint = ApiBlueprint(name, __name__, description=description)

    @blueprint.after_request
    def unstored(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return blueprint


def short(most: int, what: str) -> Callable[[View], View]:
    """Let a view read no more than so many bytes, more than `what` it reads needs; 413 for a longer body."""

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
