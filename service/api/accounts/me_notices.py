"""The notices of the caller about their games, and which of them are read."""

from typing import Any

from replays.encoding.identity import GameId
from service.api.accounts.schemas.notices import NoticesAnswer, NoticesQuery, NoticesSeenRequest, UnreadAnswer
from service.api.shared.answers import Answer, paged
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.notices.inboxes.inboxes import UnknownNotice
from service.application.notices.inboxes.reading import Spoken
from service.application.problem import Problem
from service.http.endpoints import ALWAYS
from service.services import services
from service.shared.visibility import sight

blueprint = private_blueprint("my notices", "Notices about your games.")


@blueprint.route("/me/notices", methods=["GET"], weight=10)
@signed_in(Scope.READ)
@blueprint.arguments(NoticesQuery, location="query")
@blueprint.response(200, NoticesAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def index(query: dict[str, Any], player: str) -> Answer:
    """Your notices, the newest first; the newest 500 are stored.

    Each notice is created once, from the record of the game. Until a game ends, only its latest notice of
    each of the kinds `turn`, `time_running_out` and `plan_failed` is stored. A notice that is no longer true,
    such as a turn after your move, counts as read. Notices of games that you may no longer see are left out.
    `next` is the cursor of the next page, also as Link rel="next". `/events?mine=true` reports changes.
    """
    found, following = services().notice_reader.page(
        services().inboxes, player, query["cursor"], query["limit"], sight().may_see
    )
    answer, headers = paged("notices", list(map(_shown, found)), following)
    return {**answer, "unread": services().inboxes.unread(player)}, headers


@blueprint.route("/me/notices/seen", methods=["PUT"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@blueprint.arguments(NoticesSeenRequest)
@blueprint.response(200, UnreadAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def see(body: dict[str, Any], player: str) -> dict[str, int]:
    """Mark all notices up to this one as read, or only those of one game; returns the number of unread ones.

    With `game` and without `id`, all notices of that game are marked. An id newer than your newest notice is
    422 `notice/ahead`, with the `newest`.
    """
    upto = int(body["id"]) if body["id"] else None
    table = GameId(body["game"]) if body["game"] else None
    try:
        return {"unread": services().inboxes.see(player, upto, table)}
    except UnknownNotice as unknown:
        raise Problem(
            422,
            "notice/ahead",
            f"your newest notice is {unknown.newest}, so {body['id']} cannot have been read",
            more={"newest": str(unknown.newest)},
        ) from None


def _shown(each: Spoken) -> dict[str, Any]:
    return {**each.notice.at_position(each.position, unread=each.unread), "text": each.text}
