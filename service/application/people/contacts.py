"""The players whom a player follows, has blocked, or has muted; only that player can see the lists."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from redis import Redis

from replays.encoding.forms import numeral
from replays.store.scripts import asking
from service.application.account_keys import AccountPart, blocked_key, following_key, muted_key
from service.application.problem import Problem
from service.application.quotas.counted_part import CountedPart
from service.application.quotas.storage import LedgerScript, Storage

MOST = 500
"""The most players in one list of an account."""


class ContactList(Enum):
    """The lists of an account."""

    FOLLOWING = "following"
    BLOCKED = "blocked"
    MUTED = "muted"

    @property
    def key(self) -> AccountPart:
        """The part of an account that has the list."""
        return {"following": following_key, "blocked": blocked_key, "muted": muted_key}[self.value]


def _add(of: ContactList) -> str:
    """A script that adds ARGV[1] at the time ARGV[2] if it is missing; returns 'most' if the list is full."""
    return f"""
local list, other = {of.key}, ARGV[1]
if redis.call('HEXISTS', list, other) == 1 then return unchanged('') end
if redis.call('HLEN', list) >= {MOST} then return unchanged('most') end
local refused = full({of.key.overhead})
if refused then return refused end
redis.call('HSET', list, other, ARGV[2])
return counted({of.key.overhead}, '')
"""


class TooManyContacts(Problem):
    """409: the list has `MOST` players already."""

    def __init__(self) -> None:
        detail = f"the list has {MOST} players, the maximum: remove one first"
        super().__init__(409, "contact/too-many", detail)


class Contact(NamedTuple):
    """A player in a list, and since when in ms UTC; ordered by time, then by id."""

    since: int
    player: str


class Contacts:
    """The lists of all accounts; methods raise as those of `CountedPart` do."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._store = store
        self._lists = {of: CountedPart(store, storage, of.key) for of in ContactList}
        self._add = {of: LedgerScript(store, _add(of)) for of in ContactList}

    def add(self, of: ContactList, player: str, other: str, address: str, now: int) -> None:
        """Add another player to a list; does nothing if the player is already in it.

        `now` is in ms UTC. Raises `TooManyContacts`, and `StorageFull` if the quota of the account or of the
        client address is used up.
        """
        if self._lists[of].put(self._add[of], player, other, str(now), address) == b"most":
            raise TooManyContacts

    def remove(self, of: ContactList, player: str, other: str) -> None:
        """Remove a player from a list; does nothing if the player is not in it."""
        self._lists[of].remove(player, other)

    def every(self, of: ContactList, player: str) -> list[Contact]:
        """All players in a list, the newest first."""
        held = self._lists[of].all(player)
        return sorted((Contact(int(at), other) for other, at in held.items()), reverse=True)

    def page(
        self, of: ContactList, player: str, cursor: str | None, limit: int
    ) -> tuple[list[Contact], str | None]:
        """A page of a list, the newest first, and the cursor of the next page or None.

        Raises ValueError for an invalid cursor.
        """
        found = self.every(of, player)
        if cursor is not None:
            since, _, other = cursor.partition(" ")
            found = [each for each in found if each < Contact(numeral(since), other)]
        following = "{} {}".format(*found[limit - 1]) if len(found) > limit else None
        return found[:limit], following

    def has(self, of: ContactList, player: str, other: str) -> bool:
        """True if another player is in the player's list."""
        return self._lists[of].has(player, other)

    def blocking(self, players: Iterable[str], other: str) -> set[str]:
        """The players among these who have blocked `other`; one round trip."""
        asked = [player for player in dict.fromkeys(players) if player != other]
        if not asked:
            return set()
        since = self._lists[ContactList.BLOCKED].texts((player, other) for player in asked)
        return {player for player, at in zip(asked, since, strict=True) if at}

    def silenced(self, player: str, authors: Iterable[str]) -> dict[str, bool]:
        """The authors whose messages the player does not read: True if muted, False if only blocked.

        One round trip.
        """
        asked = [author for author in dict.fromkeys(authors) if author != player]
        if not asked:
            return {}
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for of in (ContactList.MUTED, ContactList.BLOCKED):
                pipeline.hmget(of.key(player), asked)
            muted, blocked = pipeline.execute()
        listed = zip(asked, muted, blocked, strict=True)
        return {author: mutes is not None for author, mutes, blocks in listed if mutes or blocks}
