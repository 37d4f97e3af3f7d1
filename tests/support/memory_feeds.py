"""The feeds in memory, as the server has them."""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from replays.encoding.identity import PARTITIONS, GameId, Version, partition
from replays.log.feeds import FeedEntry

_ALL = range(PARTITIONS)


@dataclass(slots=True)
class _Claim:
    entry: FeedEntry
    consumer: str
    since: float


@dataclass(slots=True)
class _Group:
    """A consumer group in one partition: the last entry delivered, and those not acknowledged."""

    delivered: int = 0
    pending: dict[int, _Claim] = field(default_factory=dict)

    def end(self) -> int:
        """Return the oldest entry that the group is not done with, or the last it was given."""
        return min(self.pending, default=self.delivered)


class MemoryFeeds:
    """The `Feeds` in memory; entry ids are `<n>-0` with n counting from 1 in each partition."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._changed = threading.Condition(threading.RLock())
        self._numbers = dict.fromkeys(_ALL, 0)
        self._feeds: dict[int, dict[int, FeedEntry]] = {number: {} for number in _ALL}
        self._groups: dict[str, dict[int, _Group]] = {}

    def _publish(self, game: GameId, version: Version, types: tuple[str, ...]) -> None:
        """Add an entry; the caller holds the lock."""
        where = partition(game)
        self._numbers[where] += 1
        number = self._numbers[where]
        self._feeds[where][number] = FeedEntry(where, f"{number}-0", game, version, types)
        self._changed.notify_all()

    def tail(self, cursors: Mapping[int, str], block_ms: int, count: int = 1000) -> list[FeedEntry]:
        """Return what came after these cursors."""

        def come() -> list[FeedEntry]:
            return [
                entry
                for where, cursor in sorted(cursors.items())
                for entry in self._after(where, _number(cursor), count)
            ]

        return self._wait(come, block_ms)

    def feed_ends(self) -> dict[int, str]:
        """Return the cursors that everything to come lies after."""
        with self._changed:
            return {where: f"{max(feed, default=0)}-0" for where, feed in self._feeds.items()}

    def join(self, group: str) -> None:
        """Make the consumer group."""
        with self._changed:
            self._groups.setdefault(group, {where: _Group() for where in _ALL})

    def claim_new(self, group: str, consumer: str, block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that no consumer of the group was given yet."""
        return self._wait(lambda: self._deliver(group, consumer, count), block_ms)

    def claim_stale(self, group: str, consumer: str, min_idle_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that other consumers hold for too long."""
        with self._changed:
            now = self._clock()
            claimed = []
            for where, there in self._groups.get(group, {}).items():
                for deleted in there.pending.keys() - self._feeds[where].keys():
                    del there.pending[deleted]
                idle = (
                    claim for claim in there.pending.values() if (now - claim.since) * 1000 >= min_idle_ms
                )
                for claim in islice(idle, count):
                    claim.consumer, claim.since = consumer, now
                    claimed.append(claim.entry)
            return claimed

    def acknowledge(self, group: str, entries: Iterable[FeedEntry]) -> None:
        """Take these entries off the group's pending ones."""
        with self._changed:
            for entry in entries:
                self._groups[group][entry.partition].pending.pop(_number(entry.entry_id), None)

    def trim_feeds(self) -> int:
        """Remove the entries that every group is done with."""
        with self._changed:
            done = [
                (feed, number)
                for where, feed in self._feeds.items()
                for number in feed
                if number < min((group[where].end() for group in self._groups.values()), default=0)
            ]
            for feed, number in done:
                del feed[number]
            return len(done)

    def _deliver(self, group: str, consumer: str, count: int) -> list[FeedEntry]:
        self.join(group)
        delivered = []
        for where, there in self._groups[group].items():
            for entry in self._after(where, there.delivered, count):
                there.delivered = _number(entry.entry_id)
                there.pending[there.delivered] = _Claim(entry, consumer, self._clock())
                delivered.append(entry)
        return delivered

    def _after(self, where: int, number: int, count: int) -> list[FeedEntry]:
        feed = self._feeds[where]
        return [feed[n] for n in islice((n for n in feed if n > number), count)]

    def _wait(self, come: Callable[[], list[FeedEntry]], block_ms: int) -> list[FeedEntry]:
        """Return what has come, waiting for it where there is nothing yet."""
        found: list[FeedEntry] = []

        def there() -> bool:
            found.extend(come())
            return bool(found)

        with self._changed:
            self._changed.wait_for(there, block_ms / 1000)
        return found


def _number(entry_id: str) -> int:
    return int(entry_id.partition("-")[0])
