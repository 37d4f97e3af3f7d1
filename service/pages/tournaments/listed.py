"""The list of tournaments: the viewer's own, and those open for entry, running and finished."""

from flask import Flask, Response, render_template, request

from replays.match.aggregate import Status
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.pages.shared.current_player import me, to_sign_in
from service.pages.shared.listed_tournaments import listed

PAGE_SIZE = 20
SHOWN = 6
"""The number of tournaments of each list on the page of all lists."""

MINE = "mine"
LISTS: dict[str, tuple[Text, Status | None]] = {
    MINE: (_lp("heading", "My tournaments"), None),
    "open": (_l("Open for entry"), Status.OPEN),
    "active": (_lp("choice", "Running"), Status.ACTIVE),
    "finished": (_lp("choice", "Finished"), Status.SCORED),
}
"""The lists: their headings, and the status of their tournaments, None for any."""


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/tournaments", view_func=tournaments, weight=15)


def tournaments() -> str | Response:
    """The first tournaments of each list, or with `status` in the query one list, page by page."""
    here, asked = me(), request.args.get("status")
    if asked == MINE and here is None:
        return to_sign_in()
    player = here["id"] if here else None
    if asked not in LISTS:
        names = [name for name in LISTS if name != MINE or player]
        lists = {name: listed(LISTS[name][1], _of(name, player), SHOWN)[0] for name in names}
        return render_template("tournaments/list.html", lists=lists, headings=LISTS, asked=None)
    found, following = listed(LISTS[asked][1], _of(asked, player), PAGE_SIZE, request.args.get("cursor"))
    return render_template(
        "tournaments/list.html", lists={asked: found}, headings=LISTS, asked=asked, following=following
    )


def _of(name: str, player: str | None) -> str | None:
    return player if name == MINE else None
