"""The tokens of an account, which allow clients to act for it. Only their hashes are stored, in the profile.

The first token comes with the registration and is in the profile's field `token`; each further one in
`token:<id>`, where the id is the beginning of its hash. So one read finds any token that was sent. The hash
is followed by the time and, unless the token may do everything, its scopes.

A browser's session is a token too, marked as one: the oldest session makes room for a new one.
"""

import hmac
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import attrgetter
from typing import Any, cast

from redis import Redis

from replays.store.scripts import asking
from service.application.account_keys import (
    AccountErased,
    AccountScript,
    credentials_key,
    derive,
    is_player,
    passkeys_key,
    profile_key,
    token_digest,
    token_text,
    uses_key,
)
from service.application.accounts.access import scopes as of_tokens
from service.application.accounts.access.actors import AUDITED, FIRST, SERVICE, Actor
from service.application.accounts.access.actors import token_field as _field
from service.application.accounts.access.audit import Deed
from service.application.accounts.access.ending import EndingScript
from service.application.accounts.access.last_use import FORGET, Use, use_of
from service.application.accounts.access.scopes import EVERY, Scopes
from service.application.accounts.access.suspension import FIELD as SUSPENDED
from service.application.accounts.access.suspension import Suspension, suspension_of
from service.application.problem import Problem

FIRST_NAME = "first"
"""The name of that token until it is renamed."""
ID_DIGITS = 16
DIGEST_DIGITS = 64
MOST = 20
"""The most tokens of an account at once."""
MARKS = 100
"""The number of revoked tokens that are remembered, so that their request keys create no token again."""
AT_ONCE = 500
"""The number of tokens that are read in one round trip."""
SESSION = " session"
"""The end of the field of a session's token."""
NAMED = "browser "
"""The beginning of a session's name until its owner renames it."""

IS_GUEST = f"""
local function is_guest()
  return redis.call('HEXISTS', {credentials_key}, 'email') == 0 and redis.call('EXISTS', {passkeys_key}) == 0
end
"""
"""`is_guest()` is true for an account with neither an e-mail nor a passkey to sign in with."""

COUNT = """
local fields, tokens = redis.call('HGETALL', KEYS[1]), 0
for i = 1, #fields, 2 do
  local is_token = fields[i] == 'token' or string.sub(fields[i], 1, 6) == 'token:'
  if is_token and fields[i + 1] ~= '' then tokens = tokens + 1 end
end
"""
"""Counts the account's tokens, without the empty fields of revoked ones."""

VOID = f"""{FORGET}
local function void(field, kept)
  forget_use(field)
  if string.find(kept, '{SESSION}$') then redis.call('HDEL', KEYS[1], field)
  else redis.call('HSET', KEYS[1], field, '') end
end
"""
"""Ends a token. Its empty field stays, as its request key is used up; a session's field is deleted."""

END_SESSIONS = f"""{AUDITED}{VOID}
local function end_sessions(kept, by)
  local fields = redis.call('HGETALL', KEYS[1])
  for i = 1, #fields, 2 do
    local field, value = fields[i], fields[i + 1]
    local id = field == 'token' and '{FIRST}' or string.match(field, '^token:(.*)')
    if id and value ~= '' and field ~= kept and string.find(value, '{SESSION}$') then
      void(field, value)
      redis.call('HDEL', KEYS[1], 'token-name:' .. id)
      audited(by, '{Deed.SESSION_ENDED.value}', id)
    end
  end
end
"""
"""Ends every browser session except the one in this field; a part of scripts that change a password."""

BEGIN_FIRST = f"""
local kept = redis.call('HGET', KEYS[1], 'token') or ''
if kept == '' then return 'unknown' end
local began = redis.call('HGET', KEYS[1], 'created_at')
redis.call('HSET', KEYS[1], 'token', string.sub(kept, 1, {DIGEST_DIGITS}) .. ' ' .. began .. '{SESSION}',
  'token-name:{FIRST}', ARGV[1])
return 'done'
"""
"""Marks the token that came with the registration as a browser's session."""

ISSUE = f"""{COUNT}{AUDITED}
if is_revoked(ARGV[5]) then return 'revoked' end
local digest = redis.call('HGET', KEYS[1], ARGV[1])
if digest then return {{digest, redis.call('HGET', KEYS[1], ARGV[3]) or ''}} end
if tokens >= {MOST} then return 'full' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4])
audited(ARGV[6], '{Deed.TOKEN_MADE.value}', string.sub(ARGV[1], 7))
return {{ARGV[2], ARGV[4]}}
"""
"""Stores a token (field, hash and time, field of the name, name) unless it exists; returns the stored one."""

RENAME = """
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') == '' then return 'unknown' end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 'done'
"""

FORGET_MARKS = f"""
local function forget_marks(room)
  local fields, marks = redis.call('HGETALL', KEYS[1]), 0
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 6) == 'token:' and fields[i + 1] == '' then
      marks = marks + 1
      if marks > {MARKS} - room then redis.call('HDEL', KEYS[1], fields[i]) end
    end
  end
end
"""
"""Deletes marks of revoked tokens, so that with `room` more there are at most `MARKS`."""

REVOKE = f"""{COUNT}{IS_GUEST}{AUDITED}{VOID}{FORGET_MARKS}
local kept = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if kept == '' then return 'unknown' end
if tokens == 1 and is_guest() then return 'last' end
forget_marks(1)
void(ARGV[1], kept)
redis.call('HDEL', KEYS[1], ARGV[2])
audited(ARGV[3], ARGV[4], ARGV[5])
return 'done'
"""
"""Ends a token; the last one only if there is an e-mail or a passkey to sign in with.

Keeps at most `MARKS` marks."""

SIGN_OUT = f"""{IS_GUEST}{END_SESSIONS}
if is_revoked(ARGV[3]) then return 'revoked' end
if ARGV[1] == '' and is_guest() then
  local fields, others = redis.call('HGETALL', KEYS[1]), 0
  for i = 1, #fields, 2 do
    local field, value = fields[i], fields[i + 1]
    local token = field == 'token' or string.sub(field, 1, 6) == 'token:'
    if token and value ~= '' and not string.find(value, '{SESSION}$') then others = others + 1 end
  end
  if others == 0 then return 'last' end
end
end_sessions(ARGV[1], ARGV[2])
return 'done'
"""
"""Ends every session except the one in this field, or all; a guest keeps the last way into the account."""

END_PROGRAMS = f"""{FORGET_MARKS}
local function end_programs(kept, by)
  local fields = redis.call('HGETALL', KEYS[1])
  for i = 1, #fields, 2 do
    local field, value = fields[i], fields[i + 1]
    local id = field == 'token' and '{FIRST}' or string.match(field, '^token:(.*)')
    if id and value ~= '' and field ~= kept and not string.find(value, '{SESSION}$') then
      void(field, value)
      redis.call('HDEL', KEYS[1], 'token-name:' .. id)
      audited(by, '{Deed.TOKEN_REVOKED.value}', id)
    end
  end
  forget_marks(0)
end
"""
"""Ends every token that is no session, except the one in this field; follows `END_SESSIONS` in a script."""

BEGIN = f"""{COUNT}{AUDITED}{FORGET}
if ARGV[5] ~= '' and redis.call('HGET', {credentials_key}, 'password') ~= ARGV[5] then return 'changed' end
if ARGV[7] ~= '' and redis.call('HEXISTS', {passkeys_key}, ARGV[7]) == 0 then return 'changed' end
local oldest, began
local replaced = 'done'
for i = 1, #fields, 2 do
  local at = string.match(fields[i + 1], '^%x+ (%d+){SESSION}$')
  if fields[i] ~= 'token' and at and (not began or tonumber(at) < began) then
    oldest, began = fields[i], tonumber(at)
  end
end
if tokens >= {MOST} then
  if not oldest then return 'full' end
  forget_use(oldest)
  redis.call('HDEL', KEYS[1], oldest, 'token-name:' .. string.sub(oldest, 7))
  audited(ARGV[6], '{Deed.SESSION_ENDED.value}', string.sub(oldest, 7))
  replaced = 'replaced'
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4])
return replaced
"""
"""Stores a session's token as `ISSUE` does, while the password has the hash ARGV[5], if that is not empty,
and the account has the passkey ARGV[7], if that is not empty.

Without room, it replaces the oldest session.
The token that came with the registration is never replaced."""


@dataclass(frozen=True, slots=True)
class Access:
    """The access by a token: the player, the id of the token, and its scopes.

    `suspension` is the account's last one, even if it is over.
    """

    player: str
    token: str
    scopes: Scopes = EVERY
    suspension: Suspension | None = None


@dataclass(frozen=True, slots=True)
class SentToken:
    """A token as sent by a client: the account that it names, and its hash."""

    player: str
    digest: str

    @classmethod
    def read(cls, text: str) -> "SentToken | None":
        """The token in this text; None if the text does not have the form of a token."""
        player, _, secret = text.partition(".")
        return cls(player, token_digest(text)) if secret and is_player(player) else None

    @property
    def fields(self) -> tuple[str, str, str]:
        """The fields of the profile to read: one of the first two has the hash of a valid token."""
        return _field(FIRST), _field(self.digest[:ID_DIGITS]), SUSPENDED

    def access(self, kept: Sequence[bytes | None]) -> Access | None:
        """The access of the token, from the values of its `fields`; None if it is not valid."""
        *hashes, suspended = kept
        for token, value in zip((FIRST, self.digest[:ID_DIGITS]), hashes, strict=True):
            if hmac.compare_digest((value or b"")[:DIGEST_DIGITS], self.digest.encode()):
                return Access(self.player, token, _scopes(value or b""), suspension_of(suspended))
        return None


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """The public data of a token; `created_at` is in ms UTC, `session` is true for a browser session."""

    id: str
    name: str
    created_at: int
    session: bool = False
    scopes: Scopes = EVERY
    use: Use = field(default=Use())


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just issued; the text is not stored and is shown only now."""

    id: str
    name: str
    text: str


class UnknownToken(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The account has no token with this id (any more)."""


class LastToken(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Without this token nobody could act for the account again."""


class TooManyTokens(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The account has `MOST` tokens already."""


class PasswordReplaced(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The password with which somebody signs in was replaced meanwhile, or the passkey was removed."""


class TokenKeyReused(Problem):
    """422: the request key was used for a token that has another name or other scopes, or is revoked."""

    def __init__(self) -> None:
        detail = (
            "this Idempotency-Key was used for a token that has another name or is revoked: use a new key"
        )
        super().__init__(422, "idempotency/reused", detail)


class Tokens:
    """The tokens of all accounts.

    `key` is the server's secret, `entropy(n)` returns n random bytes. Methods raise `StoreAway` and, except
    for `authenticate`, `holds` and `valid`, `AccountErased`; those that change something also
    `UnknownOutcome`.
    """

    def __init__(self, store: Redis, key: bytes, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._issue = AccountScript(store, ISSUE)
        self._begin = EndingScript(store, BEGIN, ended=b"replaced")
        self._begin_first = AccountScript(store, BEGIN_FIRST)
        self._rename = AccountScript(store, RENAME)
        self._revoke = EndingScript(store, REVOKE)
        self._sign_out = EndingScript(store, SIGN_OUT)
        self._key = key
        self._entropy = entropy

    def authenticate(self, text: str) -> Access | None:
        """The access of this token, or None if it is not valid; one read."""
        sent = SentToken.read(text)
        if sent is None:
            return None
        with asking():
            kept = cast("list[bytes | None]", self._store.hmget(profile_key(sent.player), sent.fields))
        return sent.access(kept)

    def holds(self, access: Access) -> bool:
        """True if the token of this access was not revoked since."""
        return bool(self.valid([access]))

    def valid(self, accesses: Iterable[Access]) -> set[Access]:
        """Those of the accesses whose token was not revoked since, read `AT_ONCE` in a round trip."""
        found: set[Access] = set()
        rest = iter(accesses)
        while some := list(islice(rest, AT_ONCE)):
            with asking():
                pipeline = self._store.pipeline(transaction=False)
                for access in some:
                    pipeline.hget(profile_key(access.player), _field(access.token))
                found.update(access for access, kept in zip(some, pipeline.execute(), strict=True) if kept)
        return found

    def of(self, player: str) -> list[TokenInfo]:
        """The account's tokens, the oldest first."""
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.hgetall(profile_key(player))
            pipeline.hgetall(uses_key(player))
            kept, uses = cast("list[dict[bytes, bytes]]", pipeline.execute())
        if b"name" not in kept:
            raise AccountErased
        fields = (name.decode().partition(":") for name, value in kept.items() if value)
        tokens = [_token(token or FIRST, kept, uses) for kind, _, token in fields if kind == "token"]
        return sorted(tokens, key=attrgetter("created_at", "id"))

    def issue(  # noqa: PLR0913, PLR0917 - account, token, retry key, time, scopes and actor
        self,
        player: str,
        name: str,
        request_key: str | None,
        now: int,
        scopes: Scopes = EVERY,
        by: Actor = SERVICE,
    ) -> NewToken:
        """Issue another token; the same request key of the same player returns the same token again.

        Raises `TokenKeyReused`, `TooManyTokens`, and `AccessRevoked` if the actor's token has ended.
        """
        key = request_key.encode() if request_key is not None else self._entropy(32)
        text = token_text(player, derive(self._key, b"further token", player.encode() + b"\0" + key))
        digest = token_digest(text)
        token = digest[:ID_DIGITS]
        kept = f"{digest} {now}{of_tokens.stored(scopes)}"
        answer: Any = self._issue.run(
            player, _field(token), kept, _name_field(token), name, by.field, by.entry
        )
        if answer == b"full":
            raise TooManyTokens
        same = answer[0].startswith(digest.encode()) and _scopes(answer[0]) == scopes
        if not same or answer[1] != name.encode():
            raise TokenKeyReused
        return NewToken(token, name, text)

    def begin_session(  # noqa: PLR0913, PLR0917 - the session, what proved the player's identity, and the actor
        self,
        player: str,
        name: str,
        now: int,
        password: str = "",
        by: Actor = SERVICE,
        passkey: str = "",
    ) -> NewToken:
        """Issue a token for a browser; ends the oldest session if there are `MOST` tokens.

        Raises `TooManyTokens` if none of them is a session, and `PasswordReplaced` if the account's hashed
        password is no longer `password`, or it has no passkey with the id `passkey` any more, unless that is
        empty.
        """
        text = token_text(player, self._entropy(32))
        digest = token_digest(text)
        token = digest[:ID_DIGITS]
        kept = f"{digest} {now}{SESSION}"
        parts = (_field(token), kept, _name_field(token), name, password, by.entry, passkey)
        answer = self._begin.run(player, *parts)
        if answer == b"full":
            raise TooManyTokens
        if answer == b"changed":
            raise PasswordReplaced
        return NewToken(token, name, text)

    def begin_first_session(self, player: str, name: str) -> None:
        """Mark the token that came with the registration as a browser session; raises `UnknownToken`."""
        if self._begin_first.run(player, name) == b"unknown":
            raise UnknownToken

    def rename(self, player: str, token: str, name: str) -> None:
        """Give a token another name; raises `UnknownToken`."""
        if self._rename.run(player, _field(token), _name_field(token), name) == b"unknown":
            raise UnknownToken

    def revoke(self, player: str, token: str, by: Actor = SERVICE, deed: Deed = Deed.TOKEN_REVOKED) -> None:
        """Revoke a token; raises `UnknownToken` and `LastToken`."""
        answer = self._revoke.run(player, _field(token), _name_field(token), by.entry, deed.value, token)
        if answer == b"unknown":
            raise UnknownToken
        if answer == b"last":
            raise LastToken

    def end_sessions(self, player: str, keep: Access | None, by: Actor = SERVICE) -> None:
        """End all browser sessions except this one.

        Raises `LastToken` if nobody could sign in again, and `AccessRevoked` if the actor's token has ended.
        """
        if self._sign_out.run(player, field_of(keep) if keep else "", by.entry, by.field) == b"last":
            raise LastToken


def shown_token(token: TokenInfo) -> dict[str, Any]:
    """The form of a token in lists and exports."""
    return {
        "id": token.id,
        "name": token.name,
        "created_at": token.created_at,
        "scopes": of_tokens.names(token.scopes),
        "session": token.session,
        "last_used": token.use.at,
        "browser": token.use.browser or None,
        "system": token.use.system or None,
    }


def _token(token: str, profile: dict[bytes, bytes], uses: dict[bytes, bytes]) -> TokenInfo:
    name = profile.get(_name_field(token).encode(), FIRST_NAME.encode())
    kept = profile[_field(token).encode()]
    times = kept[DIGEST_DIGITS:].split()
    created_at = int(times[0] if times else profile[b"created_at"])
    session = kept.endswith(SESSION.encode())
    scopes = EVERY if session else _scopes(kept)
    return TokenInfo(token, name.decode(), created_at, session, scopes, use_of(token, uses))


def _scopes(kept: bytes) -> Scopes:
    """The scopes of a token, from its field: the words after hash and time. A session has all scopes."""
    words = kept[DIGEST_DIGITS:].decode().split()[1:]
    return EVERY if words == [SESSION.strip()] else of_tokens.kept(words)


def field_of(access: Access) -> str:
    """The field of the profile that has the token."""
    return _field(access.token)


def _name_field(token: str) -> str:
    return f"token-name:{token}"
