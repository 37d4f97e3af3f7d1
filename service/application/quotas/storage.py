"""Storage quotas: counts and limits the bytes that an account, and the guests of an address, store.

Things of all kinds count together.

A change that adds bytes takes three steps: the guest's address counts them, the account's ledger counts
them, and the thing is written; a thing in the account's slot is written by the script that counts it. If a
process dies in between, too much is counted until the account's next change, or until the ledger is measured
again. Nothing is ever stored without being counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.scripts import asking
from service.application.account_keys import AccountErased, AccountScript, credentials_key, storage_key
from service.application.quotas.address_storage import AddressQuotaFull, AddressStorage
from service.application.quotas.storage_ledger import (
    AT,
    CHANGES,
    CHARGE,
    CORRECT,
    LEDGER,
    STUDY,
    TOTAL,
    USAGE,
    OtherSlot,
    Thing,
    studies_key,
    thing_of,
)

MEASURED_EVERY = 32
"""The number of changes after which things in other slots are measured again; executed plans are gone."""
PAGE = 500
"""The number of things that are measured at a time."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """The most bytes for a guest, for all guests of one address together, and for a confirmed account."""

    guest: int
    address: int
    member: int


QUOTAS = Quotas(guest=256 * 1024, address=2 * 1024 * 1024, member=8 * 1024 * 1024)


@dataclass(frozen=True, slots=True)
class Usage:
    """The bytes that an account stores, and its limit; None for no limit."""

    used: int
    limit: int | None


class StorageFull(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The change would exceed a quota; `whose` is "guest", "member" or "address"."""

    def __init__(self, whose: str, limit: int, used: int) -> None:
        super().__init__(whose, limit, used)
        self.whose = whose
        self.limit = limit
        self.used = used


@dataclass(frozen=True, slots=True)
class _LedgerBefore:
    """The contents of the ledger before a change."""

    total: int
    n: int
    at: str
    is_member: bool
    size: int


class LedgerScript:
    """A script, prefixed by `LEDGER`, that changes stored data of an account; raises like `AccountScript`."""

    def __init__(self, store: Redis, text: str) -> None:
        self._script = AccountScript(store, LEDGER + text)

    def run(
        self, player: str, args: Sequence[str | int], mark: str = "", quotas: Quotas | None = None
    ) -> Any:
        """Run the script and return its result."""
        most = (quotas.guest, quotas.member) if quotas else ("", "")
        return self._script.run(player, *args, mark, *most)


class Storage:
    """The bytes that accounts store; without `quotas` nothing is refused.

    Methods raise `StoreAway`. Methods that change something also raise `AccountErased`, and `UnknownOutcome`,
    after which a retry is safe.
    """

    def __init__(self, store: Redis, addresses: AddressStorage, quotas: Quotas | None) -> None:
        self._store = store
        self._addresses = addresses
        self._quotas = quotas
        self._charge = LedgerScript(store, CHARGE)
        self._correct = LedgerScript(store, CORRECT)
        self._usage = LedgerScript(store, USAGE)

    def usage(self, player: str) -> Usage:
        """The bytes that the account stores, and its limit."""
        used, limit = self._usage.run(player, (), quotas=self._quotas)
        return Usage(used, None if limit < 0 else limit)

    def keep(  # noqa: PLR0913, PLR0917 - owner, thing, size, client address, and the script that writes it
        self,
        player: str,
        thing: Thing,
        length: int,
        address: str,
        script: LedgerScript,
        args: Sequence[str | int],
    ) -> Any:
        """Run the script that writes a thing of `length` bytes; returns its result, or raises `StorageFull`.

        Before refusing, it measures the things in other slots again and retries.
        """
        if self._quotas is None:
            return script.run(player, args)[-1]
        change = _Change(player, thing, length, self._addresses.mark(address), script, args)
        try:
            return self._kept(change, self._quotas)
        except StorageFull:
            self.measure(player)
            return self._kept(change, self._quotas)

    def drop(self, player: str, script: LedgerScript, args: Sequence[str | int]) -> Any:
        """Run a script that reduces the bytes of an account; returns its result."""
        done = _Done.read(script.run(player, args))
        if done.has_changed:
            self._settle(done.at, player, done.n, 0 if done.is_member else done.total)
        return done.answer

    @contextmanager
    def holding(self, player: str, thing: Thing, length: int, address: str) -> Iterator[None]:
        """Count a thing in another slot, which the block writes; raises `StorageFull` before the block.

        If the block fails to write it, the thing is measured again. A simultaneous deletion may have removed
        the count, so the entry is checked once more after the thing is written.
        """
        size = thing.bytes(length)
        n = self.keep(player, thing, length, address, self._charge, (thing.entry, size))
        try:
            yield
        except (StoreAway, UnknownOutcome):
            raise  # it may have been written: it counts until it is measured again
        except Exception:
            self.measure(player, [thing])
            raise
        if self._entry(player, thing).rpartition(" ")[2] != str(n):
            self._charge.run(player, (thing.entry, size))
        if n % MEASURED_EVERY == 0:
            self.measure(player)

    @contextmanager
    def releasing(self, player: str, thing: Thing) -> Iterator[None]:
        """Stop counting a thing in another slot, which the block deletes, unless it is written meanwhile."""
        entry = self._entry(player, thing)
        yield
        if entry:
            with suppress(AccountErased):
                self.drop(player, self._correct, (thing.entry, entry, 0))

    def things(self, player: str, kind: OtherSlot) -> list[Thing]:
        """The account's things of a kind stored in other slots, by the ledger; some may be gone already."""
        return [thing for thing in self._entries(player) if thing.kind is kind]

    def leave(self, player: str) -> None:
        """Remove an account, confirmed or about to be erased, from the guests of its address."""
        known = self._known(player, None)
        self._settle(known.at, player, known.n, 0)

    def measure(self, player: str, things: Sequence[Thing] | None = None) -> None:
        """Correct the ledger by the actual sizes of these things, by default of all in other slots."""
        entries = self._entries(player) if things is None else {t: self._entry(player, t) for t in things}
        listed = list(entries)
        for start in range(0, max(len(listed), 1), PAGE):
            page = listed[start : start + PAGE]
            sizes = self._measured(player, page)
            found = [
                part
                for thing, size in zip(page, sizes, strict=True)
                for part in (thing.entry, entries[thing], size)
            ]
            self.drop(player, self._correct, found)

    def _kept(self, change: "_Change", quotas: Quotas) -> Any:
        player, mark = change.player, change.mark
        known = self._known(player, change.thing)
        more = change.thing.bytes(change.length) - known.size
        reserved = None
        if more > 0 and not known.is_member:
            try:
                reserved = self._addresses.reserve(mark, player, known.n, known.total, more, quotas.address)
            except AddressQuotaFull:
                raise StorageFull("address", quotas.address, known.total) from None
        try:
            answer = change.script.run(player, change.args, mark, quotas)
        except AccountErased:
            self._settle(mark, player, known.n, 0)
            raise
        if answer[0] == b"full":
            _, total, quota, is_member = answer
            if reserved is not None:
                self._settle(mark, player, known.n, total if mark == known.at else 0)
            raise StorageFull("member" if is_member else "guest", quota, total)
        done = _Done.read(answer)
        if done.has_changed:
            self._count_at(mark, player, known.total if reserved is None else reserved, done)
        elif reserved is not None:
            self._settle(mark, player, done.n, done.total if done.at == mark else 0)
        return done.answer

    def _count_at(self, mark: str, player: str, told: int, done: "_Done") -> None:
        """Count the account at this address, which has counted `told` bytes so far, and at no other one."""
        moved = done.at != mark
        if not done.is_member and (told != done.total or moved):
            self._settle(mark, player, done.n, done.total)
        if done.is_member or moved:
            self._settle(done.at, player, done.n, 0)

    def _settle(self, mark: str, player: str, n: int, total: int) -> None:
        """Set the guest's bytes at the address; if the store is away, the guest's next change does so."""
        if mark:
            with suppress(StoreAway, UnknownOutcome):
                self._addresses.settle(mark, player, n, total)

    def _known(self, player: str, thing: Thing | None) -> _LedgerBefore:
        fields = [TOTAL, CHANGES, AT, thing.entry if thing else ""]
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            pipeline.hmget(storage_key(player), fields)
            pipeline.hexists(credentials_key(player), "email")
            if thing and not isinstance(thing.kind, OtherSlot):
                pipeline.hstrlen(*thing.place(player))
            (total, n, at, entry), is_member, *length = pipeline.execute()
        size = thing.bytes(length[0]) if thing and length else _bytes_of(entry or b"")
        used = self.usage(player).used if total is None else int(total)
        return _LedgerBefore(used, int(n or 0), (at or b"").decode(), bool(is_member), size)

    def _entry(self, player: str, thing: Thing) -> str:
        with asking():
            found = cast("bytes | None", self._store.hget(storage_key(player), thing.entry))
        return (found or b"").decode()

    def _entries(self, player: str) -> Mapping[Thing, str]:
        """The ledger's entries of things in other slots; `""` for studies without an entry."""
        with asking():
            ledger = cast("dict[bytes, bytes]", self._store.hgetall(storage_key(player)))
            studies = cast("list[bytes]", self._store.zrange(studies_key(player), 0, -1))
        unlisted = dict.fromkeys((Thing(STUDY, study.decode()) for study in studies), "")
        listed = ((thing_of(field.decode()), entry.decode()) for field, entry in ledger.items())
        return unlisted | {thing: entry for thing, entry in listed if thing is not None}

    def _measured(self, player: str, things: Sequence[Thing]) -> list[int]:
        with asking():
            pipeline = self._store.pipeline(transaction=False)
            for thing in things:
                pipeline.hstrlen(*thing.place(player))
            lengths = pipeline.execute()
        return [thing.bytes(length) for thing, length in zip(things, lengths, strict=True)]


@dataclass(frozen=True, slots=True)
class _Done:
    """The result of a script: the ledger as it is now, and the address at which it counted before."""

    has_changed: bool
    total: int
    n: int
    at: str
    is_member: bool
    answer: Any

    @classmethod
    def read(cls, answer: list[Any]) -> "_Done":
        """Read the result of a script that was not refused."""
        kind, total, n, at, is_member, own = answer
        return cls(kind == b"done", total, n, at.decode(), bool(is_member), own)


@dataclass(frozen=True, slots=True)
class _Change:
    """A change that adds bytes, and the script that carries it out."""

    player: str
    thing: Thing
    length: int
    mark: str
    script: LedgerScript
    args: Sequence[str | int]


def _bytes_of(entry: bytes) -> int:
    return int(entry.partition(b" ")[0] or 0)
