"""What a game waits for: when a worker has something to do in it, and what its players planned.

Both are kept with the game's log, in the same partition, and what depends on where the log ends is changed
only while it ends there.
"""

from collections.abc import Sequence
from typing import Protocol

from kingdomino.board.numbers import Seat
from replays.encoding.entries import Head
from replays.encoding.identity import GameId


class Schedule(Protocol):
    """The due times and plans of games; times are ms UTC.

    Methods raise StoreAway; `settle_due` and `put_plan` can have an UnknownOutcome too. All may be called
    again after both. A plan is its owner's secret: bytes that stand in no listing, feed or error.
    """

    def due(self, until: int, limit: int) -> list[GameId]:
        """Return at most `limit` games in which something is due by `until`, the earliest first."""

    def due_of(self, games: Sequence[GameId]) -> dict[GameId, int]:
        """Return when something is due in these games, but for those in which nothing is."""

    def settle_due(self, game: GameId, expected: Head, due: int | None) -> bool:
        """Set when something is due, None for never, if the log ends at `expected`; return whether it did."""

    def plan(self, game: GameId, seat: Seat) -> bytes | None:
        """Return the seat's plan."""

    def put_plan(
        self, game: GameId, seat: Seat, plan: bytes, expected: Head, *, failed: bool = False
    ) -> None:
        """Keep the seat's plan, in place of an older one; raises Conflict if the log ends elsewhere.

        A plan that `failed` is also an occasion in the game's feed.
        """

    def drop_plan(self, game: GameId, seat: Seat) -> bool:
        """Forget the seat's plan, and return whether there was one."""
