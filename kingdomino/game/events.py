"""The events of a game in the rules: facts, which `evolve` never refuses."""

from dataclasses import dataclass

from kingdomino.board.grid import Direction
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.origins_events import OriginsEvent
from kingdomino.rules import Rules


@dataclass(frozen=True, slots=True)
class GameStarted:
    """All seats are occupied and the game begins (R1)."""

    rules: Rules
    players: int


@dataclass(frozen=True, slots=True)
class LineDealt:
    """A line was dealt: its dominoes lie face up, in ascending order (R3, R7)."""

    dominoes: tuple[DominoNumber, ...]


@dataclass(frozen=True, slots=True)
class KingDrawn:
    """A king was drawn: its place in the order of the first choice is known (R5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DominoChosen:
    """A king was put on a domino (R5, R6)."""

    seat: Seat
    domino: DominoNumber


@dataclass(frozen=True, slots=True)
class DominoPlaced:
    """A domino was placed in its owner's kingdom, first half at (x, y) (R6, R8)."""

    seat: Seat
    domino: DominoNumber
    x: int
    y: int
    direction: Direction


@dataclass(frozen=True, slots=True)
class DominoDiscarded:
    """A domino that fitted nowhere left the game (R10)."""

    seat: Seat
    domino: DominoNumber


@dataclass(frozen=True, slots=True)
class DominoLeftOver:
    """The domino on which no king stands left the game (R4)."""

    domino: DominoNumber


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left for good; with `idle`, nobody plays on for the seat (R32)."""

    seat: Seat
    idle: bool


@dataclass(frozen=True, slots=True)
class SeatRejoined:
    """A seat that was left has a player again, and counts as one that was never left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last domino was placed or discarded (R7), or the players agreed to end the game here."""


Event = (
    GameStarted
    | LineDealt
    | KingDrawn
    | DominoChosen
    | DominoPlaced
    | DominoDiscarded
    | DominoLeftOver
    | SeatLeft
    | SeatRejoined
    | GameEnded
    | OriginsEvent
)
