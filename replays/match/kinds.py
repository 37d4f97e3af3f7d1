"""The interface that matches and dynasties share: each stream folds to an aggregate."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from kingdomino.board.numbers import Seat
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId
from replays.log.listing import Listing
from replays.match.aggregate import Sitter, Status


class Aggregate(Protocol):
    """The state of a stream at one version."""

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
    def due(self) -> int | None:
        """The time of the next work for a worker, in ms UTC, or None."""

    @property
    def mover(self) -> Seat | None:
        """The seat to act, if any."""

    @property
    def sitters(self) -> Sequence[Sitter]:
        """The players and bots at the table, in order of seats."""


A = TypeVar("A", bound=Aggregate)


@dataclass(frozen=True, slots=True)
class StreamKind(Generic[A]):
    """A kind of stream: its name in log records, its fold, its listing, and the condition of its end.

    `fold` returns None if there are no events, and raises `OtherKind` for a stream of another kind.
    """

    name: str
    fold: Callable[[GameId, Iterable[StoredEvent], A | None], A | None]
    listing: Listing
    is_over: Callable[[A], bool]
