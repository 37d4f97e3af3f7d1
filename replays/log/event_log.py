"""The interface of the log of all games, independent of its storage.

A series has a stream like a game's. "Game" here means both, except in the listings, which separate them. The
first event determines the kind of a stream.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kingdomino.board.numbers import Seat
from replays.encoding.chain import link
from replays.encoding.entries import Fault, Head, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.log.feeds import FeedEntry, Feeds
from replays.log.heads import Heads, Milestone
from replays.log.listing import GAMES, Listing, Lists, Question
from replays.log.occasions import Occasions
from replays.log.schedule import Schedule
from replays.log.setbacks import Setbacks
from replays.log.tombstones import Tombstones
from replays.transparency.leaves import HeadKind

__all__ = [
    "Append",
    "Appended",
    "ArchiveAway",
    "ArchiveDamaged",
    "ArchiveError",
    "CommandId",
    "Conflict",
    "Entombed",
    "EventLog",
    "Fault",
    "FeedEntry",
    "Head",
    "IndexChange",
    "Repeated",
    "StoreAway",
    "StoredEvent",
    "UnknownOutcome",
]

STARTED = "active"
"""The status of a stream that has started and not ended."""
COMMANDS_KEPT_MS = 7 * 24 * 60 * 60 * 1000
"""The time for which a game's command ids stay stored after its end: seven days."""


@dataclass(frozen=True, slots=True)
class CommandId:
    """The request behind an append: an id, unique in the game, and its SHA-256 in hexadecimal."""

    id: str
    digest: str


@dataclass(frozen=True, slots=True)
class IndexChange:
    """The changes of the indexes in an append: the game's status, added players and due time.

    `created_at` is the creation time of the game in ms UTC; it and `listing` are the same in every change
    of a game.
    `status_from` is None for the first append; if it equals `status_to`, the status does not change.
    `players` are those in whose lists the append enters the stream: if the status changes, everybody who has
    or had a seat, else those who have taken one. `due` is the time in ms UTC at which a worker has work in
    the game after this append, or None if it has none; `mover` is the seat to act. If that seat has a plan,
    the work is due immediately: at `now`, the clock's time in ms UTC, or at the time of the last event if
    that is earlier.
    """

    created_at: int
    status_from: str | None
    status_to: str
    players: tuple[str, ...] = ()
    listing: Listing = GAMES
    due: int | None = None
    mover: Seat | None = None
    now: int | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """Events to be appended together after the head `expected`, or not at all.

    `secret` is the game's sealed seed, given with its first event only. `retire` is true if the game ends
    with this append: its plans are deleted now, and its command ids seven days later. `plan_fired` is the
    seat whose plan ends with this append (see `recording`); that plan is deleted, or replaced by `plan_left`,
    unless it was deleted before. After a quiet append the
    relay has work only if something is due by `SOON_MS` after its last event. Raises ValueError for events
    that do not continue `expected` in version and hash.
    """

    game: GameId
    expected: Head
    events: tuple[StoredEvent, ...]
    index: IndexChange
    command: CommandId | None = None
    secret: bytes | None = None
    retire: bool = False
    plan_fired: Seat | None = None
    plan_left: bytes | None = None
    is_quiet: bool = False

    def __post_init__(self) -> None:
        if not self.events:
            msg = "an append without events"
            raise ValueError(msg)
        if self.secret is not None and self.expected.version != 0:
            msg = "a secret is given with the first event only"
            raise ValueError(msg)
        running = bytes.fromhex(self.expected.hash)
        for version, event in enumerate(self.events, start=self.expected.version + 1):
            running = link(running, event.body)
            if event.version != version or event.hash != running.hex():
                msg = f"version {event.version} does not continue the chain at {version}"
                raise ValueError(msg)

    @property
    def head(self) -> Head:
        """The head of the stream after this append."""
        return Head(self.events[-1].version, self.events[-1].hash)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the events, in order."""
        return tuple([event.record["type"] for event in self.events])

    @property
    def at(self) -> int:
        """The time of the last event, in ms UTC."""
        at: int = self.events[-1].record["at"]
        return at

    @property
    def milestones(self) -> tuple[Milestone, ...]:
        """The heads at which the stream opens, starts or ends with this append, for the public log.

        A stream opens with its first event; it starts, or ends, with the last event of an append.
        """
        index, found = self.index, []
        if self.expected.version == 0:
            found.append(Milestone(HeadKind.OPEN, Head(self.events[0].version, self.events[0].hash)))
        if index.status_to == STARTED and index.status_from != STARTED:
            found.append(Milestone(HeadKind.START, self.head))
        if self.retire:
            found.append(Milestone(HeadKind.END, self.head))
        return tuple(found)

    @property
    def due_by_plan(self) -> int:
        """The due time in ms UTC if the mover has a plan: the time of the last event, or earlier."""
        return min(time for time in (self.at, self.index.now, self.index.due) if time is not None)


@dataclass(frozen=True, slots=True)
class Appended:
    """The events are durably in the log, which now ends at `head`."""

    head: Head


@dataclass(frozen=True, slots=True)
class Repeated:
    """The command was carried out before: its last event has this version.

    `same_request` is false if the id was used for another request.
    """

    version: Version
    same_request: bool


class LogError(Exception):
    """A failed append or read; `code` is stable."""

    code = "log/error"


class Conflict(LogError):  # noqa: N818 - the word is the field's own
    """The game's log does not have the expected head; it ends at `current`."""

    code = "log/conflict"

    def __init__(self, current: Head) -> None:
        super().__init__(f"the log ends at version {current.version}, hash {current.hash}")
        self.current = current


class StoreAway(LogError):  # noqa: N818 - the word is the field's own
    """The store is unreachable or refused; nothing was appended."""

    code = "store/away"


class UnknownOutcome(LogError):  # noqa: N818 - the word is the field's own
    """The store's response was lost: the events may be in the log. Retry with the same command."""

    code = "store/unknown-outcome"


class Entombed(LogError):  # noqa: N818 - the state of the stream
    """The stream has the expected head, but is archived, so nothing can be appended."""

    code = "log/entombed"


class ArchiveError(LogError):
    """An archived stream that cannot be read, now or ever."""


class ArchiveAway(ArchiveError):  # noqa: N818 - the word is the field's own
    """The archive is unreachable."""

    code = "archive/away"


class ArchiveDamaged(ArchiveError):  # noqa: N818 - the state of the archive
    """The archived object is missing or changed."""

    code = "archive/damaged"


class EventLog(Feeds, Heads, Lists, Occasions, Schedule, Setbacks, Tombstones, Protocol):
    """The log of all games. Safe to share between threads.

    Methods raise StoreAway if the store is unavailable. Only `append` can have an unknown outcome.
    `read` and `read_checked` raise ArchiveAway and ArchiveDamaged for streams with a tombstone.
    """

    def append(self, append: Append) -> Appended | Repeated:
        """Append events, command, secret, index changes and a feed entry atomically.

        The append looks up the command first, so that a retry gets its first response. Then it compares the
        log's head.

        Raises Conflict, Entombed, StoreAway, UnknownOutcome.
        """

    def read(
        self, game: GameId, after: int = 0, limit: int | None = None, upto: int | None = None
    ) -> list[StoredEvent]:
        """Return the events of versions after+1 .. upto, at most `limit`; empty for an unknown game.

        In a damaged stream the result ends before the first entry that is missing, out of order or without
        its fields, and is a `ReadEvents` with that fault. It does not check the events; `read_checked` does.
        """

    def read_each(
        self, places: Sequence[tuple[GameId, int]], limit: int | None = None
    ) -> list[list[StoredEvent] | None]:
        """Return for each game the events after its version, as `read` does, in few round trips.

        Returns at most `limit` events of each game, and None for a game that the archive did not
        deliver; `read` raises the reason.
        """

    def read_checked(self, game: GameId) -> tuple[list[StoredEvent], Fault | None]:
        """Return the game's events before the first fault, and that fault or None."""

    def head(self, game: GameId) -> Head | None:
        """Return the head of the game's log, or None for an unknown game.

        If the last entry is damaged, the hash may be empty.
        """

    def recall(self, game: GameId, command: CommandId) -> Repeated | None:
        """Return the outcome of a command that was carried out, or None for an unknown one."""

    def secret(self, game: GameId) -> bytes | None:
        """Return the game's sealed seed, or None if there is none."""

    def among(self, question: Question, games: Sequence[GameId]) -> set[GameId]:
        """Return those of these ids that the listing contains under these filters."""


def last_events(log: EventLog, game: GameId) -> list[StoredEvent]:
    """The last event of a game, if there is one."""
    head = log.head(game)
    return log.read(game, after=head.version - 1) if head else []
