"""The games of the caller, those in which it is their turn first, and hints of changes."""

from collections.abc import Iterator
from typing import Any

from flask import Response

from replays.projections.view import summary
from service.api.accounts.schemas.games import MyGamesAnswer, MyGamesQuery
from service.api.live.sse import RESET, SSE, send_stream
from service.api.live.streams import hint_data
from service.api.shared.answers import Answer, paged
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.cursors import refusing_wrong_cursor
from service.application.games.lists.my_games import PlayerGamesQuery, page_of, waits_for
from service.application.live.items import Hint, Item, Missed
from service.application.live.rights import Rights
from service.application.live.stream import LiveStream
from service.http.authentication import access, stream_client
from service.http.costs.weights import ByLimit
from service.services import services
from service.shared.visibility import sight

blueprint = private_blueprint("my games", "Your games, and live hints about their changes.")


@blueprint.route("/me/games", methods=["GET"], weight=ByLimit(6))
@signed_in(Scope.READ)
@blueprint.arguments(MyGamesQuery, location="query")
@blueprint.response(200, MyGamesAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def index(query: dict[str, Any], player: str) -> Answer:
    """Your games: first those in which it is your turn, by deadline, then by the longest wait.

    Then come the other unfinished games, the latest change first, and then the finished ones, the newest
    first. `next` is the cursor of the next page, also as Link rel="next". A page may be shorter than `limit`;
    only the last page has no `next`. This order covers your newest 500 games of each unfinished status; older
    ones come among the finished games.
    """
    wanted = PlayerGamesQuery(player, query["status"], query["limit"], query["cursor"])
    with refusing_wrong_cursor():
        page = page_of(services().tables.log, services().tables.matches.readable, wanted)
    matches = list(filter(sight().may_see, page.matches))  # a seat may have been taken over since
    names = services().players.names_of(*matches)
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


@blueprint.route("/me/events", methods=["GET"], weight=2)
@signed_in(Scope.READ)
@blueprint.written(200, {"contentMediaType": SSE}, content_type=SSE)
@blueprint.doc(responses=errors(401, 503))
def events(player: str) -> Response:
    """A live stream of hints, `{"game", "version"}`, about changes in your games, including new games.

    A hint has no id and is not repeated: when the stream opens, and after an event `reset`, fetch your games
    again. Several changes of a game in quick succession may give one hint. `/events?mine=true` sends these
    hints too, and also reports changes of your notices.
    """
    follower = services().hub.follow({}, player, stream_client(), rights=Rights(frozenset({access()})))
    return send_stream(LiveStream(follower, _messages, {}))


def _messages(item: Item) -> Iterator[bytes]:
    if isinstance(item, Hint):
        yield hint_data(item)
    elif isinstance(item, Missed):
        yield RESET
