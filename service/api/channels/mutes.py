"""The games that the signed-in player has muted."""

from functools import wraps
from typing import Any

from replays.bootstrap import now_ms
from replays.encoding.identity import is_uuid
from service.api.shared.answers import Answer, paged
from service.api.shared.blueprints import View, private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.channels.forms import mute_form
from service.application.problem import wrong_cursor
from service.http.endpoints import ALWAYS
from service.services import services
from service.shared.channels.channel_schemas import MuteOfGame, MuteRequest, MutesAnswer, MutesQuery
from service.shared.visibility import match_of

blueprint = private_blueprint("my muted games", "Games for which channels send you no notices.")


@blueprint.route("/me/notices/mutes", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.arguments(MutesQuery, location="query")
@blueprint.response(200, MutesAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def index(query: dict[str, Any], player: str) -> Answer:
    """The games that you muted, by id, each with its muted channels.

    You can mute at most 500 games; one more unmutes the game that was muted first. `next` is the cursor of
    the next page, also as Link rel="next".
    """
    cursor, limit = query["cursor"], query["limit"]
    if cursor is not None and not is_uuid(cursor):
        raise wrong_cursor()
    preferences = services().notice_preferences.of(player)
    found = [game for game in sorted(preferences.muted) if cursor is None or game > cursor]
    following = found[limit - 1] if len(found) > limit else None
    return paged("mutes", [mute_form(preferences, game) for game in found[:limit]], following)


def _known(view: View) -> View:
    """Guards a view: 404 for a game that the player may not see and has not muted."""

    @wraps(view)
    def found(*args: Any, game: str, player: str, **kwargs: Any) -> Any:
        if game not in services().notice_preferences.of(player).muted:
            match_of(game)
        return view(*args, game=game, player=player, **kwargs)

    return found


@blueprint.route("/me/notices/mutes/<game>", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@_known
@blueprint.response(200, MuteOfGame)
@blueprint.doc(responses=errors(401, 404, 503))
def show(game: str, player: str) -> dict[str, Any]:
    """The channels that are muted for a game."""
    return {
        **mute_form(services().notice_preferences.of(player), game),
        "offered": services().notice_preferences.offered,
    }


@blueprint.route("/me/notices/mutes/<game>", methods=["PUT"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@_known
@blueprint.arguments(MuteRequest)
@blueprint.response(200, MuteOfGame)
@blueprint.doc(responses=errors(401, 404, 422, 503))
def save(body: dict[str, Any], game: str, player: str) -> dict[str, Any]:
    """Mute exactly these channels for a game; an empty list unmutes all.

    The notices of the game stay in your list. A game that you may not see is 404, unless you muted it before.
    """
    return {
        **mute_form(services().notice_preferences.mute(player, game, body["channels"], now_ms()), game),
        "offered": services().notice_preferences.offered,
    }
