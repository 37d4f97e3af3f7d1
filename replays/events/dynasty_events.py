"""The events of a dynasty's log."""

from dataclasses import dataclass

from kingdomino.board.numbers import Points, Seat
from kingdomino.rules import Rules
from replays.encoding.forms import (
    COUNT,
    HASH,
    ID,
    PLAYERS,
    POINTS,
    RANKING,
    RULES,
    SEAT,
    TEXT,
    array,
    optional,
)
from replays.encoding.identity import GameId
from replays.events.causes import PLAYER, SYSTEM, TIMEOUT
from replays.events.event_types import EVENT_TYPES
from replays.events.game_events import OPTIONS, RULES_VERSION, Options, of_version


class DynastyEvent:
    """An event of a dynasty's log."""

    __slots__ = ()


@EVENT_TYPES.declare(
    "DynastyCreated",
    {"rules": RULES, "rules_version": RULES_VERSION, "players": PLAYERS, "options": OPTIONS},
    causes=(PLAYER,),
    make=of_version,
)
@dataclass(frozen=True, slots=True)
class DynastyCreated(DynastyEvent):
    """A dynasty was opened; `options` are those of each of its games, but for their places in it."""

    rules: Rules
    players: int
    options: Options

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored beside them."""
        return self.rules.version


@EVENT_TYPES.declare("DynastySeated", {"player": TEXT, "entropy": optional(HASH)}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class DynastySeated(DynastyEvent):
    """A player took a seat in all games; `entropy` is 64 hexadecimal digits that the player sent, or None."""

    seat: Seat
    player: str
    entropy: str | None


@EVENT_TYPES.declare("DynastyGameStarted", {"number": COUNT, "game": ID}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class DynastyGameStarted(DynastyEvent):
    """The game of this number, from 1 on, is in the log, with all players seated."""

    number: int
    game: GameId


@EVENT_TYPES.declare(
    "DynastyGameScored", {"number": COUNT, "points": array(POINTS), "ranking": RANKING}, causes=(SYSTEM,)
)
@dataclass(frozen=True, slots=True)
class DynastyGameScored(DynastyEvent):
    """What a game gave each seat in order; `ranking` has the seats by the points of all games so far."""

    number: int
    points: tuple[Points, ...]
    ranking: tuple[tuple[Seat, ...], ...]


@EVENT_TYPES.declare("DynastyDecided", {"totals": array(POINTS), "winners": array(SEAT)}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class DynastyDecided(DynastyEvent):
    """All games are scored: the sum of each seat in order, and who has the most of it."""

    totals: tuple[Points, ...]
    winners: tuple[Seat, ...]


@EVENT_TYPES.declare("DynastyAborted", {}, causes=(TIMEOUT,))
@dataclass(frozen=True, slots=True)
class DynastyAborted(DynastyEvent):
    """The seats were not taken in time, so the service called the dynasty off."""
