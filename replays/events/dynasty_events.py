"""The events of a dynasty's log; `codec` gives each its stored name."""

from dataclasses import dataclass

from kingdomino.board.numbers import Points, Seat
from kingdomino.rules import Rules
from replays.encoding.identity import GameId
from replays.events.game_events import Options


@dataclass(frozen=True, slots=True)
class DynastyCreated:
    """A dynasty was opened; `options` are those of each of its games, but for their places in it."""

    rules: Rules
    players: int
    options: Options

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored beside them."""
        return self.rules.version


@dataclass(frozen=True, slots=True)
class DynastySeated:
    """A player took a seat in all games; `entropy` is 64 hexadecimal digits that the player sent, or None."""

    seat: Seat
    player: str
    entropy: str | None


@dataclass(frozen=True, slots=True)
class DynastyGameStarted:
    """The game of this number, from 1 on, is in the log, with all players seated."""

    number: int
    game: GameId


@dataclass(frozen=True, slots=True)
class DynastyGameScored:
    """What a game gave each seat in order; `ranking` has the seats by the points of all games so far."""

    number: int
    points: tuple[Points, ...]
    ranking: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class DynastyDecided:
    """All games are scored: the sum of each seat in order, and who has the most of it."""

    totals: tuple[Points, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DynastyAborted:
    """The seats were not taken in time, so the service called the dynasty off."""


Event = (
    DynastyCreated | DynastySeated | DynastyGameStarted | DynastyGameScored | DynastyDecided | DynastyAborted
)
