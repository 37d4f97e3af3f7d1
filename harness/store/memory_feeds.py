"""The feeds in memory, with the behaviour of the server's."""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from replays.encoding.identity import PARTITIONS, GameId, Version, partition
from replays.log.feeds import FeedEntry
from replays.log.occasions import ALARM, TOLD, Advance, Told
from replays.streams.feeds import NOBODYS

_ALL = range(PARTITIONS)


@dataclass(slots=True)
class _Claim:
    entry: FeedEntry
    consumer: str
    since: float


@dataclass(slots=True)
class _Group:
    """A consumer group in one partition: the last delivered entry, and those not acknowledged."""

    delivered: int = 0
    pending: dict[int, _Claim] = field(default_factory=dict)

    def end(self) -> int:
        """Return the oldest entry that the group has not acknowledged, or the last delivered one."""
        return min(self.pending, default=self.delivered)


class MemoryFeeds:
    """The `Feeds` in memory; entry ids are `<n>-0`, with n counting from 1 over all partitions."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._changed = threading.Condition(threading.RLock())
        self._number = 0
        self._feeds: dict[int, dict[int, FeedEntry]] = {number: {} for number in _ALL}
        self._groups: dict[str, dict[int, _Group]] = {}
        self._alarms: dict[GameId, int] = {}

    def _publish(
        self,
        game: GameId,
        version: Version,
        types: tuple[str, ...],
        detail: str = "",
        told: tuple[int, tuple[Told, ...]] | None = None,
    ) -> None:
        """Add an entry to the game's partition, or to that of `told`; the caller holds the lock."""
        where = told[0] if told else partition(game)
        self._number += 1
        number = self._number
        entry = FeedEntry(where, f"{number}-0", game, version, types, detail, told[1] if told else ())
        self._feeds[where][number] = entry
        self._changed.notify_all()

    def places(self, group: str) -> dict[int, str]:
        """Return the group's position in each partition."""
        with self._changed:
            self.join(group)
            for there in self._groups[group].values():
                if there.pending:
                    there.delivered = min(there.pending) - 1
                    there.pending.clear()
            return {where: f"{there.delivered}-0" for where, there in self._groups[group].items()}

    def advance(self, group: str, step: Advance) -> bool:
        """Advance the group by the step, and set its alarms; False if the group is elsewhere by now."""
        with self._changed:
            there = self._groups.get(group, {}).get(step.partition)
            if there is None or f"{there.delivered}-0" != step.since:
                return False
            there.delivered = _number(step.to)
            for game, at in step.alarms.items():
                self._alarms.pop(game, None)
                if at is not None:
                    self._alarms[game] = at
            if step.told:
                self._publish(NOBODYS, Version(0), (TOLD,), told=(step.partition, step.told))
        return True

    def alarms(self, until: int, limit: int) -> list[tuple[GameId, int]]:
        """Return the games whose alarm is due, with its time, the earliest first."""
        with self._changed:
            found = sorted((at, game) for game, at in self._alarms.items() if at <= until)
        return [(game, at) for at, game in found[:limit]]

    def ring(self, game: GameId, at: int) -> bool:
        """Turn the alarm into an occasion; False if it is no longer set for this time."""
        with self._changed:
            if self._alarms.get(game) != at:
                return False
            del self._alarms[game]
            self._publish(game, Version(0), (ALARM,), str(at))
        return True

    def report(self, game: GameId, version: Version, occasion: str, detail: str) -> None:
        """Add an occasion to the feed."""
        with self._changed:
            self._publish(game, version, (occasion,), detail)

    def tail(self, cursors: Mapping[int, str], block_ms: int, count: int = 1000) -> list[FeedEntry]:
        """Return the entries after these cursors."""

        def come() -> list[FeedEntry]:
            return [
                entry
                for where, cursor in sorted(cursors.items())
                for entry in self._after(where, _number(cursor), count)
            ]

        return self._wait(come, block_ms)

    def feed_ends(self) -> dict[int, str]:
        """Return the cursors after which all future entries come."""
        with self._changed:
            return {where: f"{max(feed, default=0)}-0" for where, feed in self._feeds.items()}

    def join(self, group: str) -> None:
        """Create the consumer group."""
        with self._changed:
            self._groups.setdefault(group, {where: _Group() for where in _ALL})

    def claim_new(self, group: str, consumer: str, block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that were not delivered to any consumer of the group yet."""
        return self._wait(lambda: self._deliver(group, consumer, count), block_ms)

    def claim_stale(self, group: str, consumer: str, min_idle_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that consumers have held for too long; this consumer takes them over."""
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
        """Remove these entries from the group's pending ones."""
        with self._changed:
            for entry in entries:
                self._groups[group][entry.partition].pending.pop(_number(entry.entry_id), None)

    def trim_feeds(self) -> int:
        """Remove the entries that every group has acknowledged."""
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
        """Return the entries that have come; wait if there are none yet."""
        found: list[FeedEntry] = []

        def there() -> bool:
            found.extend(come())
            return bool(found)

        with self._changed:
            self._changed.wait_for(there, block_ms / 1000)
        return found


def _number(entry_id: str) -> int:
    return int(entry_id.partition("-")[0])
