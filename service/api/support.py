"""What the API's views share: who asks, which game is meant, what a request's key is, how JSON is sent."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import orjson
from flask import Response, g, request
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from replays.canonical import canonical
from replays.identity import GameId, parse_game_id
from replays.kinds import Aggregate
from replays.log import Command
from replays.match import Match
from replays.view import state
from service.access import BEARER, COOKIE, access
from service.problems import unknown_game
from service.services import services

JSON = "application/json"
RECEIPT = "Kingdomino-Receipt"
RECEIPT_HEADER = {
    RECEIPT: {
        "description": "The signed head of what this answer tells of, in the form of `signature.json` in an "
        "audit bundle. Keep it: it proves later what was answered.",
        "schema": {"type": "string"},
    }
}
"""What OpenAPI says of the header."""
P = ParamSpec("P")
View = Callable[P, Response]


class BodyParser(FlaskParser):
    """Request bodies are JSON whatever the Content-Type says; an absent one is an empty object."""

    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012 - webargs' own name and type
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": "raise",
    }

    def load_json(self, req: Any, schema: Any) -> Any:  # noqa: ARG002 - webargs' signature
        """The body's value; 400 where it is not JSON."""
        return json_body()


class ApiBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A blueprint whose arguments are read by `BodyParser`."""

    ARGUMENTS_PARSER = BodyParser()


def private_blueprint(name: str, description: str) -> ApiBlueprint:
    """A blueprint whose answers, errors too, are for the asker alone: nobody on the way keeps them."""
    blueprint = ApiBlueprint(name, __name__, description=description)

    @blueprint.after_request
    def unstored(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return blueprint


def json_body() -> Any:
    """The request's body as a JSON value, an empty object where there is none; 400 for anything else.

    One that came in pieces, without its length, was cut at the limit in silence: that is 413 as well.
    """
    text = request.get_data()
    if request.content_length is None and len(text) == request.max_content_length:
        raise RequestEntityTooLarge
    try:
        return orjson.loads(text) if text else {}
    except orjson.JSONDecodeError as error:
        raise BadRequest(f"the body is not JSON: {error}") from error


def signed_in(view: View[P]) -> View[P]:
    """Let a view be used by a player only; 401 or 403 `auth/…`, as `service.access` has it."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Response:
        g.access = access()
        g.player = g.access.player
        return view(*args, **kwargs)

    documented: Any = guarded
    documented._apidoc = {**getattr(view, "_apidoc", {})}  # noqa: SLF001 - flask-smorest keeps it there
    documented._apidoc.setdefault("manual_doc", {})["security"] = [{BEARER: []}, {COOKIE: []}]  # noqa: SLF001
    return guarded


def game_exists(view: View[P]) -> View[P]:
    """Give a view the match of the game in its path as `g.match`; 404 before anything else is looked at."""

    @wraps(view)
    def found(*args: P.args, **kwargs: P.kwargs) -> Response:
        g.match = match_of(str(kwargs["game"]))
        return view(*args, **kwargs)

    return found


def match_of(text: str) -> Match:
    """The match with this id, or 404."""
    return services().tables.match(game_id(text))


def game_id(text: str) -> GameId:
    """The id of a game, or 404 where the text is none."""
    try:
        return parse_game_id(text)
    except ValueError:
        raise unknown_game() from None


def command_of(key: str | None) -> Command | None:
    """The request as a command of the log, where it has an Idempotency-Key; one key per account and game."""
    if key is None:
        return None
    digest = hashlib.sha256(f"{request.method} {request.path}\n".encode() + request.get_data())
    return Command(f"{g.player} {key}", digest.hexdigest())


def send_nothing() -> Response:
    """204: it is done, and there is nothing to say of it."""
    return Response(status=204)


def send_json(value: Any, status: int = 200) -> Response:
    """The value as JSON, a line of its own in a terminal."""
    return Response(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE), status, content_type=JSON)


def send_state(match: Match, status: int = 200) -> Response:
    """The public state of the match with the players' present names, and its version as ETag."""
    response = send_json(state(match, names_of(match)), status)
    response.set_etag(str(match.head.version))
    response.headers["Cache-Control"] = "no-cache"
    return response


def with_receipt(response: Response, recorded: Aggregate) -> Response:
    """The response with the signed head of what it tells of (`docs/audit.md`)."""
    receipt = services().signer.sign(recorded.id, recorded.head)
    response.headers[RECEIPT] = canonical(receipt.document()).decode()
    return response


def names_of(*tables: Aggregate) -> dict[str, str | None]:
    """The present names of everybody at these tables."""
    return services().players.names(sitter.player for table in tables for sitter in table.sitters)
