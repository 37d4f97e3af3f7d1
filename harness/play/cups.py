"""A small kind of series for tests: a cup, whose games are opened round by round for the same two players.

Nobody sits in the cup itself; its first event names the players and the number of rounds, which can be
thousands.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.audit.kinds import AUDITS
from replays.audit.series import SeriesAudit, SeriesCourse
from replays.audit.verdicts import Aspect, Finding, OwnAspect
from replays.commands.handler import CommandHandler
from replays.commands.series import MANY_GAMES, SeriesKind, UnknownSeries, first_readable
from replays.commands.tables import Tables
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.forms import COUNT, ID, PLAYERS, RULES, SEAT, TEXT, Form, array
from replays.encoding.identity import GameId, derived_game_id
from replays.events.causes import PLAYER, SYSTEM
from replays.events.codec import decode, first
from replays.events.event_types import EVENT_TYPES, EventType
from replays.events.game_events import (
    NO_OPTIONS,
    OPTIONS,
    RULES_VERSION,
    GameScored,
    Membership,
    Options,
    of_version,
)
from replays.events.stream_events import SeriesEvent, StreamEvents
from replays.kinds import KINDS
from replays.log.event_log import EventLog, last_events
from replays.log.listing import Listing
from replays.match.aggregate import OVER, Match, Sitter, Status
from replays.match.aggregate_cache import AggregateCache
from replays.match.deciding.decisions import FullTable
from replays.match.kinds import StreamKind
from replays.match.recording import EventDraft

ROUNDS = 2


class CupEvent(SeriesEvent):
    """An event of a cup's stream."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CupCreated(CupEvent):
    """A cup was opened for these players."""

    rules: Rules
    players: int
    options: Options
    entrants: tuple[str, ...]
    rounds: int

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored as a separate member."""
        return self.rules.version


@dataclass(frozen=True, slots=True)
class RoundStarted(CupEvent):
    """The game of this round is in the log."""

    number: int
    game: GameId


@dataclass(frozen=True, slots=True)
class RoundScored(CupEvent):
    """The round's best seats."""

    number: int
    best: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class CupOver(CupEvent):
    """All rounds are scored."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round's game, and its best seats once it is scored."""

    id: GameId
    best: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup at one version."""

    id: GameId
    head: Head
    at: int
    created_at: int
    created: CupCreated
    opener: str
    status: Status = Status.ACTIVE
    games: tuple[Round, ...] = ()
    kind: str = "cup"
    sitters: tuple[Sitter, ...] = ()
    seated: tuple[Sitter, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules of all games."""
        return self.created.rules

    @property
    def players(self) -> int:
        """The number of seats of each game."""
        return self.created.players

    @property
    def is_over(self) -> bool:
        """True if all rounds are scored."""
        return self.status in OVER

    @property
    def is_running(self) -> bool:
        """True if a round is not scored yet."""
        return bool(self.games) and self.games[-1].best is None

    def seat_of(self, player: str) -> Seat | None:
        """Nobody sits in the cup."""


def fold(stream: GameId, stored: Iterable[StoredEvent], cup: Cup | None = None) -> Cup | None:
    """The cup after these events."""
    return reduce(lambda folded, event: evolve(stream, folded, event), stored, cup)


def evolve(stream: GameId, cup: Cup | None, stored: StoredEvent) -> Cup:
    """The cup after one more event."""
    event, head, at = decode(stored), Head(stored.version, stored.hash), stored.record["at"]
    if cup is None:
        return Cup(stream, head, at, at, first(event, CupCreated), stored.record["actor"])
    now = replace(cup, head=head, at=at)
    if isinstance(event, RoundStarted):
        return replace(now, games=(*now.games, Round(event.game)))
    if isinstance(event, RoundScored):
        return replace(now, games=(*now.games[:-1], replace(now.games[-1], best=event.best)))
    return replace(now, status=Status.SCORED)


EVENTS = StreamEvents("cup", CupEvent, opens=CupCreated, hides=(RoundStarted,), ends=(CupOver,))
CUPS: StreamKind[Cup] = StreamKind(EVENTS, fold, Listing("cups"), is_over=lambda cup: cup.is_over)


def game_id(cup: GameId, number: int) -> GameId:
    """The id of a round's game."""
    return derived_game_id("cup", cup, str(number))


class Cups:
    """The cups of a log."""

    def __init__(self, tables: Tables, clock: Callable[[], int]) -> None:
        self.aggregates = AggregateCache(tables.log, CUPS)
        self._tables = tables
        self._changes = CommandHandler(tables.log, CUPS, self.aggregates, clock)

    def found(
        self,
        cup: GameId,
        opener: str,
        entrants: Sequence[str],
        rounds: int = ROUNDS,
        options: Options = NO_OPTIONS,
    ) -> Cup:
        """Open a cup for these players."""
        created = CupCreated(Rules(), len(entrants), options, tuple(entrants), rounds)
        return self._changes.begin(cup, [EventDraft(created, opener, PLAYER)], None).after

    def advance(self, series: GameId) -> Cup:
        """Start or count the rounds that are due."""
        now = self.aggregates.current(series)
        if now is None:
            raise UnknownSeries("cup", series)
        while drafts := self._due(now):
            now = self._changes.change(now, lambda _now, _at, drafts=drafts: drafts).after  # type: ignore[misc]
        return now

    def _due(self, cup: Cup) -> list[EventDraft]:
        number = len(cup.games)
        if cup.is_running:
            result = self._tables.match(cup.games[-1].id).result
            return [EventDraft(RoundScored(number, result.ranking[0]))] if result else []
        if cup.is_over:
            return []
        if number == cup.created.rounds:
            return [EventDraft(CupOver())]
        options = replace(cup.created.options, series=Membership("cup", cup.id, number + 1))
        table = FullTable(
            cup.rules, tuple(Sitter(each, None) for each in cup.created.entrants), options, None
        )
        game = self._tables.start(game_id(cup.id, number + 1), table, self._tables.new_seed)
        return [EventDraft(RoundStarted(number + 1, game.id))]


def is_due(log: EventLog, cup: Cup) -> bool:
    """True if a round is to be started or counted."""
    if cup.is_running:
        return isinstance(first_readable(lambda: last_events(log, cup.games[-1].id)), GameScored)
    return not cup.is_over


ORDER = OwnAspect("order", Aspect.FAIRNESS, "the rounds in their order", "no round was started")
"""A subject that only cups have."""


def follow(
    stream: GameId, record: Sequence[StoredEvent], _games: Sequence[Match | None]
) -> SeriesCourse[Cup]:
    """Follow a cup; this small kind only folds it, and counts its rounds."""
    events = [event.unread() for event in record]
    started = [each for each in events if each.record["type"] == "CupRoundStarted"]
    findings = tuple(
        Finding(ORDER, each.version, "cup/order", f"round {number} should stand here")
        for number, each in enumerate(started, start=1)
        if each.record["data"]["number"] != number
    )
    shown = frozenset({ORDER} if started else ())
    return SeriesCourse(fold(stream, events), findings, whole=True, shown=shown)


AUDIT: SeriesAudit[Cup] = SeriesAudit(
    lambda stream, record, games, _: follow(stream, record, games), lambda cup: cup.is_over, (ORDER,)
)

CUP: SeriesKind[Cup, Cups] = SeriesKind(
    CUPS,
    Cups,
    game_id=game_id,
    most_games=20_000,
    follows=lambda _number: False,
    is_due=is_due,
    due_after=(CupCreated,),
    work="advance-cup",
    result=lambda cup: {"status": cup.status.value, "best": [list(each.best or ()) for each in cup.games]},
    limits=MANY_GAMES,
)

_CREATED: dict[str, Form[Any]] = {
    "rules": RULES,
    "rules_version": RULES_VERSION,
    "players": PLAYERS,
    "options": OPTIONS,
    "entrants": array(TEXT, 4),
    "rounds": COUNT,
}
TYPES = (
    EventType("CupCreated", CupCreated, _CREATED, (PLAYER,), make=of_version),
    EventType("CupRoundStarted", RoundStarted, {"number": COUNT, "game": ID}, (SYSTEM,)),
    EventType("CupRoundScored", RoundScored, {"number": COUNT, "best": array(SEAT, 4)}, (SYSTEM,)),
    EventType("CupOver", CupOver, {}, (SYSTEM,)),
)


@contextmanager
def cups_declared() -> Iterator[None]:
    """Declare the kind in the registries until the end of the block."""
    with ExitStack() as stack:
        for each in TYPES:
            stack.enter_context(EVENT_TYPES.registered(each))
        stack.enter_context(KINDS.registered(CUP))
        AUDITS[CUP.name] = AUDIT
        stack.callback(AUDITS.pop, CUP.name)
        yield
