"""Occasions: what a game's feed tells beside its appends, and how a projection of the feeds keeps its place.

An occasion is no event: no log changes by it. It lies in the feed, in order with the appends, so that a
projection that follows the feed sees it once, wherever it was stopped.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, Self

from replays.encoding.identity import GameId, Version

ALARM = "Alarm"
"""A game's alarm went off; the detail is the time that it was set to, in ms UTC."""
PLAN_FAILED = "PlanFailed"
"""A plan could not be carried out; the detail is its seat."""
COMMENT_WRITTEN = "CommentWritten"
"""Somebody commented; the detail is the time in ms UTC, the comment's id and its author."""
TALK_WRITTEN = "TalkWritten"
"""Somebody wrote at the table; the detail is a `TalkDetail`."""
REVIEW_READY = "ReviewReady"
"""A review that was asked for is there; the detail is the time in ms UTC and the players who asked."""
TOLD = "Told"
"""Notices of players have changed; the entry names nobody's game, and tells whose in `told`."""

OCCASIONS = frozenset({ALARM, PLAN_FAILED, COMMENT_WRITTEN, TALK_WRITTEN, REVIEW_READY, TOLD})
"""The types of every occasion; no type of an event has one of these names."""


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
        """Return the detail as it stands in the feed."""
        return " ".join(map(str, self))


class Told(NamedTuple):
    """A player whose notices have changed, how many are unread now, and the game of the last change."""

    player: str
    unread: int
    game: GameId


@dataclass(frozen=True, slots=True)
class Step:
    """A projection's step in one partition: from the entry `since` to the entry `to`, and what goes with it.

    `alarms` are those to set, by game in ms UTC, or to turn off for None.
    """

    partition: int
    since: str
    to: str
    alarms: Mapping[GameId, int | None] = field(default_factory=dict)
    told: tuple[Told, ...] = ()


class Occasions(Protocol):
    """Places of projections, alarms, occasions. Methods raise StoreAway, and may be called again after it.

    A projection's place is that of its group in each feed, so that no entry is trimmed before it.
    """

    def places(self, group: str) -> dict[int, str]:
        """Return the last entry of each partition that the projection is done with."""

    def advance(self, group: str, step: Step) -> bool:
        """Take the step with all that goes with it; False, and nothing is done, if the place is not `since`.

        Can have an UnknownOutcome: the place tells.
        """

    def alarms(self, until: int, limit: int) -> list[tuple[GameId, int]]:
        """Return at most `limit` games whose alarm is set to `until` or before, with its time in ms UTC."""

    def ring(self, game: GameId, at: int) -> bool:
        """Turn the game's alarm off and make it an occasion, if it is still set to `at`; whether it was."""

    def report(self, game: GameId, version: Version, occasion: str, detail: str) -> None:
        """Add an occasion to the game's feed; can have an UnknownOutcome."""
