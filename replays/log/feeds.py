"""The feeds tell what was appended, in order, without a look at every game: one feed per partition.

Two ways to read them: `tail` by cursors that the reader keeps (live updates; nothing is remembered), and
consumer groups (the relay; every entry is handed to one consumer and stays pending until acknowledged,
so it is seen at least once). An entry's id is `<ms>-<n>`, increasing in its partition.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from replays.encoding.identity import GameId, Version
from replays.log.occasions import OCCASIONS, Told

START = "0-0"
"""The cursor before a feed's first entry."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One append: the game, the last version it wrote and the types of its events, in order.

    Or an occasion, whose type is the only one: `detail` and `told` are as its type says.
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
        """The type of the occasion, None for an append."""
        return self.types[0] if len(self.types) == 1 and self.types[0] in OCCASIONS else None


class Feeds(Protocol):
    """Reading the feeds. Every method raises StoreAway, and may be called again after it.

    `block_ms` is how long to wait at most where nothing is there yet, in milliseconds; 0 does not wait.
    `count` limits the entries from each partition. Answers are ordered by partition, then by entry id.
    """

    def tail(self, cursors: Mapping[int, str], block_ms: int, count: int = 1000) -> list[FeedEntry]:
        """Return what came after these cursors, partition -> entry id, in the partitions named."""

    def feed_ends(self) -> dict[int, str]:
        """Return the cursors, of every partition, that everything to come lies after."""

    def join(self, group: str) -> None:
        """Make the consumer group, from the oldest entry on; no change where it exists."""

    def claim_new(self, group: str, consumer: str, block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that no consumer of the group was given yet; they are now this one's.

        A group that is gone (the store was emptied) is joined again: it then sees all entries once more.
        """

    def claim_stale(self, group: str, consumer: str, min_idle_ms: int, count: int = 100) -> list[FeedEntry]:
        """Return entries that other consumers hold unacknowledged for `min_idle_ms`; they are now this one's.

        A pending entry that somebody deleted from the feed is no longer pending afterwards, and is not
        returned: which game it told of is lost, so a sweep over the log has to find it.
        """

    def acknowledge(self, group: str, entries: Iterable[FeedEntry]) -> None:
        """Take these entries off the group's pending ones."""

    def trim_feeds(self) -> int:
        """Remove the entries that every group is done with, and return how many.

        They are those below the smallest, over all groups, of the oldest pending entry or, where nothing
        is pending, the last one delivered. Without a group nothing is removed.
        """
