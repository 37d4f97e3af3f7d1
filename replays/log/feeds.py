"""The interface of the feeds, the appends to all games in order, and of the work of the relay.

There is one feed per partition. `tail` reads it after cursors that the reader holds: live updates, of which
the store has no state, and projections, whose places are stored (`occasions`).

An append after which there may be something to do is also an entry of the work, once per partition as well. A
consumer group delivers each such entry to one consumer; it stays pending until it is acknowledged, which
removes it, so delivery is at least once. An entry's id is `<ms>-<n>`, increasing in its partition.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from replays.encoding.identity import GameId, Version
from replays.log.occasions import OCCASIONS, Told

SOON_MS = 5_000
"""An append after which something is due this soon is work: a relay may rest for no longer."""
START = "0-0"
"""The cursor before a feed's first entry."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An append: the game, the last version that it wrote and the types of its events, in order.

    For an occasion, `types` has its type only; the type determines the form of `detail` and `told`.
    """

    partition: int
    entry_id: str
    game: GameId
    version: Version
    types: tuple[str, ...]
    detail: str = ""
    told: tuple[Told, ...] = ()

    @property
    def occasion(self) -> str | None:
        """The type of the occasion, or None for an append."""
        return self.types[0] if len(self.types) == 1 and self.types[0] in OCCASIONS else None


class Feeds(Protocol):
    """Reading the feeds and the work. Every method raises StoreAway and may be retried after it.

    If there is no entry yet, a read waits for at most `block_ms` milliseconds; 0 does not wait.
    `count` limits the entries from each partition. Results are ordered by partition, then by entry id.
    """

    def tail(self, cursors: Mapping[int, str], block_ms: int, count: int = 1000) -> list[FeedEntry]:
        """Return the entries after these cursors (partition -> entry id), in these partitions only."""

    def feed_ends(self) -> dict[int, str]:
        """Return a cursor for each partition that every later entry comes after."""

    def join(self, group: str) -> None:
        """Create the consumer group of the work, starting at the oldest entry; no change if it exists."""

    def claim_new(self, group: str, consumer: str, block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return work that no consumer of the group has received yet, and assign them to this consumer.

        If the group is gone (the store was emptied), it is created again and then sees all entries once more.
        """

    def claim_stale(self, group: str, consumer: str, min_idle_ms: int, count: int = 100) -> list[FeedEntry]:
        """Take over and return the work that consumers have not acknowledged for `min_idle_ms`.

        A pending entry that was deleted stops being pending and is not returned. Its game is not known any
        more, so a sweep over the log has to find it.
        """

    def acknowledge(self, group: str, entries: Iterable[FeedEntry]) -> None:
        """Remove these entries from the work."""

    def trim_feeds(self) -> int:
        """Remove the entries of the feeds that every group has finished with, and return their number.

        The limit of a group is its oldest pending entry or, if nothing is pending, the last entry delivered.
        Entries below the smallest limit of all groups are removed. Without a group nothing is removed.
        """
