"""The e-mails and passwords of accounts, in the store.

An account gets an e-mail only when its owner follows a link sent to it. Until then, the new e-mail and
password wait in a proposal, and the old ones stay valid. The index from e-mails to accounts is in other
slots, so it is written first and the account after it. Both must match: an entry whose account does not have
the e-mail, because a process died in between, is ignored.
"""

import os
from dataclasses import dataclass
from typing import cast

from redis import Redis

from replays.store.scripts import Script, asking
from service.application.account_keys import (
    AccountErased,
    AccountScript,
    credentials_key,
    derive,
    is_player,
    place_of,
    proposal_key,
    reset_key,
)
from service.application.accounts.credentials.email_addresses import fingerprint
from service.application.accounts.credentials.known_devices import Devices
from service.application.accounts.targets import TELL_BY_EMAIL
from service.application.accounts.tokens import END_SESSIONS, REVOKE_ALL
from service.application.mail.outbox import Email, emails_key, link_digest

CONFIRM_MS = 24 * 60 * 60 * 1000
"""How long the link that confirms an e-mail works."""
RESET_MS = 60 * 60 * 1000
"""How long the link for a new password works."""
LETTERS_MS = 2 * CONFIRM_MS
"""How long unsent e-mails are stored."""

CREDENTIALS, PROPOSAL, RESET_LINK, EMAILS = (
    f"KEYS[{place_of(key)}]" for key in (credentials_key, proposal_key, reset_key, emails_key)
)

POST = f"redis.call('PEXPIRE', {EMAILS}, {LETTERS_MS})\n"

PROPOSE = f"""
redis.call('DEL', {PROPOSAL})
redis.call('HSET', {PROPOSAL}, 'email', ARGV[1], 'password', ARGV[2], 'digest', ARGV[3])
redis.call('PEXPIRE', {PROPOSAL}, {CONFIRM_MS})
redis.call('HSET', {EMAILS}, ARGV[4], ARGV[5])
{POST} return 'done'
"""

CONFIRM = f"""{END_SESSIONS}{TELL_BY_EMAIL}
if redis.call('HGET', {PROPOSAL}, 'digest') ~= ARGV[1] then return 'unknown' end
local proposed = redis.call('HMGET', {PROPOSAL}, 'email', 'password')
if redis.call('HEXISTS', {CREDENTIALS}, 'password') == 1 then end_sessions(ARGV[4]) end
redis.call('HSET', {CREDENTIALS}, 'email', proposed[1], 'password', proposed[2])
redis.call('DEL', {PROPOSAL}, {RESET_LINK})
tell_by_email()
if ARGV[2] ~= '' then
  redis.call('HSET', {EMAILS}, ARGV[2], ARGV[3])
  {POST}
end
return 'done'
"""
"""Puts the proposal into force; notices go to the e-mail from now on. If the account had a password, all
sessions but one end."""

CHANGE = f"""{END_SESSIONS}
if redis.call('HGET', {CREDENTIALS}, 'password') ~= ARGV[1] then return 'changed' end
redis.call('HSET', {CREDENTIALS}, 'password', ARGV[2])
redis.call('DEL', {PROPOSAL}, {RESET_LINK})
end_sessions(ARGV[3])
return 'done'
"""
"""Changes the password and ends all sessions but one; a proposal or reset under the old password becomes
invalid."""

ORDER_RESET = f"""
redis.call('SET', KEYS[1], ARGV[1], 'PX', {RESET_MS})
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], {LETTERS_MS})
return 'done'
"""
"""Stores a reset link and its e-mail, also for accounts that do not exist, so that both look the same."""

RESET = f"""
if redis.call('GET', {RESET_LINK}) ~= ARGV[1] then return 'unknown' end
redis.call('HSET', {CREDENTIALS}, 'password', ARGV[2])
redis.call('DEL', {PROPOSAL}, {RESET_LINK})
{REVOKE_ALL} return 'done'
"""
"""Sets a new password and revokes every token, because an intruder may hold one."""

CLAIM = """
local holder = redis.call('GET', KEYS[1]) or ''
if holder == ARGV[1] then return 'done' end
if holder ~= ARGV[2] then return 'changed' end
redis.call('SET', KEYS[1], ARGV[1])
return 'done'
"""
"""Enters the player ARGV[1] for an e-mail, if its entry is still ARGV[2] (a stale one, or "" for none)."""

RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 'done'"


@dataclass(frozen=True, slots=True)
class Credentials:
    """The e-mail and hashed password of an account, and the e-mail awaiting confirmation; None if missing."""

    email: str | None
    password: str | None
    proposed: str | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The e-mail and the hashed password that a player has proposed, to be confirmed by a link."""

    player: str
    email: str
    password: str


class UnknownLink(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The link was never sent, or was used, was replaced, or has expired."""


class EmailTaken(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Another account has this e-mail."""


class PasswordChanged(Exception):  # noqa: N818 - an expected outcome, not a fault
    """A concurrent request has changed the password."""


class CredentialsStore:
    """The credentials of all accounts, and the devices that have used them; `key` is the server's secret.

    Methods raise `StoreAway`; those that change something also `AccountErased` and `UnknownOutcome`. After
    `UnknownOutcome` they are safe to repeat, except that a link may be used up.
    """

    def __init__(self, store: Redis, key: bytes) -> None:
        self.devices = Devices(key, os.urandom)
        self._store = store
        self._key = key
        self._propose = AccountScript(store, PROPOSE)
        self._confirm = AccountScript(store, CONFIRM)
        self._change = AccountScript(store, CHANGE)
        self._reset = AccountScript(store, RESET)
        self._order = Script(store, ORDER_RESET)
        self._claim = Script(store, CLAIM)
        self._release = Script(store, RELEASE)

    def of(self, player: str) -> Credentials:
        """The player's credentials."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.hmget(credentials_key(player), ["email", "password"])
            pipeline.hget(proposal_key(player), "email")
            (email, password), proposed = pipeline.execute()
        return Credentials(*(part.decode() if part else None for part in (email, password, proposed)))

    def holder(self, email: str) -> tuple[str, Credentials]:
        """The account with this e-mail and its credentials, or an id that nobody has, without credentials.

        Both take equally long, and the id that nobody has is always the same for an e-mail.
        """
        with asking():
            entered = cast("bytes | None", self._store.get(self._entry(email)))
        player = entered.decode() if entered else self.nobody(email)
        found = self.of(player)
        if found.email is None or self._entry(found.email) != self._entry(email):
            return self.nobody(email), Credentials(None, None, None)
        return player, found

    def nobody(self, email: str) -> str:
        """An id that no account has, which stands for an account with this e-mail."""
        return derive(self._key, b"nobody", email.casefold().encode()).hex()[:32]

    def propose(self, player: str, email: str, password: str, token: str, message: Email) -> None:
        """Propose an e-mail and a hashed password, which the link confirms within `CONFIRM_MS`."""
        self._propose.run(player, email, password, link_digest(token), message.id, message.stored())

    def proposed(self, token: str) -> Proposal:
        """The proposal that this link confirms; raises `UnknownLink`."""
        player = _player_of(token)
        with asking():
            digest, *parts = cast(
                "list[bytes | None]",
                self._store.hmget(proposal_key(player), ["digest", "email", "password"]),
            )
        email, password = parts
        if digest != link_digest(token).encode() or email is None or password is None:
            raise UnknownLink
        return Proposal(player, email.decode(), password.decode())

    def confirm(self, token: str, session: str, farewell: Email | None) -> None:
        """Put the proposal into force; the farewell, if any, goes to the previous e-mail.

        If the account had a password, its sessions end, except the one in the field `session` of the profile.
        Raises `UnknownLink` and `EmailTaken`.
        """
        proposal = self.proposed(token)
        player, email = proposal.player, proposal.email
        before = self.of(player).email
        self._enter(player, email)
        message = (farewell.id, farewell.stored()) if farewell else ("", "")
        try:
            if self._confirm.run(player, link_digest(token), *message, session) == b"unknown":
                raise UnknownLink
        except AccountErased:
            self._leave(player, email)
            raise UnknownLink from None
        if before is not None and self._entry(before) != self._entry(email):
            self._leave(player, before)

    def change(self, player: str, before: str, password: str, session: str) -> None:
        """Replace one hashed password by another; raises `PasswordChanged`.

        All sessions end, except the one in the field `session` of the profile.
        """
        if self._change.run(player, before, password, session) == b"changed":
            raise PasswordChanged

    def order_reset(self, player: str, token: str, message: Email) -> None:
        """Let this link set a new password for the player within `RESET_MS`."""
        keys = [reset_key(player), emails_key(player)]
        self._order.run(keys, [link_digest(token), message.id, message.stored()])

    def resettable(self, token: str) -> str:
        """The player whose password this link replaces; raises `UnknownLink`."""
        player = _player_of(token)
        with asking():
            kept = cast("bytes | None", self._store.get(reset_key(player)))
        if kept != link_digest(token).encode():
            raise UnknownLink
        return player

    def reset(self, token: str, password: str) -> None:
        """Use the link: set the hashed password and revoke all tokens; raises `UnknownLink`."""
        try:
            answer = self._reset.run(_player_of(token), link_digest(token), password)
        except AccountErased:
            raise UnknownLink from None
        if answer == b"unknown":
            raise UnknownLink

    def forget(self, player: str) -> None:
        """Remove the player's e-mail from the index; the rest of it is erased with the account."""
        email = self.of(player).email
        if email is not None:
            self._leave(player, email)

    def _enter(self, player: str, email: str) -> None:
        with asking():
            entered = cast("bytes | None", self._store.get(self._entry(email)))
        if entered is not None and entered.decode() == self.holder(email)[0] != player:
            raise EmailTaken
        stale = entered.decode() if entered else ""
        if self._claim.run([self._entry(email)], [player, stale]) == b"changed":
            raise EmailTaken

    def _leave(self, player: str, email: str) -> None:
        self._release.run([self._entry(email)], [player])

    def _entry(self, email: str) -> str:
        return f"email:{fingerprint(self._key, email)}"


def _player_of(token: str) -> str:
    player, _, secret = token.partition(".")
    if not secret or not is_player(player):
        raise UnknownLink
    return player
