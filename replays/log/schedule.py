"""The interface of the schedule: the due times of games, and the plans of their players.

Both are stored in the partition of the game's stream. A change that depends on the head of the stream is made
only if the stream still has that head.
"""

from collections.abc import Sequence
from typing import Protocol

from kingdomino.board.numbers import Seat
from replays.encoding.entries import Head
from replays.encoding.identity import GameId


class Schedule(Protocol):
    """The due times and plans of games; times are ms UTC.

    Methods raise StoreAway; `settle_due` and `put_plan` can have an UnknownOutcome too. All may be retried
    after both. A plan is its owner's secret: its bytes are in no listing, feed or error.
    """

    def due(self, until: int, limit: int) -> list[GameId]:
        """Return at most `limit` games that are due by `until`, the earliest first."""

    def due_of(self, games: Sequence[GameId]) -> dict[GameId, int]:
        """Return the due times of these games; a game in which nothing is due is left out."""

    def settle_due(self, game: GameId, expected: Head, due: int | None) -> bool:
        """If the stream ends at `expected`, set the due time (None for never) and return True; else False."""

    def postpone(self, game: GameId, now: int, until: int) -> bool:
        """If the game is due at `now`, make it due at `until` and return True; else False."""

    def plan(self, game: GameId, seat: Seat) -> bytes | None:
        """Return the seat's plan, or None if it has none."""

    def put_plan(
        self, game: GameId, seat: Seat, plan: bytes, expected: Head, *, failed: bool = False
    ) -> None:
        """Store the seat's plan and replace an older one; raises Conflict if the stream ends elsewhere.

        With `failed`, the plan's failure is also an occasion in the game's feed.
        """

    def drop_plan(self, game: GameId, seat: Seat) -> bool:
        """Delete the seat's plan, and return True if there was one."""
