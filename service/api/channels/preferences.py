"""The signed-in player's preferences for notices."""

from typing import Any

from replays.bootstrap import now_ms
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.http.endpoints import ALWAYS
from service.services import services
from service.shared.channels.channel_schemas import PreferencesAnswer, PreferencesRequest

blueprint = private_blueprint(
    "my notice preferences", "Time zone, quiet hours, kinds and times of notices by channel."
)


@blueprint.route("/me/notices/preferences", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.response(200, PreferencesAnswer)
@blueprint.doc(responses=errors(401, 503))
def show(player: str) -> dict[str, Any]:
    """Your preferences for notices: time zone, quiet hours, and the kinds and times of each channel.

    `channels` has the channels of this installation. A kind of notice without a preference is sent.
    """
    return services().notice_preferences.form(services().notice_preferences.of(player))


@blueprint.route("/me/notices/preferences", methods=["PUT"], weight=1, works=ALWAYS)
@signed_in(Scope.ACCOUNT)
@blueprint.arguments(PreferencesRequest)
@blueprint.response(200, PreferencesAnswer)
@blueprint.doc(responses=errors(401, 422, 503))
def save(body: dict[str, Any], player: str) -> dict[str, Any]:
    """Change your preferences for notices; members left out keep their values.

    The change also applies to notices that wait to be sent. An unknown time zone, kind, digest or hour is 422
    `request/invalid`, and so is a channel that this installation does not have.
    """
    return services().notice_preferences.form(services().notice_preferences.change(player, body, now_ms()))
