"""The games of who asks: what waits for a move, and hints of what changes."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from flask import Response

from replays.projections.view import summary
from service.accounts.access.scopes import Scope
from service.api.accounts.me_schemas import MyGamesAnswer, MyGamesQuery
from service.api.live.sse import RESET, SSE, send_stream
from service.api.live.streams import hint_data
from service.api.shared.answers import Answer, paged
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.games.lists.my_games import Wanted, page_of, waits_for
from service.http.authentication import access, stream_client
from service.live.follower import Hint, Item, Missed
from service.live.stream import LiveStream
from service.problem import wrong_cursor
from service.services import services
from service.shared.tables import names_of
from service.shared.visibility import may_see

blueprint = private_blueprint("my games", "Your games, and what changes in them.")


@blueprint.route("/me/games", methods=["GET"])
@signed_in(Scope.READ)
@blueprint.arguments(MyGamesQuery, location="query")
@blueprint.response(200, MyGamesAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def index(query: dict[str, Any], player: str) -> Answer:
    """Your games: first those that wait for you, by deadline, then the longest wait; then what else goes on.

    Of that the latest change is first, and of those that are over, which follow, the latest begun. `next` is
    the cursor of the page after, also as Link rel="next". A page may be shorter than `limit`; the last one is
    the one without `next`. Of more than 500 games of one status going on the newest are put in this order,
    the others come with those that are over.
    """
    wanted = Wanted(player, query["status"], query["limit"], query["cursor"])
    try:
        page = page_of(services().tables, wanted)
    except ValueError:
        raise wrong_cursor() from None
    matches = [match for match in page.matches if may_see(match)]  # a seat may have been taken over
    names = names_of(*matches)
    seen = services().notes.seen(player, [match.id for match in matches])
    games = [
        {
            **summary(match, names),
            "waiting": waits_for(match, player),
            "deadline": match.deadline,
            "seen": seen[match.id],
        }
        for match in matches
    ]
    return paged("games", games, page.next)


@blueprint.route("/me/events", methods=["GET"])
@signed_in(Scope.READ)
@blueprint.written(200, {"contentMediaType": SSE}, content_type=SSE)
@blueprint.doc(responses=errors(401, 503))
def events(player: str) -> Response:
    """A live stream of hints, `{"game", "version"}`, of what changes in your games, new ones included.

    A hint has no id and is not repeated: when the stream opens, and after an event `reset`, ask for your
    games again. Several changes of a game in quick succession may give one hint.

    `/events?mine=true` has these hints too, and tells of your notices.
    """
    follower = services().hub.follow({}, player, stream_client())
    stream = LiveStream(follower, _messages, {}, partial(services().tokens.holds, access()))
    return send_stream(stream)


def _messages(item: Item) -> Iterator[bytes]:
    if isinstance(item, Hint):
        yield hint_data(item)
    elif isinstance(item, Missed):
        yield RESET
