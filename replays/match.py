"""A game as its log tells it: the table around the rules' state, folded from the stored events."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import Any, get_args

from kingdomino import events as rules_events
from kingdomino.evolution import evolve as evolve_game
from kingdomino.evolution import start
from kingdomino.game import Game
from kingdomino.numbers import Seat
from kingdomino.origins.events import OriginsEvent
from kingdomino.rules import Rules
from replays import events
from replays.codec import CodecError, Event, decode, first
from replays.entries import Head, StoredEvent
from replays.identity import GameId, Version

UNREADABLE = (CodecError, TypeError, ValueError, KeyError, IndexError)
"""What folding an event raises that is none, is of another version of the service, or cannot happen there."""

CREATED = Version(1)
"""The version of every game's first event."""


class Status(Enum):
    """Where a game is between its first and its last event."""

    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    SCORED = "scored"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a player's id, and the entropy the player sent, in hexadecimal, or None."""

    player: str
    entropy: str | None


@dataclass(frozen=True, slots=True)
class Match:
    """A game with its table, at one version; holds no secret until the seed is revealed.

    `head` is the last event's version and hash, `at` its time in ms UTC; `turn_version` is the version of the
    last event that changed the position. `game` is None until all seats are taken. `seed` and `result` are
    None until revealed and scored.
    """

    id: GameId
    head: Head
    at: int
    created_at: int
    created: events.GameCreated
    status: Status = Status.OPEN
    turn_version: Version = CREATED
    sitters: tuple[Sitter, ...] = ()
    game: Game | None = None
    seed: str | None = None
    result: events.GameScored | None = None

    @property
    def rules(self) -> Rules:
        """The rule set of the game."""
        return self.created.rules

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return self.created.players

    def seat_of(self, player: str) -> Seat | None:
        """The seat that the player holds, or None."""
        seats = (Seat(seat) for seat, sitter in enumerate(self.sitters) if sitter.player == player)
        return next(seats, None)


def fold(game: GameId, stored: Iterable[StoredEvent], match: Match | None = None) -> Match | None:
    """The match after these events, which continue `match`; None without any."""
    return reduce(lambda folded, event: evolve(game, folded, event), stored, match)


def evolve(game: GameId, match: Match | None, stored: StoredEvent) -> Match:
    """The match after one more event. Nothing is refused; one of `UNREADABLE` says that it is damaged."""
    event = decode(stored)
    head, at = Head(stored.version, stored.hash), stored.record["at"]
    if match is None:
        return Match(game, head, at, at, first(event, events.GameCreated))
    return replace(happened(match, event, stored.version), head=head, at=at)


def happened(match: Match, event: Event, version: Version) -> Match:
    """The match after an event with this version, its head and time aside."""
    return _EVOLVERS[type(event)](match, event, version)


def _seated(match: Match, event: events.PlayerSeated, _: Version) -> Match:
    return replace(match, sitters=(*match.sitters, Sitter(event.player, event.entropy)))


def _started(match: Match, _: events.GameStarted, version: Version) -> Match:
    game = start(rules_events.GameStarted(match.rules, match.players))
    return replace(match, status=Status.ACTIVE, game=game, turn_version=version)


def _line_dealt(match: Match, event: events.LineDealt, version: Version) -> Match:
    return _played(match, rules_events.LineDealt(event.dominoes), version)


def _played(match: Match, event: rules_events.Event, version: Version) -> Match:
    return replace(match, game=evolve_game(_game(match), event), turn_version=version)


def _game(match: Match) -> Game:
    if match.game is None:
        raise TypeError(f"game {match.id} has not started")
    return match.game


def _ended(match: Match, event: rules_events.GameEnded, version: Version) -> Match:
    return replace(_played(match, event, version), status=Status.FINISHED)


def _revealed(match: Match, event: events.SeedRevealed, _: Version) -> Match:
    return replace(match, seed=event.seed)


def _scored(match: Match, event: events.GameScored, _: Version) -> Match:
    return replace(match, status=Status.SCORED, result=event)


_EVOLVERS: dict[type, Callable[[Match, Any, Version], Match]] = {
    events.PlayerSeated: _seated,
    events.GameStarted: _started,
    events.LineDealt: _line_dealt,
    rules_events.KingDrawn: _played,
    rules_events.DominoChosen: _played,
    rules_events.DominoPlaced: _played,
    rules_events.DominoDiscarded: _played,
    rules_events.DominoLeftOver: _played,
    rules_events.GameEnded: _ended,
    **dict.fromkeys(get_args(OriginsEvent), _played),
    events.SeedRevealed: _revealed,
    events.GameScored: _scored,
}
