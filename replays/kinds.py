"""The registry of the kinds of streams, and the streams of all kinds in a log."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from replays.commands.series import C, S, SeriesCommands, SeriesKind
from replays.commands.tables import Tables
from replays.dynasty.kind import DYNASTY
from replays.encoding.identity import GameId
from replays.events.game_events import Membership
from replays.events.stream_events import STREAMS
from replays.log.event_log import EventLog
from replays.log.listing import Listing
from replays.log.works import WORKS
from replays.match.aggregate_cache import AggregateCache
from replays.match.kinds import A, Aggregate, StreamKind
from replays.match.recording import MATCHES
from replays.tournament.kind import TOURNAMENT


class Kinds:
    """The kinds of streams that a log may contain: games, then the kinds of series."""

    def __init__(self, *series: SeriesKind[Any, Any]) -> None:
        self._series = {kind.name: kind for kind in series}

    def __iter__(self) -> Iterator[StreamKind[Any]]:
        return iter((MATCHES, *(kind.stream for kind in self.series)))

    @property
    def series(self) -> tuple[SeriesKind[Any, Any], ...]:
        """The kinds of series."""
        return tuple(self._series.values())

    def __getitem__(self, name: str) -> StreamKind[Any]:
        return MATCHES if name == MATCHES.name else self._series[name].stream

    def listed(self, listing: Listing) -> StreamKind[Any]:
        """The kind of the streams in this listing."""
        return {kind.listing: kind for kind in self}[listing]

    def of(self, place: Membership) -> SeriesKind[Any, Any]:
        """The kind of the series in which a game has this place."""
        return self._series[place.kind]

    def series_named(self, name: str) -> SeriesKind[Any, Any] | None:
        """The kind of series of this name, or None."""
        return self._series.get(name)

    @contextmanager
    def registered(self, kind: SeriesKind[Any, Any]) -> Iterator[None]:
        """Add a kind of series until the end of the block."""
        with STREAMS.registered(kind.stream.events):
            self._series[kind.name] = kind
            WORKS[kind.work] = f"steps of {kind.stream.listing}"
            try:
                yield
            finally:
                del self._series[kind.name], WORKS[kind.work]


KINDS = Kinds(DYNASTY, TOURNAMENT)
"""All kinds of streams."""


class Streams:
    """The aggregates of all streams in a log, of each kind in a cache. Safe to share between threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._caches: dict[str, AggregateCache[Any]] = {}

    def of(self, kind: StreamKind[A]) -> AggregateCache[A]:
        """The cache of a kind."""
        return self._caches.get(kind.name) or self._caches.setdefault(kind.name, self._opened(kind))

    def current(self, stream: GameId) -> Aggregate | None:
        """The current aggregate of a stream of any kind, None for an unknown one; raises `Damaged`."""
        return next((found for kind in KINDS if (found := self.of(kind).current(stream))), None)

    def _opened(self, kind: StreamKind[A]) -> AggregateCache[A]:
        return AggregateCache(self._log, kind)


class HandledStreams(Streams):
    """The streams of a log with the commands of all series; `tables` has those of games.

    `clock` returns ms UTC.
    """

    def __init__(self, tables: Tables, clock: Callable[[], int]) -> None:
        super().__init__(tables.log)
        self._tables = tables
        self._clock = clock
        self._commands: dict[str, SeriesCommands[Any]] = {}

    def commands(self, kind: SeriesKind[S, C]) -> C:
        """The command handlers of a kind of series."""
        found = self._commands.get(kind.name) or self._commands.setdefault(
            kind.name, kind.commands(self._tables, self._clock)
        )
        return cast("C", found)

    def _opened(self, kind: StreamKind[A]) -> AggregateCache[A]:
        series = KINDS.series_named(kind.name)
        return self.commands(series).aggregates if series else cast("AggregateCache[A]", self._tables.matches)
