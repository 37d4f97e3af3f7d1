"""The interface of series: streams that open games, and go on when these are scored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from replays.commands.tables import Tables
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.codec import Event, decode
from replays.events.game_events import GameCreated, Membership
from replays.log.event_log import ArchiveDamaged, EventLog
from replays.match.aggregate import UNREADABLE
from replays.match.aggregate_cache import AggregateCache
from replays.match.kinds import StreamKind, Table


class UnknownSeries(Exception):  # noqa: N818 - the answer, not a fault
    """There is no such series; `kind` is the name of its kind."""

    def __init__(self, kind: str, series: GameId) -> None:
        super().__init__(kind, series)
        self.kind = kind


class OpenedGame(Protocol):
    """A game that a series opened."""

    @property
    def id(self) -> GameId:
        """The game's id."""


class Series(Table, Protocol):
    """The aggregate of a series; its first event has the rules of all games. Nobody has to sit in it."""

    @property
    def games(self) -> Sequence[OpenedGame]:
        """The games so far, in order."""


S = TypeVar("S", bound=Series)


class SeriesCommands(Protocol[S]):
    """The command handlers of a kind of series. Safe to share between threads."""

    @property
    def aggregates(self) -> AggregateCache[S]:
        """The cache of the kind's aggregates."""

    def advance(self, series: GameId) -> S:
        """Carry out all due steps; raises `UnknownSeries`. May be interrupted, repeated, or run twice."""


C = TypeVar("C", bound=SeriesCommands)  # type: ignore[type-arg]  # of any series


@dataclass(frozen=True, slots=True)
class BundleLimits:
    """The most that a bundle has: bytes, bytes of its manifest, zip entries, lines, and values in its JSON.

    Values are counted by their commas and opening brackets. What the bundles of a series' games have is
    counted too, unless `one_by_one`: then each of them has the limits of a game's bundle, and games are
    written and read one at a time. So `manifest.json`, which has their hashes, is the last member.
    """

    size: int
    manifest: int
    entries: int
    lines: int
    values: int
    one_by_one: bool = False


FEW_GAMES = BundleLimits(64 * 2**20, 2**20, entries=1_000, lines=20_000, values=1_000_000)
"""The limits of a game's bundle, and of a series with few games."""

MANY_GAMES = BundleLimits(2**31, 2**21, entries=20_000, lines=100_000, values=10_000_000, one_by_one=True)
"""The limits of a series with up to thousands of games."""


@dataclass(frozen=True, slots=True)
class SeriesKind(Generic[S, C]):
    """A kind of stream that opens games: its stream, its commands, and what is due in it.

    `commands` opens the handlers with the clock, which returns ms UTC. `game_id` is the id of its game of a
    number, from 1 to `most_games`, and `follows` is true if the same people play the next number after this
    one. `is_due` is true if a game is to be started or counted; the scores of its games and the events in
    `due_after` may cause that. `work` is the name of these steps in jobs and in `replays.log.works`.
    `result` is the content of `result.json` in a bundle, which has these `limits`. `call_off` ends a series
    whose seats were not taken within a time in ms; None if nobody sits in it.
    """

    stream: StreamKind[S]
    commands: Callable[[Tables, Callable[[], int]], C]
    game_id: Callable[[GameId, int], GameId]
    most_games: int
    follows: Callable[[int], bool]
    is_due: Callable[[EventLog, S], bool]
    due_after: tuple[type, ...]
    work: str
    result: Callable[[S], dict[str, Any]]
    call_off: Callable[[C, GameId, int], object] | None = None
    limits: BundleLimits = FEW_GAMES

    @property
    def name(self) -> str:
        """The kind's name in log records."""
        return self.stream.name

    def has_place(self, place: Membership, game: GameId) -> bool:
        """True if this game can be the one at a place in a series of this kind."""
        return 1 <= place.number <= self.most_games and game == self.game_id(place.id, place.number)


def series_of(log: EventLog, game: GameId) -> Membership | None:
    """The game's place in a series, or None; costs one short read."""
    created = first_readable(lambda: log.read(game, limit=1))
    return created.options.series if isinstance(created, GameCreated) else None


def first_readable(read: Callable[[], list[StoredEvent]]) -> Event | None:
    """The first event that `read` returns; None if there is none or it cannot be read."""
    try:
        events = read()
        return decode(events[0]) if events else None
    except (*UNREADABLE, ArchiveDamaged):
        return None
