"""What the kinds of streams have in common: each folds to a value that knows its place in the log."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from kingdomino.board.numbers import Seat
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId
from replays.log.listing import Listing
from replays.match.aggregate import Sitter, Status


class Aggregate(Protocol):
    """What a stream folds to, at one version."""

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
        """What it is listed under."""

    @property
    def due(self) -> int | None:
        """When a worker has something to do because of the time, in ms UTC, or None."""

    @property
    def mover(self) -> Seat | None:
        """The seat to act, if any."""

    @property
    def sitters(self) -> Sequence[Sitter]:
        """Who sits there, in order of seats."""


A = TypeVar("A", bound=Aggregate)


@dataclass(frozen=True, slots=True)
class StreamKind(Generic[A]):
    """One kind of stream: how it is folded, where it is listed, and when it has come to its end.

    `fold` gives None for no event at all, and raises `OtherKind` for a stream that is none of this kind.
    """

    fold: Callable[[GameId, Iterable[StoredEvent], A | None], A | None]
    listing: Listing
    is_over: Callable[[A], bool]
