"""The kinds of streams by their events: which of them open a stream, seat, start and end."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from replays.events.event_types import EVENT_TYPES


class SeriesEvent:
    """An event of the stream of a series, which opens games and is none."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class StreamEvents:
    """The events of a kind of stream, as classes.

    `kind` is the kind's name in log records, in derived ids, in bundles and, if it is a series, in the
    options of its games; it never changes. `base` is the class of all its events. `opens` is its first event.
    Those in `seats` seat a player, their `player`. After those in `hides` a viewer may have no right to watch
    any more, because a game has started or a seat has another owner. No append follows those in `ends`.
    """

    kind: str
    base: type
    opens: type
    seats: tuple[type, ...] = ()
    hides: tuple[type, ...] = ()
    ends: tuple[type, ...] = ()


class StreamRegistry:
    """The kinds that a log may contain, in the order of their declarations.

    `series` has the names of the kinds that open games, `seats` the classes of events that seat a player. The
    others have types of events: `opens` all first events, `ends` and `hides` as in `StreamEvents`, and
    `turning_points` both of these.
    """

    def __init__(self) -> None:
        self._known: dict[str, StreamEvents] = {}
        self._sum_up()

    def declare(self, events: StreamEvents) -> StreamEvents:
        """Add a kind."""
        if events.kind in self._known:
            raise ValueError(f"{events.kind} is declared twice")
        self._known[events.kind] = events
        self._sum_up()
        return events

    @contextmanager
    def registered(self, events: StreamEvents) -> Iterator[StreamEvents]:
        """Add a kind until the end of the block."""
        self.declare(events)
        try:
            yield events
        finally:
            del self._known[events.kind]
            self._sum_up()

    def kind_of(self, types: Sequence[str]) -> str:
        """The kind of a stream to which events of these types were appended; `game` for unknown types."""
        known = EVENT_TYPES.get(types[0]) if types else None
        own = (each.kind for each in self._known.values() if known and issubclass(known.cls, each.base))
        return next(own, "game")

    def _sum_up(self) -> None:
        every = self._known.values()
        self.series = tuple(each.kind for each in every if issubclass(each.base, SeriesEvent))
        self.opens = names(each.opens for each in every)
        self.seats = tuple(cls for each in every for cls in each.seats)
        self.ends = names(cls for each in every for cls in each.ends)
        self.hides = names(cls for each in every for cls in each.hides)
        self.turning_points = self.ends | self.hides


def names(classes: Iterable[type]) -> frozenset[str]:
    """The types of events of these classes, as they are stored."""
    return frozenset(EVENT_TYPES.of_class[cls].name for cls in classes)


STREAMS = StreamRegistry()
"""All kinds of streams; complete as soon as `codec` is imported."""
