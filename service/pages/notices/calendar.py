"""The calendar of a player's deadlines at a secret link, and the forms that create and revoke the link."""

from flask import Flask, Response, request

from replays.bootstrap import now_ms
from replays.match.aggregate import Status
from replays.tournament.fold import TOURNAMENTS
from service.application.channels.calendar.deadlines import deadlines, nearest, tag_of
from service.application.channels.calendar.feed import MEDIA_TYPE, feed
from service.application.channels.calendar.rounds import round_ends
from service.application.games.lists.my_games import going_on
from service.application.games.lists.my_series import unfinished
from service.application.i18n.speaking import speaking
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt
from service.http.endpoints import ALWAYS, NORMALLY
from service.http.hosts import shared_url
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import to_page
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.conditions import unless_known

OTHERS = "others"
"""The query parameter of a link that also shows other players' turns; its value does not matter."""

blueprint = own_pages("calendar", __name__)


def register(app: Flask) -> None:
    """Add the calendar and the forms to the app."""
    app.add_url_rule("/calendar/<token>.ics", endpoint="calendar_feed", view_func=show, weight=8)
    app.register_blueprint(blueprint)


def show(token: str) -> Response:
    """The deadlines of the link's owner; 404 for a link that is revoked or never existed.

    The token alone decides, whoever is signed in. If nothing has changed, no feed is written.
    """
    parts = services()
    player = parts.calendars.holder(token)
    if player is None:
        raise Problem(404, "calendar/unknown", "there is no calendar with this link")
    parts.throttle.count(Attempt.CALENDAR_BY, player)
    with speaking(parts.players.language(player)):
        return _calendar(player)


def _calendar(player: str) -> Response:
    parts = services()
    matches = list(parts.tables.matches.readable(going_on(parts.tables.log, player, (Status.ACTIVE,))))
    turns = deadlines(
        player,
        matches,
        services().players.names_of(*matches),
        lambda game: shared_url("game", game=game),
        others=OTHERS in request.args,
    )
    tournaments = unfinished(parts.tables.log, parts.streams, player, TOURNAMENTS)
    found = nearest(
        turns, round_ends(player, tournaments, lambda of: shared_url("tournament", tournament=of))
    )
    tag = tag_of(found)
    response = Response(content_type=MEDIA_TYPE)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    if not request.if_none_match.contains_weak(tag):
        response.data = feed(found)
    return unless_known(response)


@blueprint.post("/account/notices/calendar", weight=1, works=NORMALLY)
@signed_in
def renew(player: str) -> Response:
    """Create a link; the previous one stops working."""
    services().calendars.renew(player, "", now_ms(), acting())
    return to_page("notice_preferences.show", done="calendar")


@blueprint.post("/account/notices/calendar/revoke", weight=1, works=ALWAYS)
@signed_in
def revoke(player: str) -> Response:
    """Revoke the link."""
    services().calendars.revoke(player, acting())
    return to_page("notice_preferences.show", done="calendar-ended")
