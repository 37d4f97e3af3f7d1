"""Seeks: open tables that wait for somebody near the opener's rating (ADR 72).

A seek is an ordinary rated open table whose id is in the sorted set `{seeks}:open`, by the time of its
opening. Everything else is read from the table's log: the kind of game, who sits there, since when, and
whether it began. A seek that waits no more is taken out of the set, once, and the time that it waited is kept
in the list `{seeks}:waited` if its game began.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from statistics import median
from typing import cast

from redis import Redis

from replays.clocks.spec import TimeControl
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from replays.log.event_log import StoreAway, UnknownOutcome
from replays.match.aggregate import Match, Status
from replays.match.kinds import Table
from replays.store.scripts import Script, asking
from service.application.people.contacts import ContactList, Contacts
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.fold import NOBODY
from service.application.people.ratings.pools import Pool, pool_of

OPEN, WAITED, LOCK = "{seeks}:open", "{seeks}:waited", "{seeks}:lock"
LOOKED_AT = 200
"""The most seeks that are looked at, those that wait longest."""
MEASURED = 100
"""The number of waiting times that are kept, the newest."""
LOCK_MS, TRIES = 3_000, 100
SEATED_WITHIN_MS = 60_000
"""A new table is a seek before its opener has taken a seat, for so long."""
BAND, WIDENING = 100, 50
"""The greatest difference of ratings at first, and how much it grows with each step of waiting."""
STEP_MS, LIVE_STEP_MS = 60 * 60 * 1000, 60 * 1000
"""A step is an hour, and a minute for clocks that begin with less than `LIVE_SECONDS`."""
LIVE_SECONDS = 60 * 60

TAKE_OUT = """
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 and ARGV[2] ~= '' then
  redis.call('LPUSH', KEYS[2], ARGV[2])
  redis.call('LTRIM', KEYS[2], 0, tonumber(ARGV[3]) - 1)
end
return 1
"""
"""Takes the seek ARGV[1] out of the set KEYS[1], and keeps the ms that it waited, ARGV[2], if not empty."""
MARK = "return redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])"
LOCKING = "return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0"
UNLOCK = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"


@dataclass(frozen=True, slots=True)
class Seek:
    """A table that waits for somebody near `rating`, now within `band` of it."""

    table: Match
    rating: int
    band: int

    def is_near(self, rating: int) -> bool:
        """True if somebody with this rating is near enough by now."""
        return abs(rating - self.rating) <= self.band


@dataclass(frozen=True, slots=True)
class Waits:
    """How long seeks waited until their games began: the median in ms, None without any, and their number."""

    usual: int | None
    measured: int


def band_after(options: Options, waited: int) -> int:
    """The greatest difference of ratings after so many ms of waiting; it grows without end.

    >>> [band_after(Options(), hours * STEP_MS) for hours in (0, 1, 24)]
    [100, 150, 1300]
    """
    clock = options.clock
    timed = clock is not None and clock.policy is not TimeControl.NONE
    step = LIVE_STEP_MS if timed and clock is not None and clock.initial < LIVE_SECONDS else STEP_MS
    return BAND + WIDENING * (max(0, waited) // step)


class Seeks:
    """The seeks in the store; `clock` returns ms UTC. Methods raise `StoreAway`."""

    def __init__(
        self, store: Redis, tables: Tables, boards: Boards, contacts: Contacts, clock: Callable[[], int]
    ) -> None:
        self._store = store
        self._tables = tables
        self._boards = boards
        self._contacts = contacts
        self._clock = clock
        self._take_out, self._mark = Script(store, TAKE_OUT), Script(store, MARK)
        self._lock, self._unlock = Script(store, LOCKING), Script(store, UNLOCK)

    def waiting(self) -> list[Seek]:
        """The tables that wait, those that wait longest first."""
        with asking():
            members = cast("list[bytes]", self._store.zrange(OPEN, 0, LOOKED_AT - 1))
        there = list(self._tables.matches.readable([GameId(member.decode()) for member in members]))
        for match in there:
            if match.status is not Status.OPEN:
                self._end(match)
        since = self._clock() - SEATED_WITHIN_MS
        wait = [match for match in there if match.status is Status.OPEN]
        return self._rated([match for match in wait if match.sitters or match.created_at > since])

    def found(self, player: str, wanted: NewTable) -> Match | None:
        """The table of the wanted kind for this player: the nearest one, then that which waits longest.

        Nobody is brought together with somebody who has blocked them, or whom they have blocked.
        """
        rating = self.rating(player, pool_of(wanted.rules, wanted.players))
        near = [seek for seek in self.waiting() if _is_like(seek.table, wanted) and seek.is_near(rating)]
        blocked = (
            {each.player for each in self._contacts.every(ContactList.BLOCKED, player)} if near else set()
        )
        fitting = sorted(near, key=lambda seek: abs(seek.rating - rating))
        for seek in fitting:
            there = _people(seek.table)
            if not ({player} | blocked) & there and not self._contacts.blocking(there, player):
                return seek.table
        return None

    def own(self, player: str, wanted: NewTable) -> Match | None:
        """The table of the wanted kind at which the player already waits."""
        own = (seek.table for seek in self.waiting() if player in _people(seek.table))
        return next((table for table in own if _is_like(table, wanted)), None)

    def far_from(self, player: str | None, tables: Sequence[Table]) -> set[GameId]:
        """Those of the tables that seek somebody with another rating; no read without a rated table."""
        if not any(table.created.options.rated for table in tables):
            return set()
        ids = {table.id for table in tables}
        seeks = [seek for seek in self.waiting() if seek.table.id in ids]
        return {seek.table.id for seek in seeks if not seek.is_near(self._rating_for(player, seek.table))}

    def mark(self, match: Match) -> None:
        """Mark an open table as a seek."""
        self._run(self._mark, [OPEN], [match.id, match.created_at])

    def waits(self) -> Waits:
        """How long seeks waited, as measured."""
        with asking():
            kept = cast("list[bytes]", self._store.lrange(WAITED, 0, MEASURED - 1))
        times = [int(each) for each in kept]
        return Waits(int(median(times)) if times else None, len(times))

    def rating(self, player: str | None, pool: Pool) -> int:
        """The player's present rating in a pool; a newcomer's without a game."""
        standing = self._boards.standings([(pool, player)])[0] if player else None
        return (standing or NOBODY).skill_at(self._clock()).rating

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold off other requests that look for a table or open one, so that two do not wait side by side.

        A request that finds the lock taken goes on after some tries: then two tables may wait, and the next
        player finds either.
        """
        token = os.urandom(16).hex()
        for _ in range(TRIES):
            if self._run(self._lock, [LOCK], [token, LOCK_MS]):
                break
        try:
            yield
        finally:
            with suppress(StoreAway):
                self._run(self._unlock, [LOCK], [token])

    def _rating_for(self, player: str | None, table: Match) -> int:
        return self.rating(player, pool_of(table.rules, table.players))

    def _rated(self, tables: Sequence[Match]) -> list[Seek]:
        """The tables with the mean rating of the players there, read in one round trip."""
        pairs = [(pool_of(each.rules, each.players), player) for each in tables for player in _people(each)]
        found = dict(zip(pairs, self._boards.standings(pairs), strict=True))
        now, seeks = self._clock(), []
        for each in tables:
            pool = pool_of(each.rules, each.players)
            there = [(found[pool, player] or NOBODY).skill_at(now).rating for player in _people(each)]
            band = band_after(each.created.options, now - each.created_at)
            seeks.append(Seek(each, sum(there) // len(there), band))
        return seeks

    def _end(self, match: Match) -> None:
        """Take a seek out that waits no more."""
        began = None if match.status is Status.ABORTED else self._began(match)
        waited = "" if began is None else str(began - match.created_at)
        self._run(self._take_out, [OPEN, WAITED], [match.id, waited, MEASURED])

    def _began(self, match: Match) -> int | None:
        """The time at which the game began; None if its log lacks that."""
        records = (event.record for event in self._tables.log.read(match.id, limit=match.players + 2))
        return next((int(record["at"]) for record in records if record["type"] == "GameStarted"), None)

    def _run(self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int]) -> int:
        """The reply of a script that may be run again."""
        try:
            return int(script.run(keys, args))
        except UnknownOutcome as lost:
            raise StoreAway(str(lost)) from lost.__cause__


def _people(match: Match) -> set[str]:
    """The players who wait at a table; its opener before anybody has a seat."""
    return {sitter.player for sitter in match.sitters} or {match.opener}


def _is_like(match: Match, wanted: NewTable) -> bool:
    """True if the table is of the wanted kind: the same rules, seats, clock and agreements."""
    there = replace(match.created.options, offsets=None)
    return (match.rules, match.players, there) == (
        wanted.rules,
        wanted.players,
        replace(wanted.options, offsets=None),
    )
