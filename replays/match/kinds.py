"""The interface of kinds of streams: each stream folds to an aggregate, at which people may sit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from replays.events.stream_events import StreamEvents
from replays.log.listing import Listing
from replays.match.aggregate import Sitter, Status


class Aggregate(Protocol):
    """The state of a stream at one version."""

    @property
    def kind(self) -> str:
        """The name of the stream's kind."""

    @property
    def id(self) -> GameId:
        """The stream's id."""

    @property
    def head(self) -> Head:
        """The version and the hash of the last event."""

    @property
    def at(self) -> int:
        """The time of the last event, in ms UTC."""

    @property
    def created_at(self) -> int:
        """The time of the first event, in ms UTC."""

    @property
    def status(self) -> Status:
        """The status under which the stream is listed."""

    @property
    def is_over(self) -> bool:
        """True if the stream gets no more events."""


class Created(Protocol):
    """The first event of a stream at which people sit."""

    @property
    def rules(self) -> Rules:
        """The rule set."""

    @property
    def rules_version(self) -> int:
        """The version of the rules."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def options(self) -> Options:
        """What was agreed in addition to the rules."""


class Table(Aggregate, Protocol):
    """An aggregate at which people sit: a game, or a series in which the same people play."""

    @property
    def created(self) -> Created:
        """The first event."""

    @property
    def rules(self) -> Rules:
        """The rule set."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def opener(self) -> str:
        """The actor of the first event."""

    @property
    def sitters(self) -> Sequence[Sitter]:
        """The players and bots at the table, in order of seats."""

    @property
    def seated(self) -> Sequence[Sitter]:
        """The first player or bot of each seat, even if another player took the seat over."""

    def seat_of(self, player: str) -> Seat | None:
        """The seat of the player, or None; a bot's seat has no player."""


A = TypeVar("A", bound=Aggregate)


class TimedWork(NamedTuple):
    """The work of a stream that is due by the clock: its time in ms UTC, or None; and the seat to act."""

    due: int | None = None
    mover: Seat | None = None


def nobody(_: Any) -> Sequence[Sitter]:
    """The sitters of a kind of stream without seats."""
    return ()


def no_work(_: Any) -> TimedWork:
    """The turn of a kind of stream in which nobody acts."""
    return TimedWork()


@dataclass(frozen=True, slots=True)
class StreamKind(Generic[A]):
    """A kind of stream: its events, its fold, its listing, and the condition of its end.

    `fold` returns None if there are no events, and raises `OtherKind` for a stream of another kind. `sitters`
    are listed with the stream; `work` is what is due in it by the clock.
    """

    events: StreamEvents
    fold: Callable[[GameId, Iterable[StoredEvent], A | None], A | None]
    listing: Listing
    is_over: Callable[[A], bool]
    sitters: Callable[[A], Sequence[Sitter]] = nobody
    work: Callable[[A], TimedWork] = no_work

    @property
    def name(self) -> str:
        """The kind's name in log records."""
        return self.events.kind
