"""The contract of every `EventLog` for feeds: one suite, run on each implementation."""

from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from harness.store.records import (
    GAME,
    STILL,
    body,
    chained,
    first,
    games,
    later,
)
from kingdomino.board.numbers import Seat
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head
from replays.encoding.identity import PARTITIONS, Version, partition
from replays.log.event_log import (
    Append,
    EventLog,
)
from replays.log.feeds import SOON_MS, FeedEntry
from replays.log.occasions import Advance


class FeedsSuite(ABC):
    """The suite; a subclass defines the log and how to bypass it."""

    @pytest.fixture
    @abstractmethod
    def log(self) -> EventLog:
        """Give an empty log."""

    @abstractmethod
    def delete(self, entry: FeedEntry) -> None:
        """Delete an entry of a feed directly."""

    @abstractmethod
    def lose_groups(self, group: str) -> None:
        """Delete a consumer group directly."""

    def test_the_feed_tells_of_every_append(self, log: EventLog) -> None:
        """The feed has one entry per append: game, last version and types; a cursor skips older entries."""
        log.append(first())
        ends = log.feed_ends()
        assert log.tail(ends, block_ms=0) == []
        head = log.head(GAME)
        assert head is not None
        kinds = (canonical(body(2, "DominoPlaced")), canonical(body(3, "LineDealt")))
        log.append(Append(GAME, head, chained(head, kinds), STILL))
        (entry,) = log.tail(ends, block_ms=0)
        assert entry.partition == partition(GAME)
        assert (entry.game, entry.version, entry.types) == (GAME, 3, ("DominoPlaced", "LineDealt"))
        assert log.tail({**ends, entry.partition: entry.entry_id}, block_ms=0) == []

    def test_the_feed_wakes_who_waits(self, log: EventLog) -> None:
        """A waiting tail returns with the append, or after its timeout."""
        ends = log.feed_ends()
        assert log.tail(ends, block_ms=1) == []
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(log.tail, ends, 60_000)
            log.append(first())
            assert [entry.game for entry in waiting.result()] == [GAME]

    def test_the_feed_is_read_from_all_partitions(self, log: EventLog) -> None:
        """The feed is read from all partitions in their order, at most `count` entries of each."""
        ids = games(64)
        starts = log.feed_ends()
        for game in ids:
            log.append(first(game))
        entries = log.tail(starts, block_ms=0)
        assert [entry.game for entry in entries] == sorted(ids, key=partition)
        assert len(log.tail(starts, block_ms=0, count=1)) == PARTITIONS
        only = log.tail({3: starts[3]}, block_ms=0)
        assert {entry.partition for entry in only} == {3}

    def test_a_group_gives_each_entry_to_one_consumer(self, log: EventLog) -> None:
        """A late group starts with the oldest entry, and each entry goes to one consumer once."""
        ids = games(32)
        for game in ids:
            log.append(first(game))
        log.join("relay")
        log.join("relay")
        one = log.claim_new("relay", "one", block_ms=0, count=1)
        two = log.claim_new("relay", "two", block_ms=0)
        assert sorted(entry.game for entry in one + two) == sorted(ids)
        assert log.claim_new("relay", "one", block_ms=1) == []

    def test_only_what_concerns_workers_is_work(self, log: EventLog) -> None:
        """A quiet append is work only if something is due soon after its last event, or at once by a plan."""
        log.append(first(is_quiet=True))
        assert log.claim_new("relay", "one", block_ms=0) == []
        head = log.head(GAME)
        assert head is not None
        soon = body(head.version + 1)["at"] + SOON_MS
        log.append(later(log, is_quiet=True, index=replace(STILL, due=soon + 1)))
        assert log.claim_new("relay", "one", block_ms=0) == []
        log.append(later(log, is_quiet=True, index=replace(STILL, due=soon)))
        assert [entry.version for entry in log.claim_new("relay", "one", block_ms=0)] == [3]
        log.put_plan(GAME, Seat(1), b"{}", last := Head(Version(3), log.read(GAME)[-1].hash))
        log.append(later(log, is_quiet=True, index=replace(STILL, due=soon * 2, mover=Seat(1))))
        assert [entry.version for entry in log.claim_new("relay", "one", block_ms=0)] == [last.version + 1]
        log.append(later(log))
        assert [entry.version for entry in log.claim_new("relay", "one", block_ms=0)] == [5]

    def test_a_claim_wakes_who_waits(self, log: EventLog) -> None:
        """A waiting claim returns with the append."""
        log.join("relay")
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(_claim_something, log)
            log.append(first())
            assert [entry.game for entry in waiting.result()] == [GAME]

    def test_a_dead_consumers_entries_are_claimed(self, log: EventLog) -> None:
        """Entries that were not acknowledged go to another consumer once they are old enough."""
        ids = games(32)
        for game in ids:
            log.append(first(game))
        log.join("relay")
        given = log.claim_new("relay", "dead", block_ms=0)
        log.acknowledge("relay", given[:5])
        assert log.claim_stale("relay", "alive", min_idle_ms=3_600_000) == []
        claimed = log.claim_stale("relay", "alive", min_idle_ms=0)
        assert claimed == given[5:]
        log.acknowledge("relay", claimed)
        assert log.claim_stale("relay", "alive", min_idle_ms=0) == []

    def test_a_deleted_entry_is_no_longer_pending(self, log: EventLog) -> None:
        """Claiming skips deleted entries, which do not return."""
        log.append(first())
        log.append(later(log))
        log.join("relay")
        given = log.claim_new("relay", "dead", block_ms=0)
        self.delete(given[0])
        assert log.claim_stale("relay", "alive", min_idle_ms=0) == [given[1]]
        log.acknowledge("relay", given[1:])
        assert log.claim_stale("relay", "alive", min_idle_ms=0) == []

    def test_a_lost_group_is_joined_again(self, log: EventLog) -> None:
        """A lost group gets all work that is left once more; none is lost, and what is done stays done."""
        log.append(first())
        log.append(later(log))
        log.join("relay")
        done, open_ = log.claim_new("relay", "one", block_ms=0)
        log.acknowledge("relay", [done])
        self.lose_groups("relay")
        assert log.claim_stale("relay", "one", min_idle_ms=0) == []
        assert log.claim_new("relay", "one", block_ms=0) == [open_]

    def test_feeds_are_trimmed_to_the_slowest_group(self, log: EventLog) -> None:
        """Trimming removes no entry that a projection has not finished."""
        starts = log.feed_ends()
        assert log.trim_feeds() == 0
        log.append(first(count=1))
        for _ in range(4):
            log.append(later(log))
        assert log.trim_feeds() == 0
        entries = log.tail(starts, block_ms=0)
        places = {group: log.places(group) for group in ("quick", "slow")}
        where = entries[0].partition
        assert log.advance("quick", Advance(where, places["quick"][where], entries[4].entry_id))
        assert log.trim_feeds() == 0
        assert log.advance("slow", Advance(where, places["slow"][where], entries[2].entry_id))
        assert log.trim_feeds() == 2
        assert log.tail(starts, block_ms=0) == entries[2:]
        assert log.advance("slow", Advance(where, entries[2].entry_id, entries[4].entry_id))
        assert log.trim_feeds() == 2
        assert log.tail(starts, block_ms=0) == entries[4:]


def _claim_something(log: EventLog) -> list[FeedEntry]:
    """Claim as a consumer does, in a loop (fakeredis ends its wait when any other stream changes)."""
    while True:
        if entries := log.claim_new("relay", "one", block_ms=60_000):
            return entries
