"""The interface of tombstones: the log stores the head of each stream that it moved into the archive."""

from collections.abc import Sequence
from typing import Protocol

from replays.encoding.entries import Head
from replays.encoding.identity import GameId


class Tombstones(Protocol):
    """A tombstone replaces an archived stream. Reads of the stream work as before; appends are refused.

    Its listings stay; its command ids, its secret (which is revealed by then) and its plans are deleted.
    """

    def entombed(self, streams: Sequence[GameId]) -> set[GameId]:
        """Return those of these streams that have a tombstone; raises StoreAway."""

    def entomb(self, stream: GameId, head: Head) -> None:
        """Replace a stream that ends at `head` with a tombstone; no change if it has that tombstone already.

        Raises Conflict if the stream ends elsewhere, StoreAway and UnknownOutcome; retry after the last two.
        """
