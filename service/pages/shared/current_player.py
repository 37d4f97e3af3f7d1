"""The signed-in player of a page, taken from the session cookie."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from flask import Blueprint, Flask, Response, g, request

from replays.log.event_log import StoreAway
from service.application.games.presets import preselected_bot
from service.application.people.records import PoolRecord
from service.application.problem import Problem
from service.http.authentication import refuse_other_sites, refuse_scoped_tokens, visitor
from service.pages.shared.forms import to_page
from service.services import services

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Register the template functions `me()`, `unread()` and `usual_bot()`."""
    app.add_template_global(me)
    app.add_template_global(unread)
    app.add_template_global(usual_bot)


def own_pages(name: str, import_name: str) -> Blueprint:
    """A blueprint of pages for the viewer alone: not cached, and forms only accepted from our own pages."""
    blueprint = Blueprint(name, import_name)
    blueprint.before_request(refuse_other_sites)
    blueprint.before_request(refuse_scoped_tokens)
    blueprint.after_request(_unstored)
    return blueprint


def to_sign_in() -> Response:
    """Redirect to the sign-in page, and from there back to this page with its query, unless it was a form."""
    back = request.full_path.removesuffix("?") if request.method == "GET" else None
    return to_page("account.sign_in", back=back)


def signed_in(view: Callable[Concatenate[str, P], R]) -> Callable[P, R | Response]:
    """Pass the id of the signed-in player to a view; redirect to the sign-in page if nobody is signed in."""

    @wraps(view)
    def guarded(*args: P.args, **values: P.kwargs) -> R | Response:
        here = me()
        return view(here["id"], *args, **values) if here else to_sign_in()

    return guarded


def _unstored(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def me() -> dict[str, str] | None:
    """The `id` and `name` of the signed-in player, or None; looked up once per request.

    If the lookup fails, even by an unexpected error, the page is shown as to a signed-out visitor. Otherwise
    Flask would log an error in an error page together with the path, which may contain the token of a link.
    """
    if "me" not in g:
        g.me = None
        try:
            g.me = _looked_up()
        except (Problem, StoreAway):
            pass
        except Exception:
            log.exception("who is here could not be found out")
    found: dict[str, str] | None = g.me
    return found


def unread() -> int:
    """The signed-in player's number of unread notices; 0 if it cannot be read now."""
    here = me()
    if here is None:
        return 0
    if "unread" not in g:
        g.unread = 0
        with suppress(StoreAway):
            g.unread = services().inboxes.unread(here["id"])
    return int(g.unread)


def usual_bot() -> str:
    """The bot that forms preselect for the viewer; an easy one if the record cannot be read now."""
    if "usual_bot" not in g:
        here = me()
        g.usual_bot = preselected_bot([])
        with suppress(StoreAway):
            g.usual_bot = preselected_bot(services().people.records.of(here["id"]) if here else [])
    return str(g.usual_bot)


def note(unread: int, record: Sequence[PoolRecord]) -> None:
    """Use these for `unread()` and `usual_bot()` during this request, for a view that has read them."""
    g.unread, g.usual_bot = unread, preselected_bot(record)


def _looked_up() -> dict[str, str] | None:
    owner = visitor()
    player = owner.player if owner else None
    name = services().players.names([player])[player] if player else None
    return {"id": player, "name": name} if player and name else None
