"""A notice, what it is made from, and who is concerned."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from replays.dynasty.aggregate import Dynasty
from replays.encoding.identity import GameId
from replays.events.codec import Event
from replays.log.listing import Listing
from replays.match.aggregate import Match, Status

Table = Match | Dynasty
ACCOUNT = GameId("account")
"""In the place of a table: the notice is about the reader's account, or about something that they wrote."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What one player is told: a kind, the table, its version and the time in ms UTC.

    One about no table, but about the player's account, has no `listing`, and `ACCOUNT` as table. `by` is the
    player that it tells of, if any. Where two of the same kind and table could tell the same, `mark` says so:
    one with the mark of a former one is not made.
    """

    kind: str
    table: GameId
    listing: Listing | None
    version: int
    at: int
    by: str = ""
    mark: str = ""

    @property
    def game(self) -> GameId | None:
        """The game that it is about, if it is about one."""
        return self.table if self.listing is Listing.GAMES else None

    @property
    def dynasty(self) -> GameId | None:
        """The dynasty that it is about, if it is about one."""
        return self.table if self.listing is Listing.DYNASTIES else None

    @property
    def path(self) -> str:
        """Where it leads on the service's pages: to the table, to what was said, or to the account."""
        if self.listing is None:
            return "/account/moderation"
        if self.kind == "comment":
            return f"/games/{self.table}/replay?version={self.version}"
        if self.kind == "review_ready":
            return f"/games/{self.table}/replay#review"
        if self.kind == "talk":
            return f"/games/{self.table}#talk"
        return f"/games/{self.table}" if self.game else f"/dynasties/{self.table}"


class Draft(NamedTuple):
    """Who is told, whom it tells of, the notice's mark, and its time where that is not the table's last."""

    player: str
    by: str = ""
    mark: str = ""
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """One append: the table before it, None for the first, and after it; its events, and who did it.

    `in_person` tells whether that was a player and no plan.
    `is_rematch` tells whether the table was opened for the players of another one.
    """

    before: Table | None
    after: Table
    events: tuple[Event, ...]
    actor: str
    in_person: bool
    is_rematch: Callable[[], bool]

    def others(self, *, than: str = "") -> Iterator[str]:
        """Those who sit at the table now, but for who did this and another one."""
        return (player for player in sitting(self.after) if player not in (self.actor, than))


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion of the feed with its version and detail: the table as it is now, at `now` in ms UTC."""

    table: Match
    version: int
    detail: str
    now: int


class Telling(NamedTuple):
    """What a sentence is made of: the notice, its table now, its reader, the seats' names, names by id.

    `is_true` tells whether the notice is still true.
    """

    notice: Notice
    table: Table
    player: str
    is_true: bool
    seats: list[str]
    names: Mapping[str, str]


def sitting(table: Table) -> list[str]:
    """The people at the table, but for bots and those who left, in order of seats."""
    left = dict(table.reasons) if isinstance(table, Match) else {}
    return [
        sitter.player
        for seat, sitter in enumerate(table.sitters)
        if sitter.bot is None and Seat(seat) not in left
    ]


def invited(table: Table) -> list[str]:
    """Those who were invited by their ids, but for the opener; nobody to the games of a dynasty."""
    options = table.created.options
    return [] if options.dynasty else [each for each in options.invited or () if each != table.opener]


def to_move(table: Table | None) -> str | None:
    """The person who is to act, None where a bot is, or nobody."""
    if not isinstance(table, Match) or table.status is not Status.ACTIVE or table.mover is None:
        return None
    return None if table.policy_of(table.mover) else table.sitters[table.mover].player
