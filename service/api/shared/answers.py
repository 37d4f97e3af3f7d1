"""Responses: states, texts, pages of lists, receipts and conditional requests."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from replays.encoding.canonical import canonical
from replays.encoding.identity import GameId
from replays.log.listing import Question
from replays.match.aggregate import Match, Status
from replays.match.kinds import Aggregate
from service.application.cursors import refusing_wrong_cursor
from service.application.games.actions import actions_of
from service.http.authentication import holder
from service.services import services

JSON = "application/json"
TEXT = "text/plain"
PNG = "image/png"
NOTATION = {"type": "string", "description": "A whole game in notation (docs/play/notation.md)."}
"""The OpenAPI schema of a body with the text of a game."""
RECEIPT = "Kingdomino-Receipt"
RECEIPT_HEADER = {
    RECEIPT: {
        "description": "Signed head of the game or dynasty in this response, in the form of "
        "`signature.json` in an audit bundle. Keep it as proof of the response.",
        "schema": {"type": "string"},
    }
}
"""The OpenAPI description of the header."""
Answer = tuple[Mapping[str, Any], dict[str, str]]
"""The data of a response, to be dumped by the schema of `response`, and additional headers."""


def image(content_type: str) -> dict[str, Any]:
    """The OpenAPI schema of an image body."""
    return {"contentMediaType": content_type}


def send_nothing() -> Response:
    """204: success, without a body."""
    return Response(status=204)


def page_of(question: Question, query: Mapping[str, Any]) -> tuple[list[GameId], str | None]:
    """The page of a list that a query requests, and the sealed cursor of the next page.

    422 `request/invalid` for a cursor that is not from this list.
    """
    cursors = services().cursors
    with refusing_wrong_cursor():
        found, following = _listed(question, query["limit"], cursors.open(query["cursor"]))
    return found, cursors.seal(following)


def _listed(question: Question, limit: int, cursor: str | None) -> tuple[list[GameId], str | None]:
    """A page of the list. The list of all open tables alternates between openers; others are newest first."""
    if question.status == Status.OPEN.value and question.player is None:
        return services().fair_pages.page(question, limit=limit, cursor=cursor)
    places, following = services().tables.log.list_places(question, limit=limit, cursor=cursor)
    return [place.game for place in places], following


def paged(name: str, items: Sequence[Any], following: str | None) -> Answer:
    """A page of a list under its name; `next`, the cursor of the next page, also as Link rel="next"."""
    headers = {}
    if following:
        next_page = urlencode({**request.args.to_dict(), "cursor": following})
        headers["Link"] = f'<{request.path}?{next_page}>; rel="next"'
    return {name: items, "next": following}, headers


def send_state(match: Match, status: int = 200) -> Response:
    """The public state of the match with the players' current names, and its version as ETag."""
    parts = services()
    text = parts.states.text(match, parts.players.names_of(match))
    headers = {"Content-Type": JSON, "ETag": f'"{match.head.version}"', "Cache-Control": "no-cache"}
    return Response(text, status, headers)


def with_actions(state: Response, match: Match) -> Response:
    """The current state, with the caller's actions if a token or a session identifies the caller."""
    asks = holder()
    if asks is not None:
        player = asks.player
        actions = services().states.actions(
            match, player, lambda: [action.form() for action in actions_of(match, player)]
        )
        state.set_data(state.data[:-2] + b',"actions":' + actions + b"}\n")
        state.headers["Cache-Control"] = "private, no-cache"
    return state


def send_text(text: str) -> Response:
    """The text, with its SHA-256 as ETag."""
    response = Response(text, content_type=f"{TEXT}; charset=utf-8")
    response.set_etag(hashlib.sha256(response.data).hexdigest())
    response.headers["Cache-Control"] = "no-cache"
    return response


def with_receipt(response: Response, recorded: Aggregate) -> Response:
    """The response with a receipt of the table in it."""
    response.headers.update(receipt(recorded))
    return response


def receipt(recorded: Aggregate) -> dict[str, str]:
    """The header with the signed head of a table (`docs/organize/audit.md`)."""
    signed = services().signer.sign(recorded.id, recorded.head)
    return {RECEIPT: canonical(signed.document()).decode()}
