"""Moderation as it concerns the signed-in player: a suspension, decisions, and the player's own reports."""

from contextlib import suppress

from flask import Flask, Response, render_template, request

from replays.bootstrap import now_ms
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.i18n.moderation import DECIDED, KINDS, WHY, moment
from service.application.moderating.cases import suspension_now
from service.application.moderating.finding import subject_at
from service.application.notices.inboxes.inboxes import UnknownNotice
from service.application.notices.notice import ACCOUNT
from service.application.problem import Problem
from service.http.authentication import holder
from service.pages.shared.current_player import me, own_pages, signed_in, unread
from service.services import services
from service.shared.visibility import sight

blueprint = own_pages("own_moderation", __name__)


def register(app: Flask) -> None:
    """Add the page to the app, and register the template functions `suspension()` and `moment_of(ms)`."""
    app.register_blueprint(blueprint)
    app.add_template_global(_suspension, "suspension")
    app.add_template_global(moment, "moment_of")


@blueprint.get("/account/moderation", weight=4)
@signed_in
def show(player: str) -> Response | str:
    """The newest decisions and reports; redirects to the sign-in page if nobody is signed in.

    Marks the notices about them as read.
    """
    if unread():
        with suppress(StoreAway, UnknownOutcome, UnknownNotice):
            services().inboxes.see(player, None, ACCOUNT)
    parts = services().moderation
    return render_template(
        "moderation/own.html",
        decisions=parts.decided_about(player),
        views=parts.viewed_about(player),
        reports=parts.kept_about(player),
        is_moderator=parts.docket.is_moderator(player),
        kinds=KINDS,
        why=WHY,
        decided=DECIDED,
        reported=request.args.get("done") == "reported",
        back=_where(request.args.get("about", ""), player),
    )


def _where(key: str, player: str) -> str | None:
    """The path of the text that was just reported; None if it is no longer visible."""
    with suppress(Problem):
        return services().reporting.reportable(subject_at(key), player, sight()).path
    return None


def _suspension() -> dict[str, str] | None:
    """The signed-in player's suspension in words; None if there is none or nobody is signed in."""
    found = holder() if me() else None
    suspension = suspension_now(found.suspension, now_ms()) if found else None
    return {"until": moment(suspension.until), "reason": suspension.reason} if suspension else None
