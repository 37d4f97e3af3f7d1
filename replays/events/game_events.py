"""The events of a game's stream that the rules do not know, or to which the log adds data.

Together with the events of `kingdomino`, which `rules_types` declares, these are all of a game's events.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial
from typing import Any, TypeVar

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import events as rules_events
from kingdomino.game.origins_events import OriginsEvent
from kingdomino.rules import Rules
from kingdomino.rules.versions import VERSIONS
from kingdomino.scoring import Score
from replays.clocks.forms import CLOCK, MOMENT, OFFSETS
from replays.clocks.outages import MOST_GRACE
from replays.clocks.spec import ClockSpec
from replays.clocks.zones import Offsets
from replays.encoding.canonical import MAX_INTEGER
from replays.encoding.forms import (
    BOOLEAN,
    COUNT,
    DOMINO,
    HASH,
    ID,
    MOST_SEATS,
    PLAYERS,
    RANKING,
    RULES,
    SCORE,
    TEXT,
    Form,
    array,
    integer,
    optional,
    record,
    sparse,
    word,
)
from replays.encoding.identity import GameId
from replays.events.causes import OPERATOR, PLAN, PLAYER, SYSTEM, TIMEOUT
from replays.events.event_types import EVENT_TYPES, Data
from replays.events.stream_events import STREAMS, StreamEvents
from replays.log.life import OutageReason

E = TypeVar("E")

MOST_INVITED = 100
"""The maximum number of invited players in a record; the service writes at most 4."""


class GameEvent:
    """An event of a game's stream that is not an event of the rules."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Membership:
    """A game's place in a series: the series' kind and id, and the game's number there, from 1 on."""

    kind: str
    id: GameId
    number: int


class OnTimeout(Enum):
    """The consequence for a seat whose time is up; None means that a bot plays on until the player returns.

    With `claim` nothing happens until another player claims the time-out; then the seat forfeits.
    """

    FORFEIT = "forfeit"
    CLAIM = "claim"


class Absent(Enum):
    """The consequence for the game when a seat is left; None means that a bot plays on (R32).

    With `end` a bot plays on while at least two other seats stay, one of them a person's; otherwise the game
    ends immediately. With `discard` nobody plays the seat.
    """

    END = "end"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of an earlier game that is over, which a table plays again: everybody can know the deck.

    `game` is the id of the game that drew it, `seed` its revealed seed and `digest` its digest, both in
    hexadecimal. These three give all draws.
    """

    game: GameId
    seed: str
    digest: str


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table in addition to the rules, and its place in a series.

    None is the default of each: no clock, a bot on time-out and for left seats, open to all, with hints.
    `offsets` are the UTC offsets of the clock's pause. If `invited` is given, only these players may sit
    down. `hints` is false if nobody may see what a move would score before the game is over. `rated` is true
    if the result counts for the players' ratings. `stand_in` is the stored name of the policy that plays for
    players who are away or have left; None means `steady-1`. `deal` is the known deal that is played again;
    None means that the draws are new.
    """

    series: Membership | None = None
    clock: ClockSpec | None = None
    offsets: Offsets | None = None
    on_timeout: OnTimeout | None = None
    absent: Absent | None = None
    private: bool | None = None
    spectators: bool | None = None
    invited: tuple[str, ...] | None = None
    hints: bool | None = None
    rated: bool | None = None
    stand_in: str | None = None
    deal: Deal | None = None


NO_OPTIONS = Options()
"""The defaults of all options."""


_AGREED: dict[str, Form[Any]] = {
    "clock": CLOCK,
    "offsets": OFFSETS,
    "on_timeout": word(OnTimeout),
    "absent": word(Absent),
    "private": BOOLEAN,
    "spectators": BOOLEAN,
    "invited": array(TEXT, MOST_INVITED),
    "hints": BOOLEAN,
    "rated": BOOLEAN,
    "stand_in": TEXT,
    "deal": record(Deal, {"game": ID, "seed": HASH, "digest": HASH}),
}


@cache
def _options(series: tuple[str, ...]) -> Form[Options]:
    """The form of options with a member of the name of each kind of series, for a game's place there."""
    places = {kind: record(partial(Membership, kind), {"id": ID, "number": COUNT}) for kind in series}
    agreed = sparse(Options, _AGREED)

    def write(options: Options) -> Data:
        place = options.series
        return {**({place.kind: places[place.kind].write(place)} if place else {}), **agreed.write(options)}

    def of_members(**members: Any) -> Options:
        found = [members.pop(kind) for kind in series if kind in members]
        if len(found) > 1:
            raise ValueError("a game has a place in one series only")
        return Options(next(iter(found), None), **members)

    return Form(write, sparse(of_members, {**places, **_AGREED}).read)


OPTIONS: Form[Options] = Form(
    lambda options: _options(STREAMS.series).write(options),
    lambda value: _options(STREAMS.series).read(value),
)
"""Options with their default are absent, so that the oldest logs, which have no options, stay readable."""

RULES_VERSION: Form[int] = Form(int, lambda value: VERSIONS.of(COUNT.read(value)).number)
"""The version of the rules; a version that this program does not know is refused."""


DRAWS: Form[int] = integer(1, 2)
"""The version of the derivation of draws from the seed (`docs/organize/randomness.md`)."""

KNOWN_DEAL = 3
"""The version of the draws of games that play a known deal, and of no others."""


def check_own_deals(options: Options) -> None:
    """Refuse a known deal in the options of a series: its games have draws of their own."""
    if options.deal:
        raise ValueError("the games of a series play no known deal")


def without(**added: Any) -> Callable[[Data], Data]:
    """The upcaster to the next schema, which adds these members; older data must not have them."""

    def upcast(data: Data) -> Data:
        if data.keys() & added.keys():
            raise ValueError(f"an older schema has no {', '.join(added)}")
        return {**data, **added}

    return upcast


def of_version(created: Callable[..., E]) -> Callable[..., E]:
    """Wraps the class of a first event, because its data has the rules and their version separately."""

    def make(*, rules: Rules, rules_version: int, **others: Any) -> E:
        return created(rules=replace(rules, version=rules_version), **others)

    return make


@EVENT_TYPES.declare(
    "GameCreated",
    {
        "rules": RULES,
        "rules_version": RULES_VERSION,
        "players": PLAYERS,
        "commitment": HASH,
        "options": OPTIONS,
        "draws": integer(1, KNOWN_DEAL),
        "founding": optional(HASH),
    },
    causes=(PLAYER, SYSTEM),
    upcasters=(without(draws=1, founding=None),),
    make=of_version,
)
@dataclass(frozen=True, slots=True)
class GameCreated(GameEvent):
    """A table was opened; `commitment` is the SHA-256 of the game's secret seed, in hexadecimal.

    `draws` is the version of the draws, `KNOWN_DEAL` with `options.deal`. `founding` is the hash of the first
    event of the game's series, which already has the commitment; None outside a series and with draws of
    version 1.
    """

    rules: Rules
    players: int
    commitment: str
    options: Options = NO_OPTIONS
    draws: int = 1
    founding: str | None = None

    def __post_init__(self) -> None:
        if (self.founding is not None) != (self.draws > 1 and self.options.series is not None):
            kind = self.options.series.kind if self.options.series else "series"
            raise ValueError(f"the games of a {kind} have its first hash from draws 2 on, and no others")
        if (self.options.deal is not None) != (self.draws == KNOWN_DEAL):
            raise ValueError(f"games with a known deal have draws of version {KNOWN_DEAL}, and no others")
        if self.options.series:
            check_own_deals(self.options)

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored as a separate member."""
        return self.rules.version


SEATING: dict[str, Form[Any]] = {
    "player": TEXT,
    "entropy": optional(HASH),
    "seen": optional(HASH),
    "checkpoint": optional(integer(1, MAX_INTEGER)),
}
"""The data of a player who takes a seat in a game or a series."""


@EVENT_TYPES.declare(
    "PlayerSeated",
    SEATING,
    causes=(PLAYER, SYSTEM),
    upcasters=(without(seen=None), without(checkpoint=None)),
)
@dataclass(frozen=True, slots=True)
class PlayerSeated(GameEvent):
    """A player took a seat; `entropy` is 64 hexadecimal digits from the player, or None.

    `seen` is the hash of the first event (in a series' game, of the series' first event) that the player
    had read before sending the entropy; None if the player did not state it. `checkpoint` is the size of the
    checkpoint of the public log that had proved this event to the player before; None if none was stated.
    """

    seat: Seat
    player: str
    entropy: str | None
    seen: str | None = None
    checkpoint: int | None = None


@EVENT_TYPES.declare("BotSeated", {"policy": TEXT}, causes=(PLAYER, SYSTEM))
@dataclass(frozen=True, slots=True)
class BotSeated(GameEvent):
    """A bot took a seat; `policy` is the stored name of its policy (`kingdomino.policies`)."""

    seat: Seat
    policy: str


@EVENT_TYPES.declare("TimeExpired", {"deadline": MOMENT}, causes=(TIMEOUT, PLAYER))
@dataclass(frozen=True, slots=True)
class TimeExpired(GameEvent):
    """The seat's time was up at `deadline`, in ms UTC."""

    seat: Seat
    deadline: int


@EVENT_TYPES.declare("SeatAway", {"policy": TEXT}, causes=(TIMEOUT,))
@dataclass(frozen=True, slots=True)
class SeatAway(GameEvent):
    """A bot plays on for the seat until its player is back."""

    seat: Seat
    policy: str


@EVENT_TYPES.declare("SeatReturned", {}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class SeatReturned(GameEvent):
    """The player of an away seat is back."""

    seat: Seat


class Reason(Enum):
    """The reason for which a seat was left."""

    RESIGNED = "resigned"
    TIMEOUT = "timeout"


@EVENT_TYPES.declare("SeatLeft", {"reason": word(Reason), "policy": optional(TEXT)}, causes=(PLAYER, TIMEOUT))
@dataclass(frozen=True, slots=True)
class SeatLeft(GameEvent):
    """A player left for good (R32); a bot with this policy plays on, or nobody if it is None."""

    seat: Seat
    reason: Reason
    policy: str | None


@EVENT_TYPES.declare("SeatTakenOver", {"player": TEXT}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class SeatTakenOver(GameEvent):
    """Another player took over a left seat, which then counts as one that stayed."""

    seat: Seat
    player: str


@EVENT_TYPES.declare("VacationBegan", {}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class VacationBegan(GameEvent):
    """A vacation began; the player's clock is stopped until it ends or the year's days are used up."""

    seat: Seat


@EVENT_TYPES.declare("VacationEnded", {}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class VacationEnded(GameEvent):
    """The player is back from vacation."""

    seat: Seat


@EVENT_TYPES.declare(
    "OutageRecorded",
    {"began": MOMENT, "ended": MOMENT, "grace": integer(0, MOST_GRACE), "reason": word(OutageReason)},
    causes=(SYSTEM, OPERATOR),
)
@dataclass(frozen=True, slots=True)
class OutageRecorded(GameEvent):
    """No seat's time ran from `began` to `ended` and in the `grace` after it; all are in ms, UTC."""

    began: int
    ended: int
    grace: int
    reason: OutageReason

    def __post_init__(self) -> None:
        if self.ended <= self.began:
            raise ValueError(f"the outage ended at {self.ended}, which is not after {self.began}")


@EVENT_TYPES.declare("EndAgreed", {}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class EndAgreed(GameEvent):
    """The player agreed to end the game in this position; it ends when all present players agree."""

    seat: Seat


@EVENT_TYPES.declare("GameAborted", {}, causes=(PLAYER, TIMEOUT))
@dataclass(frozen=True, slots=True)
class GameAborted(GameEvent):
    """The game was called off before the first domino was placed; nobody wins.

    The cause says whether a player called it off, or the service because the seats were not taken in time.
    """


@EVENT_TYPES.declare("PlanFired", {"laid": MOMENT}, causes=(PLAN,))
@dataclass(frozen=True, slots=True)
class PlanFired(GameEvent):
    """The next events carry out a plan that the player stored at `laid`, in ms UTC."""

    seat: Seat
    laid: int


@EVENT_TYPES.declare("GameStarted", {}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class GameStarted(GameEvent):
    """The last seat was taken; the rules and the number of players are in `GameCreated`."""


@EVENT_TYPES.declare(
    "LineDealt", {"dominoes": array(DOMINO, len(DOMINOES)), "state_hash": HASH}, causes=(SYSTEM,)
)
@dataclass(frozen=True, slots=True)
class LineDealt(GameEvent):
    """A line was dealt; `state_hash` is the hash of the rules' state just after it, for detecting drift."""

    dominoes: tuple[DominoNumber, ...]
    state_hash: str


@EVENT_TYPES.declare("SeedRevealed", {"seed": HASH}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class SeedRevealed(GameEvent):
    """The seed in hexadecimal: with it anybody can repeat every draw."""

    seed: str


def _before_origins(data: Data) -> Data:
    """The upcaster of `GameScored` to schema 2, which adds the scores of Origins; they were 0 before."""
    nothing = {"resources": 0, "totems": 0, "cavemen": 0}
    if any(nothing.keys() & score.keys() for score in data["scores"]):
        raise ValueError(f"schema 1 has no {', '.join(nothing)}")
    return {**data, "scores": [{**score, **nothing} for score in data["scores"]]}


@EVENT_TYPES.declare(
    "GameScored",
    {"scores": array(SCORE, MOST_SEATS), "ranking": RANKING},
    causes=(SYSTEM,),
    upcasters=(_before_origins,),
)
@dataclass(frozen=True, slots=True)
class GameScored(GameEvent):
    """The result: a score for each seat in order, and the seats by place, best first (R12)."""

    scores: tuple[Score, ...]
    ranking: tuple[tuple[Seat, ...], ...]


Event = (
    GameEvent
    | rules_events.KingDrawn
    | rules_events.DominoChosen
    | rules_events.DominoPlaced
    | rules_events.DominoDiscarded
    | rules_events.DominoLeftOver
    | rules_events.GameEnded
    | OriginsEvent
)

EVENTS = STREAMS.declare(
    StreamEvents(
        "game",
        GameEvent,
        opens=GameCreated,
        seats=(PlayerSeated,),
        hides=(GameStarted, SeatTakenOver),
        ends=(GameScored, GameAborted),
    )
)
