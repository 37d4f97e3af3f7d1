"""The collections of all accounts: a hash in each account's slot, with one field for each collection.

A change reads the collection, computes the new value and writes it if the stored one is still unchanged.
"""

from collections.abc import Callable, Iterable

from redis import Redis

from service.application.account_keys import AccessRevoked, collections_key, storage_key
from service.application.accounts.access.actors import AUDITED, SERVICE, Actor
from service.application.accounts.access.audit import Deed
from service.application.games.lists.collecting.collection import Collection, read, written
from service.application.problem import Problem
from service.application.quotas.counted_part import CountedPart
from service.application.quotas.storage import LedgerScript, Storage
from service.application.quotas.storage_ledger import CHANGES, TOTAL

MOST = 100
"""The most collections of an account."""

SIZE = f"size({collections_key}, ARGV[1], {collections_key.overhead})"

LINKED = '"shared":"link"'
"""The part of a stored collection that shows that it is shared by a link; no title contains a bare quote."""

TELL_LINK = f"""
local function is_linked(text) return string.find(text, '{LINKED}', 1, true) ~= nil end
local function tell_link(by, id, before, after)
  if is_linked(before) == is_linked(after) then return end
  audited(by, is_linked(after) and '{Deed.COLLECTION_SHARED.value}' or '{Deed.COLLECTION_UNSHARED.value}', id)
end
"""

WRITE = f"""{AUDITED}{TELL_LINK}
if is_revoked(ARGV[4]) then return unchanged('revoked') end
local held = redis.call('HGET', {collections_key}, ARGV[1]) or ''
if held == ARGV[2] then return unchanged('done') end
if held ~= ARGV[3] then return unchanged('changed') end
if held == '' and redis.call('HLEN', {collections_key}) >= {MOST} then return unchanged('most') end
local more = {collections_key.overhead} + #ARGV[2] - {SIZE}
local refused = full(more)
if refused then return refused end
redis.call('HSET', {collections_key}, ARGV[1], ARGV[2])
tell_link(ARGV[5], ARGV[1], held, ARGV[2])
return counted(more, 'done')
"""
"""Writes the text ARGV[2] of the collection ARGV[1] if its text is still ARGV[3] ("" for a new one)."""

REMOVE = f"""{AUDITED}{TELL_LINK}
local size = {SIZE}
if size == 0 then return unchanged('') end
tell_link(ARGV[2], ARGV[1], redis.call('HGET', {collections_key}, ARGV[1]), '')
redis.call('HDEL', {collections_key}, ARGV[1])
return counted(-size, '')
"""


END_LINKS = f"""
local held = redis.call('HGETALL', {collections_key})
for i = 1, #held, 2 do
  local text, found = string.gsub(
    held[i + 1], '{LINKED},"created_at":(%d+),"key":"[^"]*"',
    '"shared":"private","created_at":%1,"key":null', 1
  )
  if found == 1 then
    redis.call('HSET', {collections_key}, held[i], text)
    if redis.call('HEXISTS', {storage_key}, '{TOTAL}') == 1 then
      redis.call('HINCRBY', {storage_key}, '{TOTAL}', #text - #held[i + 1])
      redis.call('HINCRBY', {storage_key}, '{CHANGES}', 1)
    end
    audited(by, '{Deed.COLLECTION_UNSHARED.value}', held[i])
  end
end
"""
"""Makes every collection that is shared by a link private, in the form of `written`; a part of scripts."""


Change = Callable[[Collection], Collection]


class TooManyCollections(Problem):
    """409: the account has `MOST` collections already."""

    def __init__(self) -> None:
        detail = f"you have {MOST} collections, the maximum: delete one first"
        super().__init__(409, "collection/too-many", detail)


class UnknownCollection(Problem):
    """404: the account has no collection with this id, or the viewer may not see it."""

    def __init__(self) -> None:
        detail = "there is no collection with this id, or none that you may see"
        super().__init__(404, "collection/unknown", detail)


class Collections:
    """The collections in the store; methods raise as those of `CountedPart` do."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._kept = CountedPart(store, storage, collections_key)
        self._write = LedgerScript(store, WRITE)
        self._remove = LedgerScript(store, REMOVE)

    def of(self, player: str) -> list[Collection]:
        """The player's collections, the newest first."""
        found = [read(identity, text.decode()) for identity, text in self._kept.all(player).items()]
        return sorted(found, key=lambda each: (each.created_at, each.id), reverse=True)

    def one(self, player: str, identity: str) -> Collection | None:
        """The player's collection with this id, or None."""
        return self.each([(player, identity)])[0]

    def each(self, wanted: Iterable[tuple[str, str]]) -> list[Collection | None]:
        """The collections with these pairs of player and id, None for a missing one; in one round trip."""
        named = list(wanted)
        return [
            read(identity, text.decode()) if text else None
            for (_, identity), text in zip(named, self._kept.texts(named), strict=True)
        ]

    def create(self, player: str, collection: Collection, address: str, by: Actor = SERVICE) -> Collection:
        """Store a new collection and return it, or the existing collection with this id.

        Raises `TooManyCollections` and `AccessRevoked`.
        """
        if (there := self.one(player, collection.id)) is not None:
            return there
        answer = self._put(player, collection.id, written(collection), "", address, by)
        if answer == b"most":
            raise TooManyCollections
        return collection if answer == b"done" else self.create(player, collection, address, by)

    def change(
        self,
        player: str,
        identity: str,
        change: Change,
        address: str,
        by: Actor = SERVICE,
    ) -> Collection:
        """Change a collection and return the result.

        Raises `UnknownCollection`, `AccessRevoked`, and the errors of `change`. It retries until no
        concurrent request has changed the collection.
        """
        while held := self._kept.text(player, identity):
            text = held.decode()
            changed = change(read(identity, text))
            if self._put(player, identity, written(changed), text, address, by) == b"done":
                return changed
        raise UnknownCollection

    def remove(self, player: str, identity: str, by: Actor = SERVICE) -> None:
        """Delete a collection; does nothing if it does not exist."""
        self._kept.drop(self._remove, player, identity, by.entry)

    def _put(  # noqa: PLR0913, PLR0917 - the collection before and after, the client's address, the actor
        self, player: str, identity: str, text: str, before: str, address: str, by: Actor
    ) -> bytes:
        args = (before, by.field, by.entry)
        answer = bytes(self._kept.put(self._write, player, identity, text, address, args))
        if answer == b"revoked":
            raise AccessRevoked
        return answer
