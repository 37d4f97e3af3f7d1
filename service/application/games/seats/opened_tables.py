"""Tables that wait for players, by the address or the account (for others) that opened them.

The log lists tables by the players who sit there, not by who opened them or from where. So each table is
recorded in a sorted set of its owner (an address or an account) with the time of its opening. A set is pruned
only when it seems full. Owners are stored as an HMAC: no key and no value contains an address.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from redis import Redis

from replays.encoding.identity import GameId
from replays.log.event_log import EventLog, StoreAway, UnknownOutcome
from replays.log.listing import Listing, Question
from replays.match.aggregate import Status
from replays.store.scripts import Script, asking
from service.application.account_keys import derive

Place = tuple[Listing, GameId]

BEING_OPENED_MS = 60_000
"""The longest time from recording a table here to its first event in the log."""
KEPT_SECONDS = 60 * 24 * 60 * 60
"""The expiry of an owner's set, counted from the last table that was recorded in it."""

NOTE = """
for index = 5, #ARGV do redis.call('ZREM', KEYS[1], ARGV[index]) end
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
    return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  end
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return {}
"""
"""Removes ARGV[5..], and records the table ARGV[1] with the time ARGV[2]; the set expires in ARGV[4] s.

If ARGV[3] other tables are recorded already, it records nothing and returns them with their times.
"""


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a table: a game or a series with this id, from this network address."""

    listing: Listing
    id: GameId
    address: str


class OpenedTables:
    """The opened tables by owner; `key` is a secret of 32 bytes, `clock` returns ms UTC.

    Methods raise `StoreAway`. There is no rollback: a recorded table that is not opened is pruned later.
    """

    def __init__(self, store: Redis, log: EventLog, key: bytes, clock: Callable[[], int]) -> None:
        self._store = store
        self._log = log
        self._key = key
        self._clock = clock
        self._note = Script(store, NOTE)

    def from_address(self, opening: Opening, most: int) -> bool:
        """Record the table under its address; False if `most` others from this address are still open.

        One round trip, and three to five more if the address seems full.
        """
        return self._noted(self._owner("address", opening.address), opening, most)

    def for_others(self, player: str, opening: Opening, most: int) -> bool:
        """Record a table that the account opens without a seat; False if `most` others of these are open."""
        return self._noted(self._owner("player", player), opening, most)

    def open_for_others(self, player: str) -> set[GameId]:
        """The tables that the account opened for others and that still wait for players."""
        with asking():
            members = cast("list[bytes]", self._store.zrange(self._owner("player", player), 0, -1))
        return {table for _, table in self._listed(map(_table, members), Status.OPEN)}

    def _noted(self, owner: str, opening: Opening, most: int) -> bool:
        there = self._run(owner, opening, most, [])
        return not there or not self._run(owner, opening, most, self._gone(there))

    def _run(self, owner: str, opening: Opening, most: int, gone: Sequence[bytes]) -> list[bytes]:
        """The recorded tables, each followed by its time, if the set is full; else an empty list."""
        member = f"{opening.listing} {opening.id}"
        try:
            there: list[bytes] = self._note.run([owner], [member, self._clock(), most, KEPT_SECONDS, *gone])
        except UnknownOutcome as lost:  # nothing was opened yet, and a recorded table is pruned later
            raise StoreAway(str(lost)) from lost.__cause__
        return there

    def _gone(self, there: Sequence[bytes]) -> list[bytes]:
        """The recorded tables that no longer wait for players: filled, called off, or never opened."""
        now, times = self._clock(), dict(zip(there[::2], map(float, there[1::2]), strict=True))
        tables = {_table(member): member for member in times}
        rest = tables.keys() - self._listed(tables, Status.OPEN)
        known = self._listed(rest, None)
        late = {table for table in rest if abs(now - times[tables[table]]) > BEING_OPENED_MS}
        return [tables[table] for table in rest & (known | late)]

    def _listed(self, tables: Iterable[Place], status: Status | None) -> set[Place]:
        """The tables that the log lists, with this status if given; one round trip for each listing."""
        ids: dict[Listing, list[GameId]] = {}
        for listing, table in tables:
            ids.setdefault(listing, []).append(table)
        wanted = None if status is None else status.value
        return {
            (listing, table)
            for listing, some in ids.items()
            for table in self._log.among(Question(listing, wanted), some)
        }

    def _owner(self, kind: str, owner: str) -> str:
        return f"opened:{derive(self._key, b'opened', f'{kind} {owner}'.encode()).hex()[:32]}"


def _table(member: bytes) -> Place:
    listing, _, table = member.decode().partition(" ")
    return Listing(listing), GameId(table)
