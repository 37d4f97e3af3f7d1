"""Rows of tokens, sessions and the audit for the account page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from service.application.accounts.access.audit import AccountAuditEntry
from service.application.accounts.access.scopes import EVERY, names
from service.application.accounts.tokens import TokenInfo
from service.application.i18n.browsers import in_words
from service.application.i18n.pages.account import DEEDS


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token: its name or browser, its scopes (empty for all), its creation and its last use."""

    id: str
    name: str
    session: bool
    scopes: list[str]
    since: datetime
    used: datetime | None


@dataclass(frozen=True, slots=True)
class AuditRow:
    """An audit entry: the deed in words, its time, its browser or program, and a mark of the address."""

    at: datetime
    what: str
    by: str | None
    address: str


def listed(token: TokenInfo) -> TokenRow:
    """The row of a token."""
    use = token.use
    known = token.session and (use.browser or use.system)
    return TokenRow(
        token.id,
        in_words(use.browser, use.system) if known else token.name,
        token.session,
        [] if token.scopes == EVERY else names(token.scopes),
        _time(token.created_at),
        None if use.at is None else _time(use.at),
    )


def audit_rows(entries: Iterable[AccountAuditEntry], tokens: Iterable[TokenInfo]) -> list[AuditRow]:
    """The rows of an audit; `by` is None if the token is revoked."""
    called = {token.id: listed(token).name for token in tokens}
    return [
        AuditRow(
            _time(entry.at),
            str(DEEDS[entry.what]),
            called.get(entry.token or ""),
            entry.address[:6],
        )
        for entry in entries
    ]


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
