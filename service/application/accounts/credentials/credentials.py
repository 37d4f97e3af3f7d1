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
    SlotScript,
    credentials_key,
    derive,
    emails_key,
    is_player,
    proposal_key,
    reset_key,
)
from service.application.accounts.access.actors import AUDITED, SERVICE, Actor
from service.application.accounts.access.audit import Deed
from service.application.accounts.access.ending import EndingScript
from service.application.accounts.credentials.email_addresses import fingerprint
from service.application.accounts.credentials.known_devices import Devices
from service.application.accounts.targets import TELL_BY_EMAIL
from service.application.accounts.tokens import LastToken
from service.application.mail.kinds import CONFIRM_MS, RESET_MS
from service.application.mail.outbox import Email, link_digest

LETTERS_MS = 2 * CONFIRM_MS
"""How long unsent e-mails are stored."""

POST = f"redis.call('PEXPIRE', {emails_key}, {LETTERS_MS})\n"

DEVICES = "devices"
"""The field of the number that is part of the MACs in device cookies; missing until it is first raised."""

PROPOSE = f"""{AUDITED}
if is_revoked(ARGV[6]) then return 'revoked' end
redis.call('DEL', {proposal_key})
redis.call('HSET', {proposal_key}, 'email', ARGV[1], 'password', ARGV[2], 'digest', ARGV[3], 'ends', ARGV[8])
audited(ARGV[7], '{Deed.EMAIL_ASKED.value}')
redis.call('PEXPIRE', {proposal_key}, {CONFIRM_MS})
redis.call('HSET', {emails_key}, ARGV[4], ARGV[5])
{POST} return 'done'
"""

CONFIRM = f"""{TELL_BY_EMAIL}
if redis.call('HGET', {proposal_key}, 'digest') ~= ARGV[1] then return 'unknown' end
local proposed = redis.call('HMGET', {proposal_key}, 'email', 'password', 'ends')
redis.call('DEL', {proposal_key})
audited(ARGV[5], '{Deed.EMAIL_CONFIRMED.value}')
drop_links(ARGV[5])
if redis.call('HEXISTS', {credentials_key}, 'password') == 1 then end_sessions(ARGV[4], ARGV[5]) end
if proposed[3] == '1' then end_grants(ARGV[4], ARGV[5]) end
redis.call('HSET', {credentials_key}, 'email', proposed[1], 'password', proposed[2])
tell_by_email()
if ARGV[2] ~= '' then
  redis.call('HSET', {emails_key}, ARGV[2], ARGV[3])
  {POST}
end
return 'done'
"""
"""Puts the proposal into force; notices go to the e-mail from now on. If the account had a password, all
sessions but one end, and the other grants if its owner chose so."""

CHANGE = f"""
if redis.call('HGET', {credentials_key}, 'password') ~= ARGV[1] then return 'changed' end
if is_revoked(ARGV[6]) then return 'revoked' end
redis.call('HSET', {credentials_key}, 'password', ARGV[2])
drop_links(ARGV[4])
end_sessions(ARGV[3], ARGV[4])
if ARGV[5] == '1' then end_grants(ARGV[3], ARGV[4]) end
audited(ARGV[4], '{Deed.PASSWORD_CHANGED.value}')
return 'done'
"""
"""Changes the password and ends all sessions but one; a proposal or reset under the old password becomes
invalid. With ARGV[5] all other grants end too."""

ORDER_RESET = f"""{AUDITED}
local is_new = redis.call('EXISTS', {reset_key}) == 0
redis.call('SET', {reset_key}, ARGV[1], 'PX', {RESET_MS})
redis.call('HSET', {emails_key}, ARGV[2], ARGV[3])
redis.call('PEXPIRE', {emails_key}, {LETTERS_MS})
if is_new and redis.call('HEXISTS', KEYS[1], 'name') == 1 then
  audited(ARGV[4], '{Deed.RESET_ASKED.value}')
end
return 'done'
"""
"""Stores a reset link and its e-mail, also for accounts that do not exist, so that both look the same.

The audit gets one entry while a link is valid, so that strangers do not crowd out the other entries."""

RESET = f"""
if redis.call('GET', {reset_key}) ~= ARGV[1] then return 'unknown' end
redis.call('HSET', {credentials_key}, 'password', ARGV[2])
redis.call('DEL', {reset_key})
end_grants('', ARGV[3])
audited(ARGV[3], '{Deed.PASSWORD_RESET.value}')
return 'done'
"""
"""Sets a new password and ends every grant in the same step, because an intruder may hold one."""

END_ALL = f"""
if is_revoked(ARGV[4]) then return 'revoked' end
if ARGV[1] == '' and redis.call('HEXISTS', {credentials_key}, 'email') == 0 then return 'last' end
end_grants(ARGV[1], ARGV[2])
audited(ARGV[2], ARGV[3])
return 'done'
"""
"""Ends every grant except the token in the field ARGV[1]; a guest keeps the last way into the account.

If the token behind the request was revoked meanwhile, ARGV[1] may be that token: nothing ends."""

DROP_LINKS = f"""
local function drop_links(by)
  if redis.call('DEL', {proposal_key}) == 1 then audited(by, '{Deed.EMAIL_DROPPED.value}') end
  if redis.call('DEL', {reset_key}) == 1 then audited(by, '{Deed.RESET_DROPPED.value}') end
end
"""
"""Makes the links in e-mails invalid: those that confirm an address, and those for a new password."""

END_DEVICES = f"""
redis.call('HINCRBY', {credentials_key}, '{DEVICES}', 1)
audited(by, '{Deed.DEVICES_ENDED.value}')
"""
"""Makes every device cookie invalid."""

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
    """The e-mail and hashed password of an account, and the e-mail awaiting confirmation; None if missing.

    `devices` is the number in the account's device cookies (`known_devices.Devices`), empty at first.
    """

    email: str | None
    password: str | None
    proposed: str | None
    devices: str = ""


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

    `ending` is a Lua text with the function `end_grants(kept, by)`, which ends all of an account's grants
    except the token in the field `kept` (`service.application.grants`), and the functions `end_sessions` and
    `drop_links`; `by` is an actor's part of audit entries.

    Methods raise `StoreAway`; those that change something also `AccountErased` and `UnknownOutcome`. After
    `UnknownOutcome` they are safe to repeat, except that a link may be used up.
    """

    def __init__(self, store: Redis, key: bytes, ending: str) -> None:
        self.devices = Devices(key, os.urandom)
        self._store = store
        self._key = key
        self._propose = AccountScript(store, PROPOSE)
        self._confirm = EndingScript(store, ending + CONFIRM)
        self._change = EndingScript(store, ending + CHANGE)
        self._reset = EndingScript(store, ending + RESET)
        self._end_all = EndingScript(store, ending + END_ALL)
        self._order = SlotScript(store, ORDER_RESET)
        self._claim = Script(store, CLAIM)
        self._release = Script(store, RELEASE)

    def of(self, player: str) -> Credentials:
        """The player's credentials."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.hmget(credentials_key(player), ["email", "password", DEVICES])
            pipeline.hget(proposal_key(player), "email")
            (email, password, devices), proposed = pipeline.execute()
        email, password, proposed = (part.decode() if part else None for part in (email, password, proposed))
        return Credentials(email, password, proposed, (devices or b"").decode())

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

    def propose(  # noqa: PLR0913, PLR0917 - the proposal, its link and e-mail, and who makes it
        self,
        player: str,
        email: str,
        password: str,
        token: str,
        message: Email,
        by: Actor = SERVICE,
        *,
        end_grants: bool = False,
    ) -> None:
        """Propose an e-mail and a hashed password, which the link confirms within `CONFIRM_MS`.

        With `end_grants` all grants end when it is confirmed. Raises `AccessRevoked`.
        """
        parts = (email, password, link_digest(token), message.id, message.stored())
        self._propose.run(player, *parts, by.field, by.entry, int(end_grants))

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

    def confirm(self, token: str, session: str, farewell: Email | None, by: Actor = SERVICE) -> None:
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
            if self._confirm.run(player, link_digest(token), *message, session, by.entry) == b"unknown":
                raise UnknownLink
        except AccountErased:
            self._leave(player, email)
            raise UnknownLink from None
        if before is not None and self._entry(before) != self._entry(email):
            self._leave(player, before)

    def change(self, player: str, before: str, password: str, by: Actor, *, end_grants: bool = False) -> None:
        """Replace one hashed password by another; raises `PasswordChanged` and `AccessRevoked`.

        All sessions end except the actor's, and with `end_grants` all other grants too.
        """
        args = (before, password, by.field, by.entry, int(end_grants), by.field)
        if self._change.run(player, *args) == b"changed":
            raise PasswordChanged

    def end_all(self, player: str, kept: str, by: Actor, deed: Deed) -> None:
        """End all grants except the token in this field of the profile, and record the deed.

        Raises `LastToken` if nobody could sign in again, and `AccessRevoked` if the actor's token has ended.
        """
        if self._end_all.run(player, kept, by.entry, deed.value, by.field) == b"last":
            raise LastToken

    def order_reset(self, player: str, token: str, message: Email, by: Actor = SERVICE) -> None:
        """Let this link set a new password for the player within `RESET_MS`."""
        self._order.run(player, link_digest(token), message.id, message.stored(), by.entry)

    def resettable(self, token: str) -> str:
        """The player whose password this link replaces; raises `UnknownLink`."""
        player = _player_of(token)
        with asking():
            kept = cast("bytes | None", self._store.get(reset_key(player)))
        if kept != link_digest(token).encode():
            raise UnknownLink
        return player

    def reset(self, token: str, password: str, by: Actor = SERVICE) -> None:
        """Use the link: set the hashed password and end all grants; raises `UnknownLink`."""
        try:
            answer = self._reset.run(_player_of(token), link_digest(token), password, by.entry)
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
