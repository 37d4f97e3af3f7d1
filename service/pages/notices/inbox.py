"""The page of one's notices, each with the way to its game, and a form that marks them as read."""

from contextlib import suppress
from datetime import UTC, datetime

from flask import Flask, Response, render_template, request, url_for
from marshmallow import Schema, fields, validate

from service.notices.inboxes.inboxes import UnknownNotice
from service.pages.shared.current_player import me, own_pages, to_sign_in
from service.pages.shared.forms import form_of
from service.services import services
from service.shared.channels.notices import shown

PAGE_SIZE = 50

blueprint = own_pages("notices", __name__)


class SeenForm(Schema):
    """The newest notice on the page."""

    id = fields.String(required=True, validate=validate.Regexp(r"^[0-9]{1,15}\Z"))


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/notices")
def index() -> str | Response:
    """The notices, the newest first; who is not signed in is led there."""
    here, cursor = me(), request.args.get("cursor")
    if here is None:
        return to_sign_in()
    notices, following = shown(here["id"], cursor, PAGE_SIZE)
    return render_template(
        "notices/notices.html",
        notices=notices,
        following=following,
        newest=notices[0].position if notices and cursor is None else None,
        moment=_moment,
    )


@blueprint.post("/notices/seen")
def see() -> Response:
    """Mark all up to the newest that was shown as read."""
    here = me()
    if here is None:
        return to_sign_in()
    with suppress(UnknownNotice):  # the inbox was emptied meanwhile: nothing is left to be read
        services().inboxes.see(here["id"], int(form_of(SeenForm)["id"]))
    return _to("notices.index")


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _to(endpoint: str) -> Response:
    return Response(status=303, headers={"Location": url_for(endpoint)})
