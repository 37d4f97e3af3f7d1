"""What happens in a game, as far as the rules know: facts, never refused by `evolve`."""

from dataclasses import dataclass

from kingdomino.board.grid import Direction
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.origins_events import OriginsEvent
from kingdomino.rules import Rules


@dataclass(frozen=True, slots=True)
class GameStarted:
    """All seats are taken and the game begins (R1)."""

    rules: Rules
    players: int


@dataclass(frozen=True, slots=True)
class LineDealt:
    """A line lies face up, ascending (R3, R7)."""

    dominoes: tuple[DominoNumber, ...]


@dataclass(frozen=True, slots=True)
class KingDrawn:
    """A king's place in the order of the first choice is known (R5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DominoChosen:
    """A king was put on a domino (R5, R6)."""

    seat: Seat
    domino: DominoNumber


@dataclass(frozen=True, slots=True)
class DominoPlaced:
    """A domino was laid into its owner's kingdom, first half at (x, y) (R6, R8)."""

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
    """The domino no king stands on left the game (R4)."""

    domino: DominoNumber


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left for good; where `idle`, nobody plays on for the seat (R32)."""

    seat: Seat
    idle: bool


@dataclass(frozen=True, slots=True)
class SeatRejoined:
    """Somebody sits on a left seat again, which counts as one that stayed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last domino was placed or discarded (R7), or the players agreed to end here."""


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
