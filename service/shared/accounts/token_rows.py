"""Rows of tokens, sessions, passkeys and the audit for the account page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from service.application.accounts.access.audit import AccountAuditEntry
from service.application.accounts.access.scopes import EVERY, names
from service.application.accounts.passkeys.passkey import Passkey
from service.application.accounts.tokens import NAMED, TokenInfo
from service.application.i18n.browsers import described, in_words
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
class PasskeyRow:
    """A passkey: its id and name, its addition and its last use."""

    id: str
    name: str
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
    known = token.session and (use.browser or use.system or token.name.startswith(NAMED))
    return TokenRow(
        token.id,
        in_words(use.browser, use.system) if known else token.name,
        token.session,
        [] if token.scopes == EVERY else names(token.scopes),
        _time(token.created_at),
        None if use.at is None else _time(use.at),
    )


def passkey_row(passkey: Passkey) -> PasskeyRow:
    """The row of a passkey."""
    used = None if passkey.used_at is None else _time(passkey.used_at)
    return PasskeyRow(passkey.id, passkey.name, _time(passkey.created_at), used)


def browser_name(agent: str) -> str:
    """The browser with this User-Agent, as a name that a player may give to something."""
    return "".join(mark for mark in in_words(*described(agent)) if mark.isprintable())


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
