"""The players' profiles. Names live here only, never in a game's log."""

import os
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple, cast

from redis import Redis

from replays.match.kinds import Table
from replays.runtime.lru_cache import LruCache
from replays.store.scripts import asking
from service.application.account_keys import (
    PARTS,
    AccountErased,
    AccountScript,
    SlotScript,
    derive,
    profile_key,
    token_digest,
    token_text,
    tokens_key,
)
from service.application.accounts.access.actors import AUDITED, FIRST, Actor
from service.application.accounts.access.audit import Deed
from service.application.accounts.access.ending import EndingScript
from service.application.accounts.access.invitations import ENDED, ENDING_TIME
from service.application.accounts.access.suspension import FIELD as SUSPENDED
from service.application.accounts.access.suspension import REFUSED, Reaching, Suspension, suspension_of
from service.application.accounts.audience import Audience
from service.application.accounts.naming.folding import folded
from service.application.accounts.naming.index import MOST_ALIKE, NameEntry, NameIndex
from service.application.accounts.naming.reserved import skeleton
from service.application.accounts.origins import FIELD, origin
from service.application.i18n.languages import english, wanted
from service.application.i18n.speaking import Language
from service.application.problem import Problem

NAMES_CACHED = 50_000
NAME_SECONDS = 5.0
"""How long a process caches a name."""


REGISTER = f"""{AUDITED}
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'name', ARGV[1], 'token', ARGV[2], 'created_at', ARGV[3], '{FIELD}', ARGV[4])
  if ARGV[5] ~= '' then audited(ARGV[5], '{Deed.TOKEN_MADE.value}', '{FIRST}') end
end
return redis.call('HGET', KEYS[1], 'name')
"""
"""Creates the profile KEYS[1] (name, token's hash, time, origin) unless it exists; returns its name.

With an actor ARGV[5] a new profile has an audit entry of its token."""

RENAME = "return redis.call('HSET', KEYS[1], 'name', ARGV[1])"
SHOW_TO = "return redis.call('HSET', KEYS[1], 'page', ARGV[1])"
SPEAK = """
if ARGV[1] == '' then return redis.call('HDEL', KEYS[1], 'language') end
return redis.call('HSET', KEYS[1], 'language', ARGV[1])
"""
FIELDS = ("name", "created_at", "page", "language")

ERASE = f"""
if redis.call('HGET', KEYS[1], 'name') ~= ARGV[1] then return 'another name' end
{ENDING_TIME}
redis.call('UNLINK', {", ".join(map(str, PARTS))})
redis.call('HSET', KEYS[1], 'erased', 1, '{ENDED}', ended_at)
return 'done'
"""
"""Deletes all keys of the account if it has this name, and leaves a mark that its id is used up.

The account's invitations end with it: nobody else can end them afterwards."""


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A newly registered player; the token is not stored and is shown only now."""

    id: str
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's profile; `created_at` is in ms UTC, `page` is the audience of the player's page.

    `language` is the tag of the language that the player has chosen, None for none.
    """

    id: str
    name: str
    created_at: int
    page: Audience = Audience.EVERYBODY
    language: str | None = None


class NameMismatch(Problem):
    """422: the account to erase has another name."""

    def __init__(self) -> None:
        detail = "this is not your name: confirm with your exact name to erase the account"
        super().__init__(422, "account/name", detail)


class RegistrationKeyReused(Problem):
    """422: the account with this request key has another name, or is erased."""

    def __init__(self) -> None:
        detail = "this Idempotency-Key was used with another name, or its account was erased: use a new key"
        super().__init__(422, "idempotency/reused", detail)


class Players:
    """Profiles in the store, each under one key of its own.

    `key` is the server's secret; `entropy(n)` returns n random bytes; `monotonic` returns seconds. Methods
    raise `StoreAway`; those that change something may also raise `UnknownOutcome` and are safe to repeat
    (registering only with a key).
    """

    def __init__(
        self,
        store: Redis,
        key: bytes,
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self.index = NameIndex(store)
        self._register = SlotScript(store, REGISTER)
        self._rename = AccountScript(store, RENAME)
        self._show_to = AccountScript(store, SHOW_TO)
        self._speak = AccountScript(store, SPEAK)
        self._erase = EndingScript(store, ERASE)
        self._reaching = Reaching(store)
        self._key = key
        self._entropy = entropy
        self._monotonic = monotonic
        self._names = LruCache[str, _Known](NAMES_CACHED)

    def register(
        self, name: str, request_key: str | None, address: str, now: int, *, by_program: bool = False
    ) -> NewPlayer:
        """Register a player from a network address; the same request key returns the same player and token.

        Id and token are derived from the key with the server's secret, so that the token need not be stored
        for a retry. The token of a program is in the account's audit.

        Raises `RegistrationKeyReused` if the key was used with another name, or its account is erased.
        """
        source = request_key.encode() if request_key is not None else self._entropy(32)
        player = str(uuid.UUID(bytes=derive(self._key, b"player id", source)[:16], version=4))
        token = token_text(player, derive(self._key, b"player token", source))
        self.index.add([(player, name)])
        source_mark = origin(self._key, address)
        by = Actor(None, source_mark).entry if by_program else ""
        registered = self._register.run(player, name, token_digest(token), now, source_mark, by)
        if registered != name.encode():
            raise RegistrationKeyReused
        return NewPlayer(player, name, token)

    def profile(self, player: str) -> Profile:
        """The player's profile; raises `AccountErased`."""
        found = self.profiles([player])[player]
        if found is None:
            raise AccountErased
        return found

    def profiles(self, players: Iterable[str]) -> dict[str, Profile | None]:
        """The profile of each player in their order, None for one that is unknown or erased."""
        every = list(dict.fromkeys(players))
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for player in every:
                pipeline.hmget(profile_key(player), FIELDS)
            answers = pipeline.execute()
        return {player: _profile(player, *answer) for player, answer in zip(every, answers, strict=True)}

    def show_to(self, player: str, audience: Audience) -> None:
        """Set the audience of the player's page; raises `AccountErased`."""
        self._show_to.run(player, audience.value)

    def speak(self, player: str, language: str | None) -> None:
        """Set the language in which the service speaks to the player, None for none; `AccountErased`."""
        try:
            self._speak.run(player, language or "")
        finally:
            self._names.forget(player)

    def rename(self, player: str, name: str) -> None:
        """Give the player another name; raises `AccountErased`.

        422 `account/name-refused` if a moderator removed this name or a similar one.
        """
        if self.refuses(player, name):
            detail = "a moderator has refused this name or a similar one: choose another one"
            raise Problem(422, "account/name-refused", detail)
        before = self.profile(player).name
        self.index.add([(player, name)])
        try:
            self._rename.run(player, name)
        finally:
            self._names.forget(player)
        if folded(before) != folded(name):
            self.index.remove([NameEntry(folded(before), player)])

    def take_name(self, player: str, number: int, reported: str | None = None) -> None:
        """Replace the player's name by a neutral one, once for the decision with this number.

        The present name may differ from the `reported` one; both are refused from now on. Raises
        `AccountErased`.
        """
        before, name = self.profile(player).name, neutral_name(player)
        taken = {before, reported or before} - {name}
        self.index.add([(player, name)])
        try:
            done = self._reaching.rename(player, number, name, sorted(map(_skeleton, taken)))
        finally:
            self._names.forget(player)
        if done and before != name:
            self.index.remove([NameEntry(folded(before), player)])

    def refuses(self, player: str, name: str) -> bool:
        """True if a moderator took this name, or one that looks like it, from the player."""
        with asking():
            refused = cast("bytes | None", self._store.hget(profile_key(player), REFUSED))
        return refused is not None and _skeleton(name).encode() in refused.split(b"\n")

    def origin(self, address: str) -> str:
        """The stored form of a network address."""
        return origin(self._key, address)

    def erase(self, player: str, name: str) -> None:
        """Erase the account with all its parts; raises `NameMismatch` if it has another name.

        Its id stays in the log and cannot be registered again.
        """
        if self.profile(player).name == name:
            self.index.remove([NameEntry(folded(name), player)])
        try:
            if self._erase.run(player, name) != b"done":
                raise NameMismatch
        finally:
            self._names.forget(player)

    def names(self, players: Iterable[str]) -> dict[str, str | None]:
        """The present name of each player in their order, None for one that is unknown or erased."""
        return {player: known.name for player, known in self._known(players).items()}

    def languages(self, players: Iterable[str]) -> dict[str, str | None]:
        """The tag of the language that each player has chosen, in their order, None for none.

        It is read with the names, so a process may know another one for as long.
        """
        return {player: known.language for player, known in self._known(players).items()}

    def language(self, player: str) -> Language:
        """The language in which the service writes to the player; English if they have chosen none."""
        tag = self.languages([player])[player]
        return (tag and wanted(tag)) or english()

    def named(self, names: Iterable[str]) -> dict[str, list[str]]:
        """The players who have exactly this name now, for each name; two round trips for all.

        If the index has `MOST_ALIKE` entries of a name, whatever the case of its letters, all of them stand
        for it: there may be more.
        """
        every = list(dict.fromkeys(names))
        entries = dict(zip(every, self.index.with_names(every), strict=True))
        profiles = self.profiles(entry.player for found in entries.values() for entry in found)
        exact = {player: profile.name for player, profile in profiles.items() if profile}
        return {
            name: [
                each.player for each in found if len(found) == MOST_ALIKE or exact.get(each.player) == name
            ]
            for name, found in entries.items()
        }

    def suspensions(self, players: Iterable[str]) -> dict[str, Suspension]:
        """The suspensions of those of the players who have one, over or not; one round trip."""
        every = list(dict.fromkeys(players))
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for player in every:
                pipeline.hget(profile_key(player), SUSPENDED)
            answers = pipeline.execute()
        found = ((player, suspension_of(kept)) for player, kept in zip(every, answers, strict=True))
        return {player: suspension for player, suspension in found if suspension}

    def names_of(self, *tables: Table) -> dict[str, str | None]:
        """The present names of everybody at these tables."""
        return self.names([sitter.player for table in tables for sitter in table.sitters])

    def _known(self, players: Iterable[str]) -> dict[str, "_Known"]:
        """What each player is called and speaks, in their order; at most one round trip."""
        now, found = self._monotonic(), dict[str, _Known]()
        asked = list(dict.fromkeys(players))
        for player in asked:
            known = self._names.get(player)
            if known is not None and known.until > now:
                found[player] = known
        if len(found) < len(asked):
            found |= self._read([player for player in asked if player not in found])
        return {player: found[player] for player in asked}

    def _read(self, players: list[str]) -> dict[str, "_Known"]:
        until = self._monotonic() + NAME_SECONDS
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for player in players:
                pipeline.hmget(profile_key(player), ("name", "language"))
            answers = pipeline.execute()
        found = {
            player: _Known(until, *(field.decode() if field else None for field in answer))
            for player, answer in zip(players, answers, strict=True)
        }
        for player, known in found.items():
            self._names.keep(player, known)
        return found


class _Known(NamedTuple):
    """What a process knows of a player until this time: the name and the language, if there are any."""

    until: float
    name: str | None
    language: str | None


def neutral_name(player: str) -> str:
    """The name of a player whose own name was taken by a moderator.

    >>> neutral_name("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")
    'Player 0e4d5a3c'
    """
    return f"Player {player[:8]}"


def _profile(
    player: str,
    name: bytes | None,
    created_at: bytes | None,
    page: bytes | None,
    language: bytes | None,
) -> Profile | None:
    if name is None or created_at is None:
        return None
    audience = Audience(page.decode()) if page else Audience.EVERYBODY
    return Profile(player, name.decode(), int(created_at), audience, language.decode() if language else None)


def _skeleton(name: str) -> str:
    """The skeleton that a name shares with its look-alikes; the name itself if it has no letters."""
    return " ".join(skeleton(name)) or name


def open_players(store: Redis, server_key: bytes) -> Players:
    """The profiles in this store, with ids and tokens derived from the server's key."""
    return Players(store, tokens_key(server_key), os.urandom, monotonic)
