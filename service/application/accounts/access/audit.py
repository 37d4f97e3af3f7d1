"""The audit of an account: each deed with its time, its session or token, and its origin.

A stream in the account's slot has the newest entries. Network addresses are stored in the form of
`origins.origin`: a reader of the store learns none, but the owner sees which entries come from the same one.
"""

import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, cast

import orjson
from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.scripts import asking
from service.application.account_keys import AccountErased, AccountScript, audit_key

log = logging.getLogger(__name__)

MOST = 200
"""The most entries of an account."""

RECORD = f"""
redis.call('XADD', {audit_key}, 'MAXLEN', {MOST}, '*', 'e', ARGV[1])
return 'done'
"""


class Deed(Enum):
    """A kind of deed in the audit of an account; the value is stored and used in the API."""

    SIGNED_IN = "signed-in"
    SIGNED_IN_ANEW = "signed-in-new-device"
    """By a browser that had not signed in to the account before."""
    SIGNED_OUT = "signed-out"
    SIGNED_OUT_ELSEWHERE = "signed-out-elsewhere"
    SIGNED_OUT_EVERYWHERE = "signed-out-everywhere"
    SESSION_ENDED = "session-ended"
    """By a new password, a reset, signing out elsewhere, or a newer session that takes its place."""
    TOKEN_MADE = "token-made"  # noqa: S105 - a deed
    TOKEN_REVOKED = "token-revoked"  # noqa: S105 - a deed
    NAME_CHANGED = "name-changed"
    PASSWORD_CHANGED = "password-changed"  # noqa: S105 - a deed
    PASSWORD_RESET = "password-reset"  # noqa: S105 - a deed
    RESET_ASKED = "reset-asked"
    RESET_DROPPED = "reset-dropped"
    EMAIL_ASKED = "email-asked"
    EMAIL_DROPPED = "email-dropped"
    EMAIL_CONFIRMED = "email-confirmed"
    DEVICES_ENDED = "devices-ended"
    PASSKEY_ADDED = "passkey-added"
    PASSKEY_REMOVED = "passkey-removed"
    WEBHOOK_MADE = "webhook-made"
    WEBHOOK_CHANGED = "webhook-changed"
    """It has another URL or another secret."""
    WEBHOOK_ENDED = "webhook-ended"
    CALENDAR_MADE = "calendar-made"
    CALENDAR_ENDED = "calendar-ended"
    PUSH_MADE = "push-made"
    PUSH_ENDED = "push-ended"
    COLLECTION_SHARED = "collection-shared"
    """By a secret link."""
    COLLECTION_UNSHARED = "collection-unshared"
    INVITATION_MADE = "invitation-made"
    """A private table was opened, or one for invited players only."""
    INVITATIONS_ENDED = "invitations-ended"
    EXPORTED = "exported"


@dataclass(frozen=True, slots=True)
class AccountAuditEntry:
    """One deed: `at` in ms UTC, the id of the `token` that did it, if any, and the origin of its address.

    `of` is the id of what was created or ended: a token, a session, a webhook, a browser, a collection, a
    table.
    """

    at: int
    what: str
    token: str | None
    address: str
    of: str | None = None


class Audit:
    """The audits of all accounts.

    Methods raise `StoreAway`; `record` also raises `AccountErased` and `UnknownOutcome`.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._record = AccountScript(store, RECORD)

    def record(self, player: str, entry: AccountAuditEntry) -> None:
        """Append an entry; beyond `MOST` entries, the oldest is dropped."""
        self._record.run(player, orjson.dumps(asdict(entry)))

    def note(self, player: str, done: AccountAuditEntry) -> None:
        """Record a deed that was just done; if the store fails, the deed stands, and a warning is logged."""
        try:
            self.record(player, done)
        except AccountErased:
            pass
        except (StoreAway, UnknownOutcome):
            log.warning("the audit of an account lacks an entry: %s", done.what)

    def page(
        self, player: str, limit: int, before: str | None = None
    ) -> tuple[list[AccountAuditEntry], str | None]:
        """The newest entries older than the cursor `before`, at most `limit`, and the next page's cursor."""
        newest = "+" if before is None else f"({before}"
        with asking():
            found = cast(
                "list[Any]", self._store.xrevrange(audit_key(player), max=newest, min="-", count=limit + 1)
            )
        entries = [AccountAuditEntry(**orjson.loads(fields[b"e"])) for _, fields in found[:limit]]
        return entries, found[limit - 1][0].decode() if len(found) > limit else None

    def every(self, player: str) -> Iterator[dict[str, Any]]:
        """All entries, the newest first, as the API and the export show them."""
        return (asdict(entry) for entry in self.page(player, MOST)[0])
