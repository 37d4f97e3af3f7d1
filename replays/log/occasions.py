"""Occasions, which are feed entries that are not appends, and the place of a projection in the feeds.

An occasion is not an event and changes no stream. It stands in the feed, in order with the appends, so that a
projection that follows the feed processes it once, wherever the projection was stopped.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, Self

from replays.encoding.identity import GameId, Version

ALARM = "Alarm"
"""A game's alarm went off; the detail is the time for which it was set, in ms UTC."""
PLAN_FAILED = "PlanFailed"
"""A plan could not be carried out; the detail is its seat."""
COMMENT_WRITTEN = "CommentWritten"
"""A comment was written; the detail is the time in ms UTC, the comment's id and its author."""
TALK_WRITTEN = "TalkWritten"
"""A message was written at the table; the detail is a `TalkDetail`."""
REVIEW_READY = "ReviewReady"
"""A requested review is ready; the detail is the time in ms UTC and the players who requested it."""
TOLD = "Told"
"""Notices of players have changed; `told` has the players, and the `game` of the entry has no meaning."""

ACCESS_CHANGED = "AccessChanged"
"""Of earlier versions: access to the account `detail` may have ended; the entry's `game` has no meaning."""

OCCASIONS = frozenset({ALARM, PLAN_FAILED, COMMENT_WRITTEN, TALK_WRITTEN, REVIEW_READY, TOLD, ACCESS_CHANGED})
"""The types of all occasions; no event type has one of these names."""


class TalkDetail(NamedTuple):
    """A message at a table: its time in ms UTC, its number in the game, its author and its room.

    >>> TalkDetail(5, 1, "ann", "players").stored()
    '5 1 ann players'
    >>> TalkDetail.read("5 1 ann players").room
    'players'
    """

    at: int
    number: int
    author: str
    room: str

    @classmethod
    def read(cls, detail: str) -> Self:
        """Read the stored form; raises ValueError for any other text."""
        at, number, author, room = detail.split()
        return cls(int(at), int(number), author, room)

    def stored(self) -> str:
        """Return the detail in the form of the feed."""
        return " ".join(map(str, self))


class Told(NamedTuple):
    """A player whose notices have changed, the number of unread ones, and the game of the last change."""

    player: str
    unread: int
    game: GameId


@dataclass(frozen=True, slots=True)
class Advance:
    """A projection's step in one partition from the entry `since` to the entry `to`, with its effects.

    `alarms` has the alarms to set, by game, in ms UTC; None clears one.
    """

    partition: int
    since: str
    to: str
    alarms: Mapping[GameId, int | None] = field(default_factory=dict)
    told: tuple[Told, ...] = ()


class Occasions(Protocol):
    """Places of projections, alarms and occasions. Methods raise StoreAway and may be retried after it.

    A projection's place is that of its group in each feed, so no entry is trimmed before it is read.
    """

    def places(self, group: str) -> dict[int, str]:
        """Return for each partition the last entry that the projection has processed.

        A projection has no consumers. What somebody has read as one and not acknowledged is taken back: the
        place is then before the first of these entries, so that the projection processes them.
        """

    def advance(self, group: str, *steps: Advance) -> bool:
        """Apply each step with all its effects, one step for each partition; True if all were applied.

        A step whose place is not `since` changes nothing. After an error some steps may be applied: the
        places show which.
        """

    def alarms(self, until: int, limit: int) -> list[tuple[GameId, int]]:
        """Return at most `limit` games whose alarm is set to `until` or earlier, with its time in ms UTC."""

    def ring(self, game: GameId, at: int) -> bool:
        """If the alarm is still set to `at`, clear it, add an `ALARM` occasion and return True."""

    def report(self, game: GameId, version: Version, occasion: str, detail: str) -> None:
        """Add an occasion to the game's feed; can have an UnknownOutcome."""
