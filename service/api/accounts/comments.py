"""Comments on the moves of a finished game; during a game they could give away hidden plans."""

from collections.abc import Mapping
from functools import wraps
from typing import Any

from flask import Response, url_for

from replays.bootstrap import now_ms
from replays.encoding.identity import Version
from replays.log.event_log import CommandId
from replays.log.occasions import COMMENT_WRITTEN
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal
from service.api.accounts.schemas.comments import (
    CommentAnswer,
    CommentRequest,
    CommentsAnswer,
    CommentsQuery,
    CommentText,
)
from service.api.shared.answers import Answer, paged, send_nothing
from service.api.shared.blueprints import ApiBlueprint, View
from service.api.shared.commands import new_id
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.cursors import refusing_wrong_cursor
from service.application.games.seats.seat_quota import people
from service.application.games.texts.comments import (
    Comment,
    CommentId,
    CommentPosition,
)
from service.application.problem import Problem
from service.http.client_address import address
from service.http.endpoints import ALWAYS, NORMALLY
from service.services import services

blueprint = ApiBlueprint("comments", __name__, description="Comments on versions of finished games.")


def comment_exists(view: View) -> View:
    """Pass the `place` of the comment in the path to a view; 404 before the body is read."""

    @wraps(view)
    def found(*args: Any, match: Match, comment: str, **kwargs: Any) -> Any:
        place = services().comments.place(match.id, comment)
        if place is None:
            raise _unknown()
        return view(*args, place=place, **kwargs)

    return found


@blueprint.route("/games/<game>/comments", methods=["GET"], weight=5)
@game_exists
@blueprint.arguments(CommentsQuery, location="query")
@blueprint.response(200, CommentsAnswer)
@blueprint.doc(responses=errors(404, 422, 503))
def index(query: dict[str, Any], match: Match) -> Answer:
    """Comments by version, then by time, on one `version` or on all; an unfinished game has none.

    `next` is the cursor of the next page, also as Link rel="next". Everybody who may see the game may read
    them.
    """
    parts = services()
    with refusing_wrong_cursor():
        cursor = parts.cursors.open(query["cursor"])
        found, last = parts.comments.page(match.id, query["version"], cursor, query["limit"])
    names = _names(*found)
    return paged("comments", [_shown(each, names) for each in found], parts.cursors.seal(last))


@blueprint.route("/games/<game>/comments", methods=["POST"], weight=2, works=NORMALLY)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.commanding
@blueprint.arguments(CommentRequest)
@blueprint.response(201, CommentAnswer)
@blueprint.doc(responses=errors(401, 404, 409, 422, 503))
def write(body: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Answer:
    """Comment on a version of a game that is scored or called off; before that it is `game/not-over`.

    Everybody who may see the game may comment, with or without a seat. A version that the game does not have
    is `version/ahead`; if a player of the game has blocked you, it is `comment/refused`. A game has at most
    1,000 comments, 100 of them yours: `comment/too-many`.
    """
    _check_commentable(match, body["version"])
    if services().contacts.blocking(people(match.sitters), player):
        raise Problem(409, "comment/refused", "this game cannot be commented on")
    place = CommentPosition(
        version=Version(body["version"]),
        created_at=now_ms(),
        id=CommentId(new_id(command, "comment", match.id)),
        game=match.id,
        author=player,
        request=command.digest if command else "",
    )
    comment = services().comments.write(place, body["text"], address())
    written = comment.place
    detail = f"{written.created_at} {written.id} {written.author}"
    services().tables.log.report(match.id, written.version, COMMENT_WRITTEN, detail)
    location = url_for("comments.edit", game=match.id, comment=place.id)
    return _shown(comment, _names(comment)), {"Location": location}


def _check_commentable(match: Match, version: int) -> None:
    head = match.head.version
    if version > head:
        detail = f"the game has the versions 1 to {head}, not {version}"
        raise Problem(422, "version/ahead", detail, more={"version": head})
    if not match.is_over:
        raise Refusal("game/not-over", f"the game is {match.status.value}: comment on it when it is over")


@blueprint.route("/games/<game>/comments/<comment>", methods=["PUT"], weight=2, works=NORMALLY)
@signed_in(Scope.PLAY)
@game_exists
@comment_exists
@blueprint.arguments(CommentText)
@blueprint.response(200, CommentAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 503))
def edit(body: dict[str, Any], place: CommentPosition, player: str) -> dict[str, Any]:
    """Change the text of one of your comments; `edited_at` is then the time of the change."""
    _check_own(place, player)
    edited = services().comments.edit(place, body["text"], now_ms(), address())
    if edited is None:
        raise _unknown()
    return _shown(edited, _names(edited))


@blueprint.route("/games/<game>/comments/<comment>", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@game_exists
@comment_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def remove(place: CommentPosition, player: str) -> Response:
    """Delete one of your comments."""
    _check_own(place, player)
    services().comments.remove(place)
    return send_nothing()


def _check_own(place: CommentPosition, player: str) -> None:
    if place.author != player:
        raise Problem(403, "comment/not-yours", "only the author of a comment can change or delete it")


def _unknown() -> Problem:
    return Problem(404, "comment/unknown", "this game has no comment with this id")


def _names(*comments: Comment) -> dict[str, str | None]:
    """The current names of the authors."""
    return services().players.names(comment.place.author for comment in comments)


def _shown(comment: Comment, names: Mapping[str, str | None]) -> dict[str, Any]:
    place = comment.place
    return {
        "id": place.id,
        "version": place.version,
        "player": place.author,
        "name": names[place.author],
        "text": comment.shown,
        "created_at": place.created_at,
        "edited_at": comment.edited_at,
        "hidden": comment.hidden,
    }
