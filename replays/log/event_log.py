"""The log of all games: what can be asked of it, whatever it is kept in.

A dynasty is kept like a game, in a stream of its own: wherever a game is spoken of here, a dynasty may be
meant, but for the listings, which keep them apart. What a stream is, its first event says.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kingdomino.board.numbers import Seat
from replays.encoding.chain import link
from replays.encoding.entries import Fault, Head, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.log.feeds import FeedEntry, Feeds
from replays.log.listing import Listing, Lists, Question
from replays.log.schedule import Schedule
from replays.log.tombstones import Tombstones

__all__ = [
    "Append",
    "Appended",
    "ArchiveAway",
    "ArchiveDamaged",
    "ArchiveError",
    "Command",
    "Conflict",
    "Entombed",
    "EventLog",
    "Fault",
    "FeedEntry",
    "Head",
    "IndexChange",
    "Proviso",
    "ProvisoFailed",
    "Repeated",
    "StoreAway",
    "StoredEvent",
    "UnknownOutcome",
]

COMMANDS_KEPT_MS = 7 * 24 * 60 * 60 * 1000
"""How long a game's command ids are kept after its end."""


@dataclass(frozen=True, slots=True)
class Command:
    """What asked for an append: an id, unique in the game, and the SHA-256 of the request in hexadecimal."""

    id: str
    digest: str


@dataclass(frozen=True, slots=True)
class IndexChange:
    """How the indexes change with an append: the game's status moves, players are added, something is due.

    `created_at` is when the game was created, in ms UTC; it and `listing` are the same in every change of
    a game.
    `status_from` is None for the first append; where both are the same the status stays.
    `due` is when a worker has something to do in the game as it is now, in ms UTC, and None where nothing
    is; `mover` is the seat to act. Where that seat has a plan, the worker is due at once: at `now`, the
    clock's time in ms UTC, or at the time of the last event where that is earlier.
    """

    created_at: int
    status_from: str | None
    status_to: str
    players_added: tuple[str, ...] = ()
    listing: Listing = Listing.GAMES
    due: int | None = None
    mover: Seat | None = None
    now: int | None = None


@dataclass(frozen=True, slots=True)
class Proviso:
    """What has to be so for an append to be made: the hash at `key` has a field `name` that is not empty.

    It lies in the log's store, though perhaps in another slot than the game. `holds` looks for itself, for
    logs that cannot look in the same moment as they append; it raises StoreAway. Raises ValueError for an
    empty `name`.
    """

    key: str
    name: str
    holds: Callable[[], bool] = field(compare=False)

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a proviso about no field")


@dataclass(frozen=True, slots=True)
class Append:
    """Events to be added together after `expected`, or not at all.

    `secret` is the game's sealed seed, given with its first event only. `retire` says that the game ends
    here: its plans are forgotten, and its command ids seven days later. `plan_fired` is the seat whose plan
    this carries out: the plan is forgotten. `proviso` is what has to be so as well. Raises ValueError for
    events that do not continue `expected` in version and hash.
    """

    game: GameId
    expected: Head
    events: tuple[StoredEvent, ...]
    index: IndexChange
    command: Command | None = None
    secret: bytes | None = None
    retire: bool = False
    plan_fired: Seat | None = None
    proviso: Proviso | None = None

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
        """The head of the log once this is appended."""
        return Head(self.events[-1].version, self.events[-1].hash)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the events, in order."""
        return tuple(event.record["type"] for event in self.events)

    @property
    def due_by_plan(self) -> int:
        """When something is due if the mover has a plan: at the time of the last event, or before."""
        at: int = self.events[-1].record["at"]
        return min(time for time in (at, self.index.now, self.index.due) if time is not None)


@dataclass(frozen=True, slots=True)
class Appended:
    """The events are in the log, for good, and end at `head`."""

    head: Head


@dataclass(frozen=True, slots=True)
class Repeated:
    """The command was carried out before: its last event has this version.

    `same_request` is false where the id came with another request then.
    """

    version: Version
    same_request: bool


class LogError(Exception):
    """An append or a read that failed; `code` is stable."""

    code = "log/error"


class Conflict(LogError):  # noqa: N818 - the word is the field's own
    """The game's log does not end where the append expected; it ends at `current`."""

    code = "log/conflict"

    def __init__(self, current: Head) -> None:
        super().__init__(f"the log ends at version {current.version}, hash {current.hash}")
        self.current = current


class StoreAway(LogError):  # noqa: N818 - the word is the field's own
    """The store could not be asked, or refused: certainly nothing was appended."""

    code = "store/away"


class UnknownOutcome(LogError):  # noqa: N818 - the word is the field's own
    """The answer was lost: the events are in the log or not. Trying again with the same command is safe."""

    code = "store/unknown-outcome"


class Entombed(LogError):  # noqa: N818 - the state of the stream
    """The log ends where it was expected to, and for good: what is over lies in the archive."""

    code = "log/entombed"


class ProvisoFailed(LogError):  # noqa: N818 - what was found
    """What had to be so for the append to be made is not so."""

    code = "log/proviso"

    def __init__(self, proviso: Proviso) -> None:
        super().__init__(f"{proviso.name} is not in {proviso.key}")


class ArchiveError(LogError):
    """A stream that lies in the archive cannot be read at the moment, or ever."""


class ArchiveAway(ArchiveError):  # noqa: N818 - the word is the field's own
    """The archive could not be asked."""

    code = "archive/away"


class ArchiveDamaged(ArchiveError):  # noqa: N818 - the state of the archive
    """What lies in the archive is missing, or is not what was put there."""

    code = "archive/damaged"


def check_proviso(proviso: Proviso | None) -> None:
    """Raise ProvisoFailed where there is a proviso that does not hold."""
    if proviso and not proviso.holds():
        raise ProvisoFailed(proviso)


def nothing(*_: object) -> None:
    """Do nothing: what is done while a log is waited for, where nobody has something to do."""


class EventLog(Feeds, Lists, Schedule, Tombstones, Protocol):
    """The log of all games. Safe to share between threads.

    Methods raise StoreAway where the store is away; of those below only `append` can have an unknown outcome.
    `read` and `read_checked` raise ArchiveAway and ArchiveDamaged, of streams with a tombstone only.
    """

    def append(self, append: Append, meanwhile: Callable[[], object] = nothing) -> Appended | Repeated:
        """Add the events, the command, the secret, the indexes and a feed entry: all of it or nothing.

        Where there is a server to wait for, `meanwhile` is done before its answer is read, whatever that
        will be. It has to raise nothing: that would stand in the place of the answer.

        The proviso is looked at first. Then the command is looked up, so that a retry gets its first answer;
        then the log's head is compared. Raises ProvisoFailed, Conflict, Entombed, StoreAway, UnknownOutcome.
        """

    def read(
        self, game: GameId, after: int = 0, limit: int | None = None, upto: int | None = None
    ) -> list[StoredEvent]:
        """Return the events of versions after+1 .. upto, at most `limit`; empty for an unknown game.

        Where the stream is damaged it ends before the first entry that is missing, out of order or without
        its fields. It does not look into the events: `read_checked` does.
        """

    def read_each(
        self, places: Sequence[tuple[GameId, int]], limit: int | None = None
    ) -> list[list[StoredEvent] | None]:
        """Return for each game what follows its version, as `read` does, in few round trips for all.

        Of each game that is at most `limit` events.

        None stands for a game that the archive did not give: `read` says why.
        """

    def read_checked(self, game: GameId) -> tuple[list[StoredEvent], Fault | None]:
        """Return the game's good events from the first on, and the first fault or None."""

    def head(self, game: GameId) -> Head | None:
        """Return where the game's log ends, or None for an unknown game.

        Of a last entry that is damaged it gives what can be read: the hash may be empty.
        """

    def recall(self, game: GameId, command: Command) -> Repeated | None:
        """Return the first answer to a command, or None for an unknown one."""

    def secret(self, game: GameId) -> bytes | None:
        """Return the game's sealed seed."""

    def among(self, question: Question, games: Sequence[GameId]) -> set[GameId]:
        """Return those of these ids that are in the list that answers the question."""


def last_events(log: EventLog, game: GameId) -> list[StoredEvent]:
    """The last event of a game, if there is one."""
    head = log.head(game)
    return log.read(game, after=head.version - 1) if head else []
