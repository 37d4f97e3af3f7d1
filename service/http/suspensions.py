"""Refuses changes by suspended accounts, except for the endpoints in `SPARED`.

The suspension is read together with the token, so it costs no further request to the store.
"""

from flask import Flask, request

from replays.bootstrap import now_ms
from service.application.problem import Problem
from service.http.authentication import READING, holder

SPARED = frozenset(
    {
        *("moves.create", "plans.lay", "plans.drop", "attendance.resign", "attendance.abort"),
        *("attendance.begin_vacation", "attendance.end_vacation", "attendance.claim", "attendance.come_back"),
        "attendance.end",
        *("account.begin", "session.sign_in", "account.sign_out", "session.sign_out"),
        *("account.sign_out_all", "account.sign_out_others", "tokens.sign_out"),
        *("account.ask_reset", "session.ask_reset", "account.reset", "session.reset"),
        *("account.verify", "session.verify", "account.set_password", "session.set_password"),
        *("account.revoke", "tokens.revoke", "tokens.rename", "account.erase", "me.erase"),
        *("account.show_page", "me.show_page", "comments.remove", "studies.delete"),
        *("talk.remove", "talk.mute", "talk.unmute", "contacts.mute", "contacts.unmute", "friends.unmute"),
        *("notes.write", "notes.see", "notes.remove"),
        *("my notices.see", "notices.see", "my notice preferences.save", "notice_preferences.save"),
        *("my muted games.save", "notice_preferences.unmute", "push.remove"),
        *("notice_preferences.remove_browser", "mailings.stop", "my calendar.revoke", "calendar.revoke"),
        *("webhooks.remove", "webhook_pages.remove"),
        *("contacts.block", "contacts.unblock", "contacts.unfollow"),
        *("friends.block", "friends.unblock", "friends.unfollow"),
    }
)
"""Endpoints open to a suspended account: finish its games, keep the account safe, delete and erase."""


def register(app: Flask) -> None:
    """Refuse changes by suspended accounts; register this after admission, which looks the token up."""
    app.before_request(refuse)


def refuse() -> None:
    """Raise 403 `account/suspended` if a suspended account requests a change that it may not make."""
    if request.method in READING or request.endpoint is None or request.endpoint in SPARED:
        return
    found = holder()
    suspension = found.suspension if found else None
    if suspension is not None and suspension.holds(now_ms()):
        raise Problem(
            403,
            "account/suspended",
            f"Your account is suspended: {suspension.reason}. You may finish games, read, export and erase.",
            {"until": suspension.until, "reason": suspension.reason},
        )
