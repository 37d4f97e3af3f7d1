"""A notice, the inputs from which it is made, and the people at a table."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from kingdomino.board.numbers import Seat
from replays.encoding.identity import GameId
from replays.events.codec import Event
from replays.kinds import KINDS
from replays.log.listing import Listing
from replays.match.aggregate import Match, Status
from replays.match.kinds import Table
from replays.tournament.aggregate import Tournament

ACCOUNT = GameId("account")
"""Takes the place of a table in notices about the reader's account, or about a text that the reader wrote."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to one player: its kind, its table, the table's version, and the time in ms UTC.

    A notice about the player's account has `listing` None and the table `ACCOUNT`. `by` is the player whom
    the notice mentions, or "". `mark` prevents duplicates: a notice with the same kind, table and mark as an
    earlier one is not made.
    """

    kind: str
    table: GameId
    listing: Listing | None
    version: int
    at: int
    by: str = ""
    mark: str = ""

    @property
    def about(self) -> dict[str, GameId | None]:
        """The id of the table under the name of its kind, and None under the names of all other kinds."""
        return {kind.name: self.table if self.listing == kind.listing else None for kind in KINDS}

    def at_position(self, position: int, *, unread: bool) -> dict[str, Any]:
        """The notice at this position of an inbox, as JSON."""
        return {"id": str(position), "kind": self.kind, **self.about, "at": self.at, "read": not unread}


class NoticeDraft(NamedTuple):
    """A notice to be made: its receiver, the mentioned player, its mark, and its time if not the table's."""

    player: str
    by: str = ""
    mark: str = ""
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """One append: the table before it, None for the first one, and after it, its events and their actor.

    `in_person` is true if a player acted, not a plan or a bot. `is_rematch` is true if the table was opened
    as the rematch of another one.
    """

    before: Table | None
    after: Table
    events: tuple[Event, ...]
    actor: str
    in_person: bool
    is_rematch: Callable[[], bool]

    def others(self, *, than: str = "") -> Iterator[str]:
        """The people at the table or in the tournament now, except the actor and the player `than`."""
        return (player for player in _people(self.after) if player not in (self.actor, than))


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion of the feed with its version and detail, and the table as it is at `now`, in ms UTC."""

    table: Match
    version: int
    detail: str
    now: int


class SentenceContext(NamedTuple):
    """The inputs of a sentence: the notice, its table now, its reader, names by seat, and names by player id.

    `is_true` is true if the notice is still true. `title` is the name of a tournament, or "".
    """

    notice: Notice
    table: Table
    player: str
    is_true: bool
    seats: list[str]
    names: Mapping[str, str]
    title: str = ""


def directing(table: Table) -> list[str]:
    """The director and the deputies of a tournament; nobody for other tables."""
    return [table.opener, *sorted(table.deputies)] if isinstance(table, Tournament) else []


def _people(table: Table) -> list[str]:
    """The people at the table; those in a tournament with its directors."""
    if not isinstance(table, Tournament):
        return sitting(table)
    return list(dict.fromkeys((*directing(table), *table.playing)))


def sitting(table: Table) -> list[str]:
    """The people at the table, without bots and players who left, in order of seats."""
    left = dict(table.reasons) if isinstance(table, Match) else {}
    return [
        sitter.player
        for seat, sitter in enumerate(table.sitters)
        if sitter.bot is None and Seat(seat) not in left
    ]


def invited(table: Table) -> list[str]:
    """The players invited by their ids, without the opener; empty for the games of a series."""
    options = table.created.options
    return [] if options.series else [each for each in options.invited or () if each != table.opener]


def to_move(table: Table | None) -> str | None:
    """The player who is to act; None if a bot is to act, or nobody."""
    if not isinstance(table, Match) or table.status is not Status.ACTIVE or table.mover is None:
        return None
    return None if table.policy_of(table.mover) else table.sitters[table.mover].player
