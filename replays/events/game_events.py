"""The events of a game's log that the rules do not know, or know without what the log adds.

Together with those of `kingdomino`, which `rules_types` declares, they are all that a game's log holds.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import events as rules_events
from kingdomino.game.origins_events import OriginsEvent
from kingdomino.rules import Rules
from kingdomino.rules.versions import VERSIONS
from kingdomino.scoring import Score
from replays.clocks.forms import CLOCK, MOMENT, OFFSETS
from replays.clocks.spec import ClockSpec
from replays.clocks.zones import Offsets
from replays.encoding.forms import (
    BOOLEAN,
    COUNT,
    DOMINO,
    HASH,
    ID,
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
from replays.encoding.identity import DynastyId
from replays.events.causes import PLAN, PLAYER, SYSTEM, TIMEOUT
from replays.events.event_types import EVENT_TYPES, Data

E = TypeVar("E")


class GameEvent:
    """An event of a game's log that is not one of the rules."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Membership:
    """A game's place in a dynasty (R13): the dynasty's id, and the game's number there, from 1 on."""

    id: DynastyId
    number: int


class OnTimeout(Enum):
    """What happens to a seat whose time is up; None stands for a bot that plays on until the player returns.

    With `claim` nothing does, before another player claims it; then it is forfeit.
    """

    FORFEIT = "forfeit"
    CLAIM = "claim"


class Absent(Enum):
    """What becomes of a game and a seat that was left; None stands for a bot that plays on (R32).

    With `end` a bot plays on while two seats have stayed, a person's among them; else the game ends at once.
    """

    END = "end"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agreed on beside the rules, and the dynasty it belongs to.

    None is the default of each: no clock, a bot on time-out and for those who left, open to all, with hints.
    `offsets` are the UTC offsets of the clock's pause. `invited` are the players who alone may sit down.
    `hints` is false where nobody is told what a move would bring before the game is over. `rated` is true
    where the result counts for the players' ratings. `stand_in` is the stored name of the policy that
    plays for who is away or has left; None stands for `steady-1`.
    """

    dynasty: Membership | None = None
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


NO_OPTIONS = Options()
"""The default of everything."""

OPTIONS = sparse(
    Options,
    {
        "dynasty": record(Membership, {"id": ID, "number": COUNT}),
        "clock": CLOCK,
        "offsets": OFFSETS,
        "on_timeout": word(OnTimeout),
        "absent": word(Absent),
        "private": BOOLEAN,
        "spectators": BOOLEAN,
        "invited": array(TEXT),
        "hints": BOOLEAN,
        "rated": BOOLEAN,
        "stand_in": TEXT,
    },
)
"""What is not agreed on is absent, so that the oldest logs, which have no options, read as they did."""

RULES_VERSION: Form[int] = Form(int, lambda value: VERSIONS.of(COUNT.read(value)).number)
"""A game by rules of a version that this program does not know is refused, not guessed at."""


DRAWS: Form[int] = integer(1, 2)
"""The version of how draws follow from the seed (`docs/organize/randomness.md`)."""


def schema_1_without(**added: Any) -> Callable[[Data], Data]:
    """The upcaster to schema 2 that adds these members, which data of schema 1 must not have."""

    def upcast(data: Data) -> Data:
        if data.keys() & added.keys():
            raise ValueError(f"schema 1 has no {', '.join(added)}")
        return {**data, **added}

    return upcast


def of_version(created: Callable[..., E]) -> Callable[..., E]:
    """How a stream's first event is made of its data, in which rules and their version are apart."""

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
        "draws": DRAWS,
        "founding": optional(HASH),
    },
    causes=(PLAYER, SYSTEM),
    upcasters=(schema_1_without(draws=1, founding=None),),
    make=of_version,
)
@dataclass(frozen=True, slots=True)
class GameCreated(GameEvent):
    """A table was opened; `commitment` is the SHA-256 of the game's secret seed, in hexadecimal.

    `draws` is the version of the draws. `founding` is the hash of the first event of the game's dynasty,
    which already has the commitment; None outside dynasties and with draws of version 1.
    """

    rules: Rules
    players: int
    commitment: str
    options: Options = NO_OPTIONS
    draws: int = 1
    founding: str | None = None

    def __post_init__(self) -> None:
        if (self.founding is not None) != (self.draws > 1 and self.options.dynasty is not None):
            raise ValueError("the games of a dynasty have its first hash from draws 2 on, and no others")

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored beside them."""
        return self.rules.version


SEATING: dict[str, Form[Any]] = {"player": TEXT, "entropy": optional(HASH), "seen": optional(HASH)}
"""The data of a player who sits down, at a game or a dynasty."""


@EVENT_TYPES.declare(
    "PlayerSeated", SEATING, causes=(PLAYER, SYSTEM), upcasters=(schema_1_without(seen=None),)
)
@dataclass(frozen=True, slots=True)
class PlayerSeated(GameEvent):
    """A player took a seat; `entropy` is 64 hexadecimal digits that the player sent, or None.

    `seen` is the hash of the record's first event, of a dynasty's game that of the dynasty's, as the player
    had it before sending the entropy; None if the player did not say.
    """

    seat: Seat
    player: str
    entropy: str | None
    seen: str | None = None


@EVENT_TYPES.declare("BotSeated", {"policy": TEXT}, causes=(PLAYER, SYSTEM))
@dataclass(frozen=True, slots=True)
class BotSeated(GameEvent):
    """A bot sits on a seat; `policy` is the stored name of how it plays (`kingdomino.policies`)."""

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
    """Why a seat was left."""

    RESIGNED = "resigned"
    TIMEOUT = "timeout"


@EVENT_TYPES.declare("SeatLeft", {"reason": word(Reason), "policy": optional(TEXT)}, causes=(PLAYER, TIMEOUT))
@dataclass(frozen=True, slots=True)
class SeatLeft(GameEvent):
    """A player left for good (R32); a bot of this policy plays on, or nobody where it is None."""

    seat: Seat
    reason: Reason
    policy: str | None


@EVENT_TYPES.declare("SeatTakenOver", {"player": TEXT}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class SeatTakenOver(GameEvent):
    """Another player sits on a seat that was left; it counts as one that stayed."""

    seat: Seat
    player: str


@EVENT_TYPES.declare("VacationBegan", {}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class VacationBegan(GameEvent):
    """The player's clock stands still until it ends or the year's days are used up."""

    seat: Seat


@EVENT_TYPES.declare("VacationEnded", {}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class VacationEnded(GameEvent):
    """The player is back from vacation."""

    seat: Seat


@EVENT_TYPES.declare("EndAgreed", {}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class EndAgreed(GameEvent):
    """The player would end the game in this position; when all who play agree, it ends."""

    seat: Seat


@EVENT_TYPES.declare("GameAborted", {}, causes=(PLAYER, TIMEOUT))
@dataclass(frozen=True, slots=True)
class GameAborted(GameEvent):
    """The game was called off before the first domino was placed; nobody wins.

    A player did it, or the service because the seats were not taken in time: the cause says which.
    """


@EVENT_TYPES.declare("PlanFired", {"laid": MOMENT}, causes=(PLAN,))
@dataclass(frozen=True, slots=True)
class PlanFired(GameEvent):
    """What follows was planned by the player, at `laid` in ms UTC."""

    seat: Seat
    laid: int


@EVENT_TYPES.declare("GameStarted", {}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class GameStarted(GameEvent):
    """The last seat was taken; the rules and the number of players stand in `GameCreated`."""


@EVENT_TYPES.declare("LineDealt", {"dominoes": array(DOMINO), "state_hash": HASH}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class LineDealt(GameEvent):
    """A line was dealt; `state_hash` is the hash of the rules' state just after, for finding drift."""

    dominoes: tuple[DominoNumber, ...]
    state_hash: str


@EVENT_TYPES.declare("SeedRevealed", {"seed": HASH}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class SeedRevealed(GameEvent):
    """The seed in hexadecimal: with it anybody can repeat every draw."""

    seed: str


def _before_origins(data: Data) -> Data:
    """GameScored 2 counts what Origins scores; before it there was the base game only, with none of it."""
    nothing = {"resources": 0, "totems": 0, "cavemen": 0}
    if any(nothing.keys() & score.keys() for score in data["scores"]):
        raise ValueError(f"schema 1 has no {', '.join(nothing)}")
    return {**data, "scores": [{**score, **nothing} for score in data["scores"]]}


@EVENT_TYPES.declare(
    "GameScored",
    {"scores": array(SCORE), "ranking": RANKING},
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
