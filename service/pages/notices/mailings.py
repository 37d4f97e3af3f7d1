"""E-mails about games: the unsubscribe page that an e-mail links to, and the form that resumes them.

The link needs no session: people read mail where they are not signed in, and a mail program posts to the link
itself when its user presses unsubscribe (RFC 8058). Opening the page changes nothing.
"""

from flask import Blueprint, Flask, Response, render_template

from service.application.channels.email.mailings import begin_mailing
from service.application.problem import Problem
from service.http.endpoints import ALWAYS, WHILE_FULL
from service.pages.shared.current_player import me, own_pages
from service.pages.shared.forms import to_page
from service.services import services

blueprint = Blueprint("mailings", __name__)
own = own_pages("own_mailings", __name__)


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.register_blueprint(blueprint)
    app.register_blueprint(own)


@blueprint.get("/unsubscribe/<token>", weight=4)
def ask(token: str) -> Response:
    """The page that explains the link and has the button: mail scanners follow links, too."""
    if services().mailings.links.player(token) is None:
        raise _unknown()
    return _page(token, done=False)


@blueprint.post("/unsubscribe/<token>", weight=4, works=ALWAYS)
def stop(token: str) -> Response:
    """Stop e-mails about games, from the button of the page or of a mail program."""
    if not services().mailings.stop(token):
        raise _unknown()
    return _page(token, done=True)


@own.post("/account/notices/email", weight=1, works=WHILE_FULL)
def begin() -> Response:
    """Resume e-mails, even after the mail server refused one."""
    here = me()
    if here is None:
        return to_page("account.sign_in")
    begin_mailing(services().mailings, services().sessions, here["id"])
    return to_page("notice_preferences.show", done="email")


def _page(token: str, *, done: bool) -> Response:
    response = Response(render_template("account/unsubscribe.html", token=token, done=done))
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _unknown() -> Problem:
    return Problem(404, "unsubscribe/unknown", "this link is not valid: check that it is complete")
