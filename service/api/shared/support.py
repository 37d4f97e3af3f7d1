"""What the API's views share: who asks, which game is meant, what a request's key is, how JSON is sent."""

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from functools import reduce, wraps
from typing import Any, TypeVar
from urllib.parse import urlencode

import orjson
from flask import Response, g, request
from flask_smorest import Blueprint
from marshmallow import Schema
from werkzeug.exceptions import RequestEntityTooLarge

from replays.encoding.canonical import canonical
from replays.encoding.identity import GameId, derived_game_id, new_game_id, parse_game_id
from replays.log.event_log import Command, StoreAway, UnknownOutcome
from replays.log.listing import Question
from replays.match.aggregate import Match, Status
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Aggregate
from replays.projections.replay import replay
from service.api.shared.headers import IdempotencyHeader, MediaType
from service.api.shared.parsing import RequestParser, body
from service.api.shared.visibility import INVITATION, check_seen
from service.games.actions import actions_of
from service.games.visibility import Table
from service.http.authentication import BEARER, COOKIE, access, claim, holder, proven
from service.problem import Problem, unknown_game
from service.services import services

JSON = "application/json"
TEXT = "text/plain"
NOTATION = {"type": "string", "description": "A whole game as text (docs/play/notation.md)."}
"""What OpenAPI says of a body that is the text of a game."""
RECEIPT = "Kingdomino-Receipt"
RECEIPT_HEADER = {
    RECEIPT: {
        "description": "The signed head of what this answer tells of, in the form of `signature.json` in an "
        "audit bundle. Keep it: it proves later what was answered.",
        "schema": {"type": "string"},
    }
}
"""What OpenAPI says of the header."""
INVITATION_PARAMETER = {
    "in": "query",
    "name": INVITATION,
    "description": "The key of a private game or dynasty (`docs/play/seats.md`).",
    "schema": {"type": "string"},
}
"""What OpenAPI says of it, at every path that leads to a game or a dynasty."""
TABLES = ("<game>", "<dynasty>")
CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH")
"""The headers that ask for an answer only if, by their names in WSGI."""
Answer = tuple[Mapping[str, Any], dict[str, str]]
"""What is answered, to be dumped by the schema of the `response`, and headers that come with it."""
A = TypeVar("A", bound=Table)
View = Callable[..., Any]
"""A view, or one that decorators have wrapped; each gives it more arguments."""


class ApiBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A blueprint whose arguments are read by `RequestParser`; what leads to a table takes an invitation.

    What a view gives is dumped by the schema of its `response`; hot forms are `written` by views (ADR 22).
    """

    ARGUMENTS_PARSER = RequestParser()

    def route(self, rule: str, **options: Any) -> Any:
        """The decorator that adds a view; the operation is called by blueprint and view: `games_create`."""
        parameters = [INVITATION_PARAMETER] if any(table in rule for table in TABLES) else None
        add = super().route(rule, parameters=parameters, **options)
        return lambda view: add(self.doc(operationId=f"{self.name}_{view.__name__}".replace(" ", "_"))(view))

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


def signed_in(view: View) -> View:
    """Give a view the `player` who asks; 401 or 403 `auth/…`, as `service.http.authentication` has it."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        g.access = found = access()
        return view(*args, player=found.player, **kwargs)

    return _takes_a_token(guarded)


def signed_in_when_appended(view: View) -> View:
    """`signed_in` for a view that does nothing but append, with a `proviso`: it needs no look at the token.

    Whatever else is answered is answered after a look, so that who has the token no more is told that alone.
    """

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            g.access = found = claim()
            proviso = services().tokens.proviso(found)
            response = view(*args, player=found.player, proviso=proviso, **kwargs)
        except (StoreAway, UnknownOutcome):
            raise
        except Exception:
            access()
            raise
        proven()
        return response

    return _takes_a_token(guarded)


def _takes_a_token(view: View) -> View:
    """The view, of which the documentation says that it takes a token."""
    documented: Any = view
    documented._apidoc = {**getattr(view, "_apidoc", {})}  # noqa: SLF001 - flask-smorest keeps it there
    documented._apidoc.setdefault("manual_doc", {})["security"] = [{BEARER: []}, {COOKIE: []}]  # noqa: SLF001
    return view


def game_exists(view: View) -> View:
    """Give a view the `match` of the game in its path; 404 before anything else is looked at."""

    @wraps(view)
    def found(*args: Any, game: str, **kwargs: Any) -> Any:
        return view(*args, match=match_of(game), **kwargs)

    return found


def own_game_exists(view: View) -> View:
    """`game_exists` for changes by a `player` who sits there: the match may be as last seen here."""

    @wraps(view)
    def found(*args: Any, game: str, player: str, **kwargs: Any) -> Any:
        match = services().tables.matches.remembered(game_id(game))
        if match is None or match.seat_of(player) is None:
            match = match_of(game)
        check_seen(match, unknown_game)
        return view(*args, match=match, player=player, **kwargs)

    return found


def match_of(text: str) -> Match:
    """The match with this id; 404 where there is none that who asks may see, also of a damaged log."""
    game = game_id(text)
    return seen(lambda: services().tables.match(game), lambda: _last_good(game), unknown_game)


def _last_good(game: GameId) -> Match | None:
    """The match as far as its log can be read."""
    frames = replay(services().tables.log, game).frames
    return frames[-1].match if frames else None


def seen(read: Callable[[], A], last_good: Callable[[], A | None], unknown: Callable[[], Problem]) -> A:
    """The table that `read` gives, if who asks may see it, and else what `unknown` gives is raised.

    A damaged log is told of only to who may see what `last_good` makes of it.
    """
    try:
        table = read()
    except Damaged:
        check_seen(last_good(), unknown)
        raise
    check_seen(table, unknown)
    return table


def game_id(text: str) -> GameId:
    """The id of a game, or 404 where the text is none."""
    return known_id(text, unknown_game)


def known_id(text: str, unknown: Callable[[], Problem]) -> GameId:
    """The id of a stream or a study, or what `unknown` gives where the text is none."""
    try:
        return parse_game_id(text)
    except ValueError:
        raise unknown() from None


def new_id(command: Command | None, *kind: str) -> GameId:
    """An id of this kind: random, or always the same for the same account and Idempotency-Key."""
    return derived_game_id(*kind, command.id) if command else new_game_id(os.urandom(16))


def command_of(key: str | None, player: str) -> Command | None:
    """The request as a command of the log, where it has an Idempotency-Key; one key per account and game."""
    if key is None:
        return None
    digest = hashlib.sha256(f"{request.method} {request.path}\n".encode() + body())
    return Command(f"{player} {key}", digest.hexdigest())


def send_nothing() -> Response:
    """204: it is done, and there is nothing to say of it."""
    return Response(status=204)


def page_of(question: Question, query: Mapping[str, Any]) -> tuple[list[GameId], str | None]:
    """The page that a query asks for of the list that answers the question, and the next one's sealed cursor.

    422 `request/invalid` for a cursor that the list did not give.
    """
    cursors = services().cursors
    try:
        found, following = _listed(question, query["limit"], cursors.open(query["cursor"]))
    except ValueError:
        raise Problem(422, "request/invalid", "the cursor is not from this list") from None
    return found, cursors.seal(following)


def _listed(question: Question, limit: int, cursor: str | None) -> tuple[list[GameId], str | None]:
    """In the list of all open tables their openers take turns; any other list is newest first."""
    if question.status == Status.OPEN.value and question.player is None:
        return services().fair_pages.page(question, limit=limit, cursor=cursor)
    places, following = services().tables.log.list_places(question, limit=limit, cursor=cursor)
    return [place.game for place in places], following


def paged(name: str, items: Sequence[Any], following: str | None) -> Answer:
    """A page of a list under its name; `next`, the cursor of the page after, also as Link rel="next"."""
    headers = {}
    if following:
        next_page = urlencode({**request.args.to_dict(), "cursor": following})
        headers["Link"] = f'<{request.path}?{next_page}>; rel="next"'
    return {name: items, "next": following}, headers


def send_state(match: Match, status: int = 200) -> Response:
    """The public state of the match with the players' present names, and its version as ETag."""
    return state_with(match, names_of(match), status)


def state_with(match: Match, names: Mapping[str, str | None], status: int) -> Response:
    """`send_state` with names that are known; nobody is asked for anything."""
    text = services().states.text(match, names)
    headers = {"Content-Type": JSON, "ETag": f'"{match.head.version}"', "Cache-Control": "no-cache"}
    return Response(text, status, headers)


def with_actions(state: Response, match: Match) -> Response:
    """The present state with what the one who asks may do, where a token or a session says who that is."""
    asks = holder()
    if asks is not None:
        actions = orjson.dumps([action.form() for action in actions_of(match, asks.player)])
        state.set_data(state.data[:-2] + b',"actions":' + actions + b"}\n")
        state.headers["Cache-Control"] = "private, no-cache"
    return state


def unless_known(response: Response) -> Response:
    """The response, 304 where the asker has it (`If-None-Match`), 412 where `If-Match` names another."""
    environ = request.environ
    if any(condition in environ for condition in CONDITIONS):
        response.make_conditional(request)
    return response


def send_text(text: str) -> Response:
    """The text, with its SHA-256 as ETag."""
    response = Response(text, content_type=f"{TEXT}; charset=utf-8")
    response.set_etag(hashlib.sha256(response.data).hexdigest())
    response.headers["Cache-Control"] = "no-cache"
    return response


def with_receipt(response: Response, recorded: Aggregate) -> Response:
    """The response with a receipt of what it tells of."""
    response.headers.update(receipt(recorded))
    return response


def receipt(recorded: Aggregate) -> dict[str, str]:
    """The header with the signed head of what an answer tells of (`docs/organize/audit.md`)."""
    signed = services().signer.sign(recorded.id, recorded.head)
    return {RECEIPT: canonical(signed.document()).decode()}


def names_of(*tables: Aggregate) -> dict[str, str | None]:
    """The present names of everybody at these tables."""
    return services().players.names(sitter.player for table in tables for sitter in table.sitters)
