"""The page of notice preferences, with a section for each channel."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

from flask import Flask, Response, render_template, request
from marshmallow import ValidationError
from werkzeug.datastructures import MultiDict

from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from service.application.channels.email.mailings import mailing_of
from service.application.channels.preferences import Preferences
from service.application.channels.push import browsers
from service.application.i18n.field_errors import error_words
from service.application.i18n.names import displayed
from service.application.i18n.pages.notices import telling
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.speaking import present
from service.application.i18n.zones import REGIONS, zones
from service.application.notices.kinds.registry import KINDS, grouped
from service.application.problem import Problem
from service.http.authentication import access
from service.http.endpoints import ALWAYS
from service.http.hosts import shared_url
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import to_page
from service.services import services
from service.shared.accounts.audit import acting
from service.shared.channels.channel_schemas import PreferencesRequest
from service.shared.visibility import sight

QUIET = {"begin": "22:00", "end": "07:00"}
"""The quiet hours proposed to players who have none."""
MOST_SHOWN = 50
"""The maximum number of muted games on the page; the API lists all."""
DONE = {
    "saved": _lp("message", "Saved."),
    "removed": _l("This browser gets no messages any more."),
    "email": _l("E-mails go out from now on."),
    "unmuted": _l("You get notices about this game again."),
    "calendar": _l("Your calendar has a new link."),
    "calendar-ended": _l("The link of your calendar is revoked."),
}

blueprint = own_pages("notice_preferences", __name__)


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.register_blueprint(blueprint)
    app.add_template_global(wishes_in_words)


@blueprint.get("/account/notices", weight=12)
@signed_in
def show(player: str) -> str | Response:
    """The player's notice preferences; redirects to the sign-in page if nobody is signed in."""
    preferences = services().notice_preferences
    return _page(player, preferences.form(preferences.of(player)), {})


@blueprint.post("/account/notices", weight=12, works=ALWAYS)
@signed_in
def save(player: str) -> Response | tuple[str, int]:
    """Save the preferences, or show the form again with the errors."""
    said = _said(request.form)
    try:
        services().notice_preferences.change(player, PreferencesRequest().load(_sent(said)), now_ms())
    except ValidationError as wrong:
        return _page(player, said, dict(_wrong(wrong.messages_dict))), 422
    return to_page("notice_preferences.show", done="saved")


@blueprint.post("/account/notices/browsers/<browser>/remove", weight=1, works=ALWAYS)
@signed_in
def remove_browser(player: str, browser: str) -> Response:
    """Stop messages to one of the player's browsers; succeeds if the browser is already removed."""
    with suppress(Problem):
        browsers.remove_browser(services().browsers, player, browser, acting())
    return to_page("notice_preferences.show", done="removed")


@blueprint.post("/account/notices/mutes/<game>/remove", weight=1, works=ALWAYS)
@signed_in
def unmute(player: str, game: str) -> Response:
    """Unmute a game; succeeds if it was not muted."""
    services().notice_preferences.mute(player, game, (), now_ms())
    return to_page("notice_preferences.show", done="unmuted")


def wishes_in_words(channel: str, wishes: Mapping[str, Any], quiet: Mapping[str, str] | None) -> str:
    """The effect of these preferences, in words."""
    when = wishes["digest"] if wishes["on"] else "off"
    ending = ".quiet" if quiet and wishes["on"] else ""
    digits = present().format.digits
    hours = {"from": digits(quiet["begin"]), "to": digits(quiet["end"])} if quiet else {}
    hour = digits(f"{wishes['hour']:02}:00")
    return telling.PREVIEWS[f"telling.{channel}.{when}{ending}"].told(hour=hour, **hours)


def _page(player: str, said: Mapping[str, Any], wrong: Mapping[str, str]) -> str:
    link = services().calendars.of(player)
    preferences, known = services().targets.known(player)
    targets = groupby(known, key=lambda each: each.target.channel)
    return render_template(
        "account/notices/page.html",
        said=said,
        quiet=said["quiet"] or QUIET,
        wrong=wrong,
        done=DONE.get(request.args.get("done", "")),
        channels=services().channels,
        browsers=browsers.shown(services().browsers.of(player), access().token),
        targets={channel: list(each) for channel, each in targets},
        calendar=shared_url("calendar_feed", token=link.token) if link else None,
        muted=_muted(preferences),
        telling=telling,
        groups=grouped(),
        mailing=mailing_of(services().mailings, services().sessions, player),
        regions=REGIONS,
        zones=zones(),
    )


def _muted(preferences: Preferences) -> list[tuple[str, str]]:
    """The games muted on channels of this installation, last muted first, with the names of their players.

    The names are empty for games that the player may no longer see.
    """
    offered = set(services().notice_preferences.offered)
    games = [GameId(game) for game, channels in preferences.muted.items() if channels & offered]
    shown = games[: -MOST_SHOWN - 1 : -1]
    readable = services().tables.matches.readable(shown)
    matches = {match.id: match for match in filter(sight().may_see, readable)}
    names = services().players.names_of(*matches.values())
    return [
        (game, present().sequence(displayed(matches[game], names)) if game in matches else "")
        for game in shown
    ]


def _said(form: MultiDict[str, str]) -> dict[str, Any]:
    """The form's choices in the API's shape, for the channels on the page; checkboxes are on or missing."""
    return {
        "time_zone": form.get("time_zone") or None,
        "quiet": {"begin": form.get("from", ""), "end": form.get("to", "")} if "quiet" in form else None,
        "channels": {
            channel: {
                "on": f"{channel}.on" in form,
                "digest": form.get(f"{channel}.digest", ""),
                "hour": _hour(form.get(f"{channel}.hour", "")),
                "kinds": {kind: f"{channel}.{kind}" in form for kind in KINDS},
            }
            for channel in form.getlist("channel")
            if channel in services().notice_preferences.offered
        },
    }


def _hour(text: str) -> int:
    """The hour, or -1 if the text is not a number of at most two digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1


def _sent(said: Mapping[str, Any]) -> dict[str, Any]:
    quiet = said["quiet"]
    return {**said, "quiet": quiet and {"from": quiet["begin"], "to": quiet["end"]}}


def _wrong(messages: Mapping[Any, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The error message for each field of the page: `time_zone`, `to`, `email.hour` and so on."""
    for name, inner in messages.items():
        if isinstance(inner, dict):
            yield from _wrong(inner, (*path, str(name)))
            continue
        channel = f"{path[1]}." if path[:1] == ("channels",) and len(path) > 1 else ""
        yield f"{channel}{name}", " ".join(map(error_words, inner))
