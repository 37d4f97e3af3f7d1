"""The interface of waiting heads: those of streams that the public log of heads does not have yet.

An append with which a stream opens, starts or ends leaves its heads here, in the same step. Whoever puts them
into the public log removes them afterwards, so each is delivered at least once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from replays.encoding.entries import Head
from replays.encoding.identity import GameId
from replays.transparency.leaves import HeadKind


class Milestone(NamedTuple):
    """A head at which a stream opens, starts or ends."""

    kind: HeadKind
    head: Head


@dataclass(frozen=True, slots=True)
class WaitingHeads:
    """The heads that one append has left: its partition, the entry's id, the stream, and the heads in order.

    An entry that no append has written has no heads.
    """

    partition: int
    entry_id: str
    game: GameId
    milestones: tuple[Milestone, ...]


class Heads(Protocol):
    """Reading and removing waiting heads. Methods raise StoreAway and may be retried after it."""

    def waiting_heads(self, block_ms: int, count: int = 1000) -> list[WaitingHeads]:
        """Return waiting heads in the order of their times, at most `count` appends of each partition.

        If none waits, the read waits for at most `block_ms` milliseconds; 0 does not wait.
        """

    def forget_heads(self, heads: Iterable[WaitingHeads]) -> None:
        """Remove these heads, which are in the public log."""
