"""The players whom the viewer follows, has blocked or muted, and the forms for this on players' pages."""

from collections.abc import Callable
from typing import NamedTuple

from flask import Flask, Response, render_template, request

from replays.bootstrap import now_ms
from replays.match.aggregate import Sitter
from service.application.cursors import refusing_wrong_cursor
from service.application.i18n.people import DONE
from service.application.i18n.speaking import gettext
from service.application.people.contacts import ContactList
from service.application.people.records import Meeting
from service.http.client_address import address
from service.http.endpoints import ALWAYS, NORMALLY
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import to_page
from service.services import services
from service.shared.visibility import key_of_new

PAGE_SIZE = 50
LISTS = {"following": "friends.index", "blocked": "friends.blocked", "muted": "friends.muted"}
"""The pages that a form may redirect to, by its `back` field; the default is the player's page."""

blueprint = own_pages("friends", __name__)


class ListedContact(NamedTuple):
    """A player in a list: the name, None if the account is erased, and the record of both players."""

    id: str
    name: str | None
    meeting: Meeting | None


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/following", weight=4)
def index() -> str | Response:
    """The players whom the viewer follows, with links to invite them again."""
    return _list(ContactList.FOLLOWING, gettext("Players I follow"))


@blueprint.get("/blocked", weight=8)
def blocked() -> str | Response:
    """The players whom the viewer has blocked."""
    return _list(ContactList.BLOCKED, gettext("Players I have blocked"))


@blueprint.get("/muted", weight=8)
def muted() -> str | Response:
    """The players whose messages the viewer has muted."""
    return _list(ContactList.MUTED, gettext("Players I have muted"))


@blueprint.post("/players/<player>/follow", weight=1, works=NORMALLY)
def follow(player: str) -> Response:
    """Follow the player."""
    return _added("followed", player, ContactList.FOLLOWING)


@blueprint.post("/players/<player>/unfollow", weight=1, works=ALWAYS)
def unfollow(player: str) -> Response:
    """Stop following the player."""
    return _removed("unfollowed", player, ContactList.FOLLOWING)


@blueprint.post("/players/<player>/block", weight=1, works=ALWAYS)
def block(player: str) -> Response:
    """Block the player."""
    return _added("blocked", player, ContactList.BLOCKED)


@blueprint.post("/players/<player>/unblock", weight=1, works=ALWAYS)
def unblock(player: str) -> Response:
    """Unblock the player."""
    return _removed("unblocked", player, ContactList.BLOCKED)


@blueprint.post("/players/<player>/unmute", weight=1, works=ALWAYS)
def unmute(player: str) -> Response:
    """Unmute the player's messages."""
    return _removed("unmuted", player, ContactList.MUTED)


@blueprint.post("/players/<player>/play", weight=1, works=NORMALLY)
@signed_in
def play(own: str, player: str) -> Response:
    """Open a game like the last one with the player, and redirect to it."""
    match = services().play_again.open(Sitter(own, None), player, None, address(), now_ms())
    return to_page("game", game=match.id, invitation=key_of_new(match))


@signed_in
def _list(own: str, of: ContactList, title: str) -> str | Response:
    parts = services()
    with refusing_wrong_cursor():
        page, following = parts.contacts.page(of, own, request.args.get("cursor"), PAGE_SIZE)
    ids = [each.player for each in page]
    names, meetings = parts.players.names(ids), parts.records.meetings(own, ids)
    return render_template(
        "people/contacts.html",
        title=title,
        of=of.value,
        contacts=[ListedContact(each, names[each], meetings[each]) for each in ids],
        following=following,
        done=DONE.get(request.args.get("done", "")),
    )


def _added(what: str, player: str, to: ContactList) -> Response:
    add = services().people.add_contact
    return _done(what, player, lambda own: add(to, own, player, address(), now_ms()))


def _removed(what: str, player: str, of: ContactList) -> Response:
    return _done(what, player, lambda own: services().contacts.remove(of, own, player))


@signed_in
def _done(own: str, what: str, player: str, change: Callable[[str], None]) -> Response:
    """Change something for the signed-in player, and redirect to the page that has the form."""
    change(own)
    back = LISTS.get(request.form.get("back", ""))
    return to_page(back, done=what) if back else to_page("player", player=player, done=what)
