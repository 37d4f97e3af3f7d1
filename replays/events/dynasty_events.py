"""The events of a dynasty's stream."""

from dataclasses import dataclass

from kingdomino.board.numbers import Points, Seat
from kingdomino.dynasty import GAMES
from kingdomino.rules import Rules
from replays.encoding.forms import (
    COUNT,
    HASH,
    ID,
    MOST_SEATS,
    PLAYERS,
    POINTS,
    RANKING,
    RULES,
    SEAT,
    TEXT,
    array,
)
from replays.encoding.identity import GameId
from replays.events.causes import PLAYER, SYSTEM, TIMEOUT
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
from replays.events.stream_events import STREAMS, SeriesEvent, StreamEvents


class DynastyEvent(SeriesEvent):
    """An event of a dynasty's stream."""

    __slots__ = ()


@EVENT_TYPES.declare(
    "DynastyCreated",
    {
        "rules": RULES,
        "rules_version": RULES_VERSION,
        "players": PLAYERS,
        "options": OPTIONS,
        "draws": DRAWS,
        "commitments": array(HASH, GAMES),
    },
    causes=(PLAYER,),
    upcasters=(without(draws=1, commitments=[]),),
    make=of_version,
)
@dataclass(frozen=True, slots=True)
class DynastyCreated(DynastyEvent):
    """A dynasty was opened; `options` are those of each of its games, except for their places in it.

    `draws` is the version of the draws of its games. `commitments` are those of its games in order; with
    draws of version 1 there are none, because each seed is drawn when its game starts.
    """

    rules: Rules
    players: int
    options: Options
    draws: int = 1
    commitments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.commitments) != (GAMES if self.draws > 1 else 0):
            raise ValueError(f"a dynasty has {GAMES} commitments from draws 2 on, and none before")
        check_own_deals(self.options)

    @property
    def rules_version(self) -> int:
        """The version of the rules, which is stored as a separate member."""
        return self.rules.version


@EVENT_TYPES.declare(
    "DynastySeated",
    SEATING,
    causes=(PLAYER,),
    upcasters=(without(seen=None), without(checkpoint=None)),
)
@dataclass(frozen=True, slots=True)
class DynastySeated(DynastyEvent):
    """A player took a seat in all games; the other members are as in `PlayerSeated`."""

    seat: Seat
    player: str
    entropy: str | None
    seen: str | None = None
    checkpoint: int | None = None


@EVENT_TYPES.declare("DynastyBotSeated", {"policy": TEXT}, causes=(PLAYER,))
@dataclass(frozen=True, slots=True)
class DynastyBotSeated(DynastyEvent):
    """A bot took a seat in all games; `policy` is as in `BotSeated`."""

    seat: Seat
    policy: str


@EVENT_TYPES.declare("DynastyGameStarted", {"number": COUNT, "game": ID}, causes=(SYSTEM,))
@dataclass(frozen=True, slots=True)
class DynastyGameStarted(DynastyEvent):
    """The game of this number, from 1 on, is in the log, with all players seated."""

    number: int
    game: GameId


@EVENT_TYPES.declare(
    "DynastyGameScored",
    {"number": COUNT, "points": array(POINTS, MOST_SEATS), "ranking": RANKING},
    causes=(SYSTEM,),
)
@dataclass(frozen=True, slots=True)
class DynastyGameScored(DynastyEvent):
    """A game's points of each seat in order; `ranking` has the seats by the points of all games so far."""

    number: int
    points: tuple[Points, ...]
    ranking: tuple[tuple[Seat, ...], ...]


@EVENT_TYPES.declare(
    "DynastyDecided",
    {"totals": array(POINTS, MOST_SEATS), "winners": array(SEAT, MOST_SEATS)},
    causes=(SYSTEM,),
)
@dataclass(frozen=True, slots=True)
class DynastyDecided(DynastyEvent):
    """All games are scored: the total of each seat in order, and the seats with the highest total."""

    totals: tuple[Points, ...]
    winners: tuple[Seat, ...]


@EVENT_TYPES.declare("DynastyAborted", {}, causes=(TIMEOUT,))
@dataclass(frozen=True, slots=True)
class DynastyAborted(DynastyEvent):
    """The seats were not taken in time, so the service called the dynasty off."""


EVENTS = STREAMS.declare(
    StreamEvents(
        "dynasty",
        DynastyEvent,
        opens=DynastyCreated,
        seats=(DynastySeated,),
        hides=(DynastyGameStarted,),
        ends=(DynastyDecided, DynastyAborted),
    )
)
