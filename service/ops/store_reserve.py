"""Refuses some operations while the store is nearly full, so that current games can go on.

Every changing operation is in one of two sets; a test checks that none is missing.
"""

from flask import Flask, request

from service.application.problem import Problem
from service.ops.store_memory import NEARLY_FULL, MemorySampler

RETRY_SECONDS = "60"

REFUSED = frozenset(
    {
        *("account.begin_as_guest", "players.register", "session.guest"),
        *("account.set_password", "session.set_password", "tokens.create"),
        *("games.create", "games.join", "dynasties.create", "dynasties.join", "invitations.rematch"),
        *("attendance.seat_bot", "dynasties.seat_bot", "push.create", "my calendar.renew", "calendar.renew"),
        *("webhooks.create", "webhook_pages.create", "contacts.follow", "friends.follow"),
        *("friends.play", "people.play", "joining.game", "joining.dynasty"),
        *("comments.write", "comments.edit", "notes.write", "notes.see", "plans.lay", "studies.create"),
        *("collections.create", "collections.change", "collections.put", "own_collections.create"),
        *("own_collections.edit", "own_collections.write", "own_collections.move", "own_collections.collect"),
        *("reviews.create", "reviews.create_for_study"),
        *("moderation.create", "reporting.send"),
        *("talk.write", "talk.mute", "contacts.mute"),
    }
)
"""The operations that current games do not need, including joining a table, which may start a new game."""

SPARED = frozenset(
    {
        "moves.create",
        *("attendance.abort", "attendance.begin_vacation", "attendance.claim", "attendance.come_back"),
        *("attendance.end", "attendance.end_vacation", "attendance.resign", "attendance.take_over"),
        *("account.begin", "session.sign_in", "account.sign_out", "session.sign_out"),
        *("account.ask_reset", "session.ask_reset", "account.reset", "session.reset"),
        *("account.verify", "session.verify", "account.rename", "me.rename", "tokens.rename"),
        *("account.revoke", "tokens.revoke", "account.erase", "me.erase"),
        *("account.sign_out_all", "account.sign_out_others", "tokens.sign_out"),
        *("talk.remove", "talk.unmute", "contacts.unmute", "friends.unmute"),
        *("comments.remove", "notes.remove", "plans.drop", "studies.delete"),
        *("collections.remove", "collections.take", "own_collections.delete", "own_collections.take"),
        *("my notice preferences.save", "notice_preferences.save", "my muted games.save"),
        "notice_preferences.unmute",
        *("my calendar.revoke", "calendar.revoke"),
        *("my notices.see", "notices.see", "push.remove", "notice_preferences.remove_browser"),
        *("webhooks.change", "webhooks.remove", "webhooks.rotate", "webhooks.test", "webhooks.replay"),
        *("webhook_pages.edit", "webhook_pages.switch", "webhook_pages.rotate", "webhook_pages.test"),
        *("webhook_pages.replay", "webhook_pages.remove"),
        *("contacts.block", "contacts.unblock", "contacts.unfollow", "friends.block", "friends.unblock"),
        *("friends.unfollow", "account.show_page", "me.show_page"),
        *("moderation.decide_on", "cases.decide_on"),
        *("mailings.stop", "my emails.begin", "own_mailings.begin"),
    }
)
"""The operations that current games need, that sign players in, or that free memory."""


def register(app: Flask, memory: MemorySampler) -> None:
    """Refuse the operations in `REFUSED` with 503 `store/nearly-full`, before they change anything."""

    def keep_the_reserve() -> None:
        if request.endpoint in REFUSED and memory.last().share > NEARLY_FULL:
            raise Problem(
                503,
                "store/nearly-full",
                "the store is nearly full, so only current games continue: nothing was changed, "
                "try again later",
                headers={"Retry-After": RETRY_SECONDS},
            )

    app.before_request(keep_the_reserve)
