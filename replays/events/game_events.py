"""The events of a game's log that the rules do not know, or know without what the log adds.

Together with `kingdomino.game.events` they are all that a log holds; `codec` gives each its stored name.
"""

from dataclasses import dataclass
from enum import Enum

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import events as rules_events
from kingdomino.game.origins_events import OriginsEvent
from kingdomino.rules import Rules
from kingdomino.scoring import Score
from replays.clocks.spec import ClockSpec
from replays.clocks.zones import Offsets
from replays.encoding.identity import DynastyId


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
    """What becomes of a seat that was left; None stands for a bot that plays on (R32)."""

    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agreed on beside the rules, and the dynasty it belongs to.

    None is the default of each: no clock, a bot on time-out and for those who left, open to all. `offsets`
    are the UTC offsets of the clock's pause. `invited` are the players who alone may sit down.
    """

    dynasty: Membership | None = None
    clock: ClockSpec | None = None
    offsets: Offsets | None = None
    on_timeout: OnTimeout | None = None
    absent: Absent | None = None
    private: bool | None = None
    spectators: bool | None = None
    invited: tuple[str, ...] | None = None


NO_OPTIONS = Options()
"""The default of everything."""


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A table was opened; `commitment` is the SHA-256 of the game's secret seed, in hexadecimal."""

    rules: Rules
    players: int
    commitment: str
    options: Options = NO_OPTIONS

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored beside them."""
        return self.rules.version


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A player took a seat; `entropy` is 64 hexadecimal digits that the player sent, or None."""

    seat: Seat
    player: str
    entropy: str | None


@dataclass(frozen=True, slots=True)
class BotSeated:
    """A bot sits on a seat; `policy` is the stored name of how it plays (`kingdomino.bots`)."""

    seat: Seat
    policy: str


@dataclass(frozen=True, slots=True)
class TimeExpired:
    """The seat's time was up at `deadline`, in ms UTC."""

    seat: Seat
    deadline: int


@dataclass(frozen=True, slots=True)
class SeatAway:
    """A bot plays on for the seat until its player is back."""

    seat: Seat
    policy: str


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """The player of an away seat is back."""

    seat: Seat


class Reason(Enum):
    """Why a seat was left."""

    RESIGNED = "resigned"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left for good (R32); a bot of this policy plays on, or nobody where it is None."""

    seat: Seat
    reason: Reason
    policy: str | None


@dataclass(frozen=True, slots=True)
class SeatTakenOver:
    """Another player sits on a seat that was left; it counts as one that stayed."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class VacationBegan:
    """The player's clock stands still until it ends or the year's days are used up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class VacationEnded:
    """The player is back from vacation."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """The player would end the game in this position; when all who play agree, it ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The game was called off before the first domino was placed; nobody wins.

    A player did it, or the service because the seats were not taken in time: the cause says which.
    """


@dataclass(frozen=True, slots=True)
class PlanFired:
    """What follows was planned by the player, at `laid` in ms UTC."""

    seat: Seat
    laid: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The last seat was taken; the rules and the number of players stand in `GameCreated`."""


@dataclass(frozen=True, slots=True)
class LineDealt:
    """A line was dealt; `state_hash` is the hash of the rules' state just after, for finding drift."""

    dominoes: tuple[DominoNumber, ...]
    state_hash: str


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed in hexadecimal: with it anybody can repeat every draw."""

    seed: str


@dataclass(frozen=True, slots=True)
class GameScored:
    """The result: a score for each seat in order, and the seats by place, best first (R12)."""

    scores: tuple[Score, ...]
    ranking: tuple[tuple[Seat, ...], ...]


Event = (
    GameCreated
    | PlayerSeated
    | BotSeated
    | GameStarted
    | LineDealt
    | rules_events.KingDrawn
    | rules_events.DominoChosen
    | rules_events.DominoPlaced
    | rules_events.DominoDiscarded
    | rules_events.DominoLeftOver
    | rules_events.GameEnded
    | OriginsEvent
    | TimeExpired
    | SeatAway
    | SeatReturned
    | SeatLeft
    | SeatTakenOver
    | VacationBegan
    | VacationEnded
    | EndAgreed
    | GameAborted
    | PlanFired
    | SeedRevealed
    | GameScored
)
