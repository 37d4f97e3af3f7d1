"""The passkeys of accounts, in the store: a hash in the account's slot."""

from typing import cast

from redis import Redis

from replays.store.scripts import asking
from service.application.account_keys import AccountScript, credentials_key, emails_key, passkeys_key
from service.application.accounts.access.actors import AUDITED, Actor
from service.application.accounts.access.audit import Deed
from service.application.accounts.credentials.credentials import POST
from service.application.accounts.passkeys.passkey import MOST, Passkey
from service.application.accounts.tokens import PasswordReplaced
from service.application.mail.outbox import Email

ADD = f"""{AUDITED}
if is_revoked(ARGV[3]) then return 'revoked' end
if (redis.call('HGET', {credentials_key}, 'password') or '') ~= ARGV[7] then return 'changed' end
if redis.call('HEXISTS', {passkeys_key}, ARGV[1]) == 1 then return 'known' end
if redis.call('HLEN', {passkeys_key}) >= {MOST} then return 'full' end
redis.call('HSET', {passkeys_key}, ARGV[1], ARGV[2])
audited(ARGV[4], '{Deed.PASSKEY_ADDED.value}', ARGV[1])
if ARGV[5] ~= '' then
  redis.call('HSET', {emails_key}, ARGV[5], ARGV[6])
  {POST}
end
return 'done'
"""
"""Stores a passkey, while the password has the hash ARGV[7], if there is one.

An e-mail says so, if its player has an address."""

USE = f"""
local kept = redis.call('HGET', {passkeys_key}, ARGV[1])
if not kept then return 'unknown' end
local passkey, count = cjson.decode(kept), tonumber(ARGV[2])
if (count > 0 or passkey.count > 0) and count <= passkey.count then return 'copied' end
passkey.count, passkey.used_at = count, tonumber(ARGV[3])
redis.call('HSET', {passkeys_key}, ARGV[1], cjson.encode(passkey))
return 'done'
"""
"""Notes that a passkey has signed in, unless its number of signatures shows that it was copied."""

RENAME = f"""
local kept = redis.call('HGET', {passkeys_key}, ARGV[1])
if not kept then return 'unknown' end
local passkey = cjson.decode(kept)
passkey.name = ARGV[2]
kept = cjson.encode(passkey)
redis.call('HSET', {passkeys_key}, ARGV[1], kept)
return kept
"""
"""Gives a passkey another name, and returns its stored form."""

REMOVE = f"""{AUDITED}
if redis.call('HDEL', {passkeys_key}, ARGV[1]) == 0 then return 'unknown' end
audited(ARGV[2], '{Deed.PASSKEY_REMOVED.value}', ARGV[1])
return 'done'
"""

END_PASSKEYS = f"""
for _, id in ipairs(redis.call('HKEYS', {passkeys_key})) do
  redis.call('HDEL', {passkeys_key}, id)
  audited(by, '{Deed.PASSKEY_REMOVED.value}', id)
end
"""
"""Removes every passkey; a part of scripts that end all grants."""


class PasskeyKnown(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The account has this passkey already."""


class TooManyPasskeys(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The account has `MOST` passkeys."""


class UnknownPasskey(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The account has no such passkey (any more), or this is a copy of it."""


class PasskeyStore:
    """The passkeys of all accounts.

    Methods raise `StoreAway`; those that change something also `AccountErased` and `UnknownOutcome`.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._add = AccountScript(store, ADD)
        self._use = AccountScript(store, USE)
        self._rename = AccountScript(store, RENAME)
        self._remove = AccountScript(store, REMOVE)

    def of(self, player: str) -> list[Passkey]:
        """The player's passkeys, the oldest first."""
        with asking():
            kept = cast("list[bytes]", self._store.hvals(passkeys_key(player)))
        return sorted(map(Passkey.read, kept), key=lambda each: (each.created_at, each.id))

    def find(self, player: str, passkey: str) -> Passkey | None:
        """The player's passkey with this id."""
        with asking():
            kept = cast("bytes | None", self._store.hget(passkeys_key(player), passkey))
        return Passkey.read(kept) if kept else None

    def add(
        self, player: str, passkey: Passkey, message: Email | None, password: str | None, by: Actor
    ) -> None:
        """Store a new passkey; raises `PasskeyKnown`, `TooManyPasskeys`, and `AccessRevoked`.

        Raises `PasswordReplaced` if the account's hashed password is no longer `password`.
        """
        posted = (message.id, message.stored()) if message else ("", "")
        parts = (passkey.id, passkey.stored(), by.field, by.entry, *posted, password or "")
        answer = self._add.run(player, *parts)
        if answer == b"changed":
            raise PasswordReplaced
        if answer == b"known":
            raise PasskeyKnown
        if answer == b"full":
            raise TooManyPasskeys

    def use(self, player: str, passkey: Passkey) -> None:
        """Store that a passkey has signed in, whose name may have changed; raises `UnknownPasskey`."""
        if self._use.run(player, passkey.id, passkey.count, passkey.used_at or "") != b"done":
            raise UnknownPasskey

    def rename(self, player: str, passkey: str, name: str) -> Passkey:
        """Give a passkey another name; raises `UnknownPasskey`."""
        kept = self._rename.run(player, passkey, name)
        if kept == b"unknown":
            raise UnknownPasskey
        return Passkey.read(kept)

    def remove(self, player: str, passkey: str, by: Actor) -> None:
        """Remove a passkey; raises `UnknownPasskey`."""
        if self._remove.run(player, passkey, by.entry) == b"unknown":
            raise UnknownPasskey
