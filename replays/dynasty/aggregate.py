"""The aggregate of a dynasty, folded from its stream: its players, its games and their points."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from kingdomino import dynasty as rule
from kingdomino.board.numbers import Points, Seat
from kingdomino.rules import Rules
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, derived_game_id
from replays.events import dynasty_events
from replays.events.codec import decode, first
from replays.log.listing import Listing
from replays.match.aggregate import OVER, Sitter, Status, bot_sitter
from replays.match.kinds import StreamKind


@dataclass(frozen=True, slots=True)
class DynastyGame:
    """A started game of a dynasty; `points` has the points of each seat once the dynasty has counted them."""

    id: GameId
    points: tuple[Points, ...] | None = None

    @property
    def status(self) -> Status:
        """`scored` once the dynasty has counted its points, `active` before that."""
        return Status.ACTIVE if self.points is None else Status.SCORED


@dataclass(frozen=True, slots=True)
class Dynasty:
    """A dynasty at one version; fields with the same name as in `Match` have the same meaning.

    A dynasty is open until all seats are taken, then active, and scored when it is decided; it is aborted if
    the seats are not taken in time. `winners` is None until it is decided. `opener` is the actor of the first
    event; `abort_cause` is the cause of `DynastyAborted`, or None without that event. `opening` is the hash
    of the first event.
    """

    id: GameId
    head: Head
    at: int
    created_at: int
    created: dynasty_events.DynastyCreated
    status: Status = Status.OPEN
    sitters: tuple[Sitter, ...] = ()
    games: tuple[DynastyGame, ...] = ()
    winners: tuple[Seat, ...] | None = None
    opener: str = ""
    abort_cause: str | None = None
    opening: str = ""

    @property
    def kind(self) -> str:
        """The name of the kind of stream."""
        return dynasty_events.EVENTS.kind

    @property
    def rules(self) -> Rules:
        """The rule set of every game."""
        return self.created.rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.created.players

    @property
    def seated(self) -> tuple[Sitter, ...]:
        """The first sitter of each seat, who keeps it."""
        return self.sitters

    @property
    def is_over(self) -> bool:
        """True if the dynasty is decided or was called off; nothing can happen in it any more."""
        return self.status in OVER

    @property
    def totals(self) -> tuple[Points, ...]:
        """The points of each seat in all counted games."""
        return rule.totals((game.points for game in self.games if game.points is not None), self.players)

    @property
    def running(self) -> int | None:
        """The number of the game that is started but not counted yet, or None."""
        return len(self.games) if self.games and self.games[-1].points is None else None

    @property
    def next_number(self) -> int | None:
        """The number of the game that is due to be started, or None."""
        due = self.status is Status.ACTIVE and self.running is None and len(self.games) < rule.GAMES
        return len(self.games) + 1 if due else None

    def seat_of(self, player: str) -> Seat | None:
        """The seat that the player holds, or None; a bot's seat has no player."""
        people = ((seat, sitter.player) for seat, sitter in enumerate(self.sitters) if sitter.bot is None)
        return next((Seat(seat) for seat, sitting in people if sitting == player), None)


def game_id(dynasty: GameId, number: int) -> GameId:
    """The id of the dynasty's game of this number; it is derived, so each game can be created only once."""
    return derived_game_id(dynasty_events.EVENTS.kind, dynasty, str(number))


def fold(stream: GameId, stored: Iterable[StoredEvent], dynasty: Dynasty | None = None) -> Dynasty | None:
    """The dynasty after these events, which continue `dynasty`; None if there are no events."""
    return reduce(lambda folded, event: evolve(stream, folded, event), stored, dynasty)


def evolve(stream: GameId, dynasty: Dynasty | None, stored: StoredEvent) -> Dynasty:
    """The dynasty after one more event; raises one of `UNREADABLE` if the stream is damaged."""
    event = decode(stored)
    head, at = Head(stored.version, stored.hash), stored.record["at"]
    if dynasty is None:
        created, opener = first(event, dynasty_events.DynastyCreated), stored.record["actor"]
        return Dynasty(GameId(stream), head, at, at, created, opener=opener, opening=head.hash)
    after = _EVOLVERS[type(event)](dynasty, event)
    if after.status is Status.ABORTED:
        return replace(after, head=head, at=at, abort_cause=stored.record["cause"])
    return replace(after, head=head, at=at)


def _seated(dynasty: Dynasty, event: dynasty_events.DynastySeated) -> Dynasty:
    return _with_sitter(dynasty, Sitter(event.player, event.entropy, None, event.seen, event.checkpoint))


def _bot_seated(dynasty: Dynasty, event: dynasty_events.DynastyBotSeated) -> Dynasty:
    return _with_sitter(dynasty, bot_sitter(event.policy))


def _with_sitter(dynasty: Dynasty, sitter: Sitter) -> Dynasty:
    if dynasty.status is Status.ABORTED:
        raise ValueError("the dynasty was called off")
    sitters = (*dynasty.sitters, sitter)
    status = Status.ACTIVE if len(sitters) == dynasty.players else Status.OPEN
    return replace(dynasty, sitters=sitters, status=status)


def _game_started(dynasty: Dynasty, event: dynasty_events.DynastyGameStarted) -> Dynasty:
    if event.number != dynasty.next_number:
        raise ValueError(f"game {event.number} was not due")
    return replace(dynasty, games=(*dynasty.games, DynastyGame(event.game)))


def _game_scored(dynasty: Dynasty, event: dynasty_events.DynastyGameScored) -> Dynasty:
    if event.number != dynasty.running or len(event.points) != dynasty.players:
        raise ValueError(f"game {event.number} was not running, or had other seats")
    *before, game = dynasty.games
    return replace(dynasty, games=(*before, replace(game, points=event.points)))


def _decided(dynasty: Dynasty, event: dynasty_events.DynastyDecided) -> Dynasty:
    if dynasty.running is not None or len(dynasty.games) != rule.GAMES:
        raise ValueError("not all games are counted")
    return replace(dynasty, status=Status.SCORED, winners=event.winners)


def _aborted(dynasty: Dynasty, _: dynasty_events.DynastyAborted) -> Dynasty:
    if dynasty.status is not Status.OPEN:
        raise ValueError("all seats were taken, or the dynasty was called off before")
    return replace(dynasty, status=Status.ABORTED)


_EVOLVERS: dict[type, Callable[[Dynasty, Any], Dynasty]] = {
    dynasty_events.DynastySeated: _seated,
    dynasty_events.DynastyBotSeated: _bot_seated,
    dynasty_events.DynastyGameStarted: _game_started,
    dynasty_events.DynastyGameScored: _game_scored,
    dynasty_events.DynastyDecided: _decided,
    dynasty_events.DynastyAborted: _aborted,
}

DYNASTIES: StreamKind[Dynasty] = StreamKind(
    dynasty_events.EVENTS,
    fold,
    Listing("dynasties"),
    is_over=lambda dynasty: dynasty.is_over,
    sitters=lambda dynasty: dynasty.sitters,
)
"""A dynasty's stream: it ends when the dynasty is decided or called off."""
