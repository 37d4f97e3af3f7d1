"""The page of the player's notices, each with a link to its game, and a form that marks them as read."""

from contextlib import suppress

from flask import Flask, Response, render_template, request
from marshmallow import Schema, fields, validate

from service.application.notices.inboxes.inboxes import UnknownNotice
from service.http.endpoints import ALWAYS
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import form_of, to_page
from service.services import services
from service.shared.visibility import sight

PAGE_SIZE = 50

blueprint = own_pages("notices", __name__)


class SeenForm(Schema):
    """The newest notice on the page, up to which all are marked as read."""

    id = fields.String(required=True, validate=validate.Regexp(r"^[0-9]{1,15}\Z"))


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/notices", weight=10)
@signed_in
def index(player: str) -> str | Response:
    """The notices, newest first; redirects to the sign-in page if nobody is signed in."""
    cursor = request.args.get("cursor")
    notices, following = services().notice_reader.page(
        services().inboxes, player, cursor, PAGE_SIZE, sight().may_see
    )
    return render_template(
        "notices/notices.html",
        notices=notices,
        following=following,
        newest=notices[0].position if notices and cursor is None else None,
    )


@blueprint.post("/notices/seen", weight=1, works=ALWAYS)
@signed_in
def see(player: str) -> Response:
    """Mark all notices as read, up to the newest one shown."""
    with suppress(UnknownNotice):  # the inbox was emptied meanwhile: nothing is left to mark
        services().inboxes.see(player, int(form_of(SeenForm)["id"]))
    return to_page("notices.index")
