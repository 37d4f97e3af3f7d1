"""What the log keeps of a stream that was moved into the archive: where it ended."""

from collections.abc import Sequence
from typing import Protocol

from replays.encoding.entries import Head
from replays.encoding.identity import GameId


class Tombstones(Protocol):
    """Tombstones stand where streams lay. A stream with one reads as it did, but nothing is appended to it.

    Its listings stay; its command ids, its secret, which was revealed, and its plans go.
    """

    def entombed(self, streams: Sequence[GameId]) -> set[GameId]:
        """Return those of these streams that have a tombstone; raises StoreAway."""

    def entomb(self, stream: GameId, head: Head) -> None:
        """Put a tombstone in the place of a stream that ends at `head`; no change where there is that one.

        Raises Conflict where it ends elsewhere, StoreAway and UnknownOutcome; it may be repeated after both.
        """
