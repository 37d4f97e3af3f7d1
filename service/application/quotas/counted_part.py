"""The things in one part of accounts, each byte of which counts toward the storage quota."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from redis import Redis

from replays.store.scripts import asking
from service.application.account_keys import AccountPart
from service.application.quotas.hash_pages import MOST_FIELDS, values
from service.application.quotas.storage import LedgerScript, Storage
from service.application.quotas.storage_ledger import Thing

KEEP, WRITE, EDIT = "keep", "write", "edit"
"""How a thing is stored: unless it is there, in any case, or only in the place of an earlier one."""


def _put(part: AccountPart) -> str:
    """Lua that stores the text ARGV[2] of the thing ARGV[1] in the manner ARGV[3].

    It returns the text that is stored then, "" for none.
    """
    return f"""
local there = redis.call('HGET', {part}, ARGV[1])
if ARGV[3] == '{KEEP}' and there or ARGV[3] == '{EDIT}' and not there then return unchanged(there or '') end
local more = #ARGV[2] - (there and #there or -{part.overhead})
local refused = full(more)
if refused then return refused end
redis.call('HSET', {part}, ARGV[1], ARGV[2])
return counted(more, ARGV[2])
"""


def _remove(part: AccountPart) -> str:
    size = "redis.call('HEXISTS', {0}, ARGV[1]) * {1}" if part.alike else "size({0}, ARGV[1], {1})"
    return f"""
local size = {size.format(part, part.overhead)}
if size == 0 then return unchanged('') end
redis.call('HDEL', {part}, ARGV[1])
return counted(-size, '')
"""


class CountedPart:
    """One part of all accounts: a hash with a field for each thing.

    Methods raise `StoreAway`. Methods that change something also raise `AccountErased`, and `UnknownOutcome`,
    after which a retry is safe. Methods that take the client address of a change raise `StorageFull`.
    """

    def __init__(self, store: Redis, storage: Storage, part: AccountPart) -> None:
        self._store = store
        self._storage = storage
        self._part = part
        self._put = LedgerScript(store, _put(part))
        self._remove = LedgerScript(store, _remove(part))

    def keep(self, player: str, name: str, text: str, address: str) -> bytes:
        """Store a thing unless it is there; returns what is stored."""
        return bytes(self.put(self._put, player, name, text, address, [KEEP]))

    def write(self, player: str, name: str, text: str, address: str) -> None:
        """Store a thing, replacing an earlier one."""
        self.put(self._put, player, name, text, address, [WRITE])

    def edit(self, player: str, name: str, text: str, address: str) -> bytes:
        """Replace a thing and return it; empty if there is none."""
        return bytes(self.put(self._put, player, name, text, address, [EDIT]))

    def put(  # noqa: PLR0913, PLR0917 - the script, its first two arguments, the owner and the address
        self,
        script: LedgerScript,
        player: str,
        name: str,
        text: str,
        address: str,
        args: Sequence[str | int] = (),
    ) -> Any:
        """Run another script that writes the thing ARGV[1] as ARGV[2]; returns its result."""
        thing, length = Thing(self._part, name), len(text.encode())
        return self._storage.keep(player, thing, length, address, script, (name, text, *args))

    def remove(self, player: str, name: str) -> None:
        """Delete a thing; does nothing if there is none."""
        self.drop(self._remove, player, name)

    def drop(self, script: LedgerScript, player: str, name: str, *args: str | int) -> None:
        """Run another script that deletes the thing ARGV[1]."""
        self._storage.drop(player, script, (name, *args))

    def text(self, player: str, name: str) -> bytes | None:
        """A thing, or None."""
        with asking():
            return cast("bytes | None", self._store.hget(self._part(player), name))

    def has(self, player: str, name: str) -> bool:
        """True if the thing is there."""
        with asking():
            return bool(self._store.hexists(self._part(player), name))

    def texts(self, named: Iterable[tuple[str, str]]) -> list[bytes | None]:
        """The things with these pairs of player and name, None for a missing one; in one round trip."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            for player, name in named:
                pipe.hget(self._part(player), name)
            return list(pipe.execute())

    def some(self, player: str, names: Sequence[str]) -> list[bytes | None]:
        """The player's things with these names, None for a missing one; in one round trip."""
        if not names:
            return []
        with asking():
            return cast("list[bytes | None]", self._store.hmget(self._part(player), list(names)))

    def all(self, player: str) -> dict[str, bytes]:
        """All things of the player by name, read at once."""
        with asking():
            held = cast("dict[bytes, bytes]", self._store.hgetall(self._part(player)))
        return {name.decode(): text for name, text in held.items()}

    def names(self, player: str) -> list[str]:
        """The sorted names of the player's things."""
        with asking():
            names = {name for name, _ in self._store.hscan_iter(self._part(player), count=MOST_FIELDS)}
        return sorted(name.decode() for name in names)

    def paged(self, player: str, names: Sequence[str] | None = None) -> Iterator[tuple[str, bytes]]:
        """Things with their names, by default all in the order of their names; a few are read at a time."""
        wanted = self.names(player) if names is None else names
        return values(self._store, self._part(player), wanted)
