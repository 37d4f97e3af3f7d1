"""The events of a game's log that the rules do not know, or know without what the log adds.

Together with `kingdomino.events` they are all that a log holds; `codec` gives each its stored name.
"""

from dataclasses import dataclass

from kingdomino import events as rules_events
from kingdomino.numbers import DominoNumber, Seat
from kingdomino.origins.events import OriginsEvent
from kingdomino.rules import Rules
from kingdomino.scoring import Score
from replays.identity import DynastyId


@dataclass(frozen=True, slots=True)
class Membership:
    """A game's place in a dynasty (R13): the dynasty's id, and the game's number there, from 1 on."""

    id: DynastyId
    number: int


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agreed on beside the rules, and the dynasty it belongs to; None where there is none."""

    dynasty: Membership | None = None


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A table was opened; `commitment` is the SHA-256 of the game's secret seed, in hexadecimal."""

    rules: Rules
    rules_version: int
    players: int
    commitment: str
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A player took a seat; `entropy` is 64 hexadecimal digits that the player sent, or None."""

    seat: Seat
    player: str
    entropy: str | None


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
    | GameStarted
    | LineDealt
    | rules_events.KingDrawn
    | rules_events.DominoChosen
    | rules_events.DominoPlaced
    | rules_events.DominoDiscarded
    | rules_events.DominoLeftOver
    | rules_events.GameEnded
    | OriginsEvent
    | SeedRevealed
    | GameScored
)
