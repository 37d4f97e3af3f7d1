"""The events of a tournament's stream."""

from dataclasses import dataclass
from typing import Any

from kingdomino.board.numbers import Points, Seat
from kingdomino.rules import Rules
from replays.clocks.forms import MOMENT
from replays.encoding.forms import (
    BOOLEAN,
    COUNT,
    HASH,
    ID,
    MOST_SEATS,
    PLAYERS,
    POINTS,
    RULES,
    SEAT,
    TEXT,
    Form,
    array,
    integer,
    optional,
    record,
    word,
)
from replays.encoding.identity import GameId
from replays.events.causes import OPERATOR, PLAYER, SYSTEM, TIMEOUT
from replays.events.event_types import EVENT_TYPES
from replays.events.game_events import (
    DRAWS,
    OPTIONS,
    RULES_VERSION,
    SEATING,
    Options,
    check_own_deals,
    of_version,
    without,
)
from replays.events.regulations import REGULATIONS, TWELFTHS, Code, Format, Regulations
from replays.events.stream_events import STREAMS, SeriesEvent, StreamEvents

MOST_ROUNDS = 99
MOST_ENTRANTS = 1000
MOST_TABLES = MOST_ENTRANTS // 2
MOST_GAMES = 19_994
"""The most games of a tournament: its bundle of 20,000 entries has one for each, and six others."""
LATEST_VERSION = 2**31
"""The largest version of a stream that an act can name."""
SEEDS_PER_ROUND = 2
"""A round has a seed for its lots, and one from which the seeds of its games derive."""

ENTRANT = integer(0, MOST_ENTRANTS - 1)
TABLE: Form[tuple[int, ...]] = array(ENTRANT, MOST_SEATS)
TABLES: Form[tuple[tuple[int, ...], ...]] = array(TABLE, MOST_TABLES)
ENTRANTS: Form[tuple[int, ...]] = array(ENTRANT, MOST_ENTRANTS)
PLACES: Form[tuple[int, ...]] = array(integer(1, MOST_SEATS), MOST_SEATS)


class TournamentEvent(SeriesEvent):
    """An event of a tournament's stream."""

    __slots__ = ()


@EVENT_TYPES.declare(
    "TournamentCreated",
    {
        "name": TEXT,
        "format": word(Format),
        "players": PLAYERS,
        "rounds": integer(1, MOST_ROUNDS),
        "rules": RULES,
        "rules_version": RULES_VERSION,
        "options": OPTIONS,
        "regulations": REGULATIONS,
        "draws": DRAWS,
        "commitments": array(HASH, SEEDS_PER_ROUND * MOST_ROUNDS),
    },
    causes=(PLAYER,),
    make=of_version,
)
@dataclass(frozen=True, slots=True)
class TournamentCreated(TournamentEvent):
    """A tournament was announced; its actor directs it.

    `players` is the usual number of seats at a table. `options` are those of each game, except for its place
    in the tournament. `commitments` has two for each round in order: for its lots, and for its games.
    """

    name: str
    format: Format
    players: int
    rounds: int
    rules: Rules
    options: Options
    regulations: Regulations
    draws: int
    commitments: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.commitments) != SEEDS_PER_ROUND * self.rounds:
            raise ValueError(f"a tournament has {SEEDS_PER_ROUND} commitments for each of its rounds")
        check_own_deals(self.options)

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored as a separate member."""
        return self.rules.version


@EVENT_TYPES.declare(
    "TournamentPlayerEntered",
    SEATING,
    causes=(PLAYER, OPERATOR),
    upcasters=(without(checkpoint=None),),
)
@dataclass(frozen=True, slots=True)
class TournamentPlayerEntered(TournamentEvent):
    """A player entered, or a director entered the player; the other members are as in `PlayerSeated`."""

    player: str
    entropy: str | None
    seen: str | None = None
    checkpoint: int | None = None


@EVENT_TYPES.declare("TournamentBotEntered", {"policy": TEXT}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentBotEntered(TournamentEvent):
    """A director entered a bot; `policy` is as in `BotSeated`."""

    policy: str


@dataclass(frozen=True, slots=True)
class PlacesTaken:
    """Places of a finished tournament, from `low` to `high`; `head` is the hash of its last event then."""

    tournament: GameId
    head: str
    low: int
    high: int


MOST_SOURCES = 20
SOURCE: Form[PlacesTaken] = record(PlacesTaken, {"tournament": ID, "head": HASH, "low": COUNT, "high": COUNT})


@EVENT_TYPES.declare("TournamentFieldTaken", {"sources": array(SOURCE, MOST_SOURCES)}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentFieldTaken(TournamentEvent):
    """The entries that follow in the same append are these places of other tournaments, in this order.

    So a second stage, promotion and relegation are one act with the old standings as input.
    """

    sources: tuple[PlacesTaken, ...]


@EVENT_TYPES.declare("TournamentStarted", {}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentStarted(TournamentEvent):
    """The field is complete; the first round is paired next."""


@EVENT_TYPES.declare("TournamentExpired", {}, causes=(TIMEOUT,))
@dataclass(frozen=True, slots=True)
class TournamentExpired(TournamentEvent):
    """The tournament was not started in time, so the service called it off."""


@EVENT_TYPES.declare(
    "TournamentRoundPaired",
    {
        "number": COUNT,
        "engine": COUNT,
        "by_hand": BOOLEAN,
        "lots": HASH,
        "tables": TABLES,
        "byes": ENTRANTS,
    },
    causes=(SYSTEM,),
)
@dataclass(frozen=True, slots=True)
class TournamentRoundPaired(TournamentEvent):
    """A round was paired from the record so far.

    `engine` is the version of the method, `lots` the seed of the round's lots in hexadecimal. A table has its
    entrants by seat. Whoever has a bye gets its points.
    """

    number: int
    engine: int
    by_hand: bool
    lots: str
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


@EVENT_TYPES.declare(
    "TournamentPairingFailed",
    {"number": COUNT, "code": TEXT, "reason": TEXT, "entrants": ENTRANTS},
    causes=(SYSTEM,),
)
@dataclass(frozen=True, slots=True)
class TournamentPairingFailed(TournamentEvent):
    """A round cannot be paired until a director acts; a code and a sentence say why, and whom it concerns."""

    number: int
    code: str
    reason: str
    entrants: tuple[int, ...]


@EVENT_TYPES.declare("TournamentRoundOpened", {"number": COUNT}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class TournamentRoundOpened(TournamentEvent):
    """All games of the round are in the log, with their players seated."""

    number: int


@EVENT_TYPES.declare(
    "TournamentTableScored",
    {
        "number": COUNT,
        "totals": optional(array(POINTS, MOST_SEATS)),
        "places": PLACES,
        "points": array(TWELFTHS, MOST_SEATS),
        "left": array(SEAT, MOST_SEATS),
    },
    causes=(SYSTEM, TIMEOUT),
)
@dataclass(frozen=True, slots=True)
class TournamentTableScored(TournamentEvent):
    """The game of this number counts: by seat its game points, places from 1, and tournament points.

    `totals` is None for a game that did not end: it was called off (cause `system`), or its table was late
    when the round was closed (`timeout`). `left` has the seats that were left or late.
    """

    number: int
    totals: tuple[Points, ...] | None
    places: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[Seat, ...]


@EVENT_TYPES.declare("TournamentSeedRevealed", {"number": COUNT, "seed": HASH}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class TournamentSeedRevealed(TournamentEvent):
    """All games of the round are over: the seed from which theirs derive, in hexadecimal."""

    number: int
    seed: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entrant in recorded standings: place from 1, points in twelfths, tie-breaks in their order."""

    entrant: int
    place: int
    points: int
    tie_breaks: tuple[int, ...]


_TIE_BREAK = integer(-MOST_ENTRANTS, 2**53 - 1)
STANDINGS: Form[tuple[StandingRow, ...]] = array(
    record(
        StandingRow,
        {"entrant": ENTRANT, "place": COUNT, "points": COUNT, "tie_breaks": array(_TIE_BREAK, 8)},
    ),
    MOST_ENTRANTS,
)


@EVENT_TYPES.declare("TournamentRoundClosed", {"number": COUNT, "standings": STANDINGS}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentRoundClosed(TournamentEvent):
    """A director signed the round off, with the standings after it."""

    number: int
    standings: tuple[StandingRow, ...]


@EVENT_TYPES.declare("TournamentFinished", {}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentFinished(TournamentEvent):
    """The last round is closed: its standings are the result, and nothing changes them any more."""


@EVENT_TYPES.declare("TournamentEnded", {}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class TournamentEnded(TournamentEvent):
    """The tournament is finished, its games are over and their seeds revealed: no event follows."""


class Act(TournamentEvent):
    """What a director, or a player in a matter of one's own, does on the record, with a code and a reason."""

    __slots__ = ()

    code: Code
    reason: str


WHY: dict[str, Form[Any]] = {"code": word(Code), "reason": TEXT}
"""The reason of an act."""


@EVENT_TYPES.declare("TournamentEntrantWithdrawn", {**WHY, "entrant": ENTRANT}, causes=(PLAYER, OPERATOR))
@dataclass(frozen=True, slots=True)
class TournamentEntrantWithdrawn(Act):
    """An entrant is out, by own wish or by a director: no further round seats the entrant."""

    code: Code
    reason: str
    entrant: int


@EVENT_TYPES.declare(
    "TournamentEntrantReplaced", {**WHY, "entrant": ENTRANT, "player": TEXT}, causes=(OPERATOR,)
)
@dataclass(frozen=True, slots=True)
class TournamentEntrantReplaced(Act):
    """A substitute plays the entrant's further rounds and has the entrant's points."""

    code: Code
    reason: str
    entrant: int
    player: str


@EVENT_TYPES.declare("TournamentMeetingForbidden", {**WHY, "entrants": array(ENTRANT, 2)}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentMeetingForbidden(Act):
    """These two are not paired with each other from the next round on."""

    code: Code
    reason: str
    entrants: tuple[int, ...]


@EVENT_TYPES.declare(
    "TournamentPairingSet", {**WHY, "number": COUNT, "tables": TABLES, "byes": ENTRANTS}, causes=(OPERATOR,)
)
@dataclass(frozen=True, slots=True)
class TournamentPairingSet(Act):
    """The director pairs the next round by hand."""

    code: Code
    reason: str
    number: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


@EVENT_TYPES.declare(
    "TournamentResultCorrected",
    {**WHY, "number": COUNT, "places": PLACES, "points": array(TWELFTHS, MOST_SEATS)},
    causes=(OPERATOR,),
)
@dataclass(frozen=True, slots=True)
class TournamentResultCorrected(Act):
    """The game of this number counts with these places and points by seat, whatever its own stream says."""

    code: Code
    reason: str
    number: int
    places: tuple[int, ...]
    points: tuple[int, ...]


@EVENT_TYPES.declare(
    "TournamentResultAnnulled",
    {**WHY, "number": COUNT, "points": array(TWELFTHS, MOST_SEATS)},
    causes=(OPERATOR,),
)
@dataclass(frozen=True, slots=True)
class TournamentResultAnnulled(Act):
    """The game of this number does not count; each seat is assigned these points as for an unplayed round."""

    code: Code
    reason: str
    number: int
    points: tuple[int, ...]


@EVENT_TYPES.declare(
    "TournamentClocksAdjusted",
    {**WHY, "began": MOMENT, "ended": MOMENT, "numbers": array(COUNT, MOST_TABLES)},
    causes=(OPERATOR,),
)
@dataclass(frozen=True, slots=True)
class TournamentClocksAdjusted(Act):
    """An outage from `began` to `ended`, in ms UTC, is nobody's time in the games of these numbers."""

    code: Code
    reason: str
    began: int
    ended: int
    numbers: tuple[int, ...]


@EVENT_TYPES.declare("TournamentTimeGivenBack", {"act": COUNT}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class TournamentTimeGivenBack(TournamentEvent):
    """The games that still run have recorded the outage of the act at version `act` of this stream."""

    act: int


@EVENT_TYPES.declare("TournamentDeputyNamed", {**WHY, "player": TEXT}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentDeputyNamed(Act):
    """A player acts as the director does from now on."""

    code: Code
    reason: str
    player: str


@EVENT_TYPES.declare("TournamentDeputyDismissed", {**WHY, "player": TEXT}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentDeputyDismissed(Act):
    """A player is no deputy any more."""

    code: Code
    reason: str
    player: str


@EVENT_TYPES.declare("TournamentDisputeOpened", {**WHY, "number": COUNT, "at": COUNT}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class TournamentDisputeOpened(Act):
    """A player of the game of this number disputes it, at a version of its stream."""

    code: Code
    reason: str
    number: int
    at: int


@EVENT_TYPES.declare(
    "TournamentDisputeAnswered", {**WHY, "dispute": COUNT, "upheld": BOOLEAN}, causes=(OPERATOR,)
)
@dataclass(frozen=True, slots=True)
class TournamentDisputeAnswered(Act):
    """A director answers the dispute opened at version `dispute` of this stream."""

    code: Code
    reason: str
    dispute: int
    upheld: bool


@EVENT_TYPES.declare("TournamentCutShort", {**WHY}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentCutShort(Act):
    """The tournament finishes without its further rounds: the standings at this version are the result."""

    code: Code
    reason: str


@EVENT_TYPES.declare("TournamentActUndone", {**WHY, "act": COUNT}, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentActUndone(Act):
    """The act at version `act` of this stream holds no longer."""

    code: Code
    reason: str
    act: int


@EVENT_TYPES.declare("TournamentCalledOff", WHY, causes=(OPERATOR,))
@dataclass(frozen=True, slots=True)
class TournamentCalledOff(Act):
    """A director called the tournament off before it started."""

    code: Code
    reason: str


EVENTS = STREAMS.declare(
    StreamEvents(
        "tournament",
        TournamentEvent,
        opens=TournamentCreated,
        ends=(TournamentEnded, TournamentCalledOff, TournamentExpired),
    )
)
