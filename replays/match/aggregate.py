"""The aggregate of a game: the table around the rules' state, folded from the stored events."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeVar, get_args

from kingdomino.board.numbers import Seat
from kingdomino.board.replacing import places, replaced_by_place
from kingdomino.game import Game
from kingdomino.game import events as rules_events
from kingdomino.game.origins_events import OriginsEvent
from kingdomino.machine import evolve as evolve_game
from kingdomino.machine import start
from kingdomino.rules import Rules
from replays.clocks.fold import (
    Clocks,
    begun,
    deadline,
    outage_recorded,
    turned,
    vacation_began,
    vacation_ended,
)
from replays.clocks.outages import Standstill
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.events import game_events
from replays.events.codec import CodecError, Event, decode, first

UNREADABLE = (CodecError, TypeError, ValueError, KeyError, IndexError)
"""The errors of folding an event that is malformed, of an unknown version, or impossible at its place."""

T = TypeVar("T")

CREATED = Version(1)
"""The version of every game's first event."""


class Status(Enum):
    """The status of a game between its first and its last event."""

    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    SCORED = "scored"
    ABORTED = "aborted"


class EndCause(Enum):
    """The reason for an end before the last domino: the players agreed, or too few stayed (R32)."""

    AGREED = "agreed"
    LEFT = "left"


OVER = frozenset({Status.SCORED, Status.ABORTED})
"""The statuses after which a game gets no more events."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """The player of a seat: the id, and the player's entropy in hexadecimal, or None.

    For a bot, `bot` is the stored name of its policy, and `player` is `bot/` followed by that name. `seen` is
    the hash of the first event that the player had read before sending the entropy, and `checkpoint` the size
    of the checkpoint that had proved it, or None (`PlayerSeated`).
    """

    player: str
    entropy: str | None
    bot: str | None = None
    seen: str | None = None
    checkpoint: int | None = None


def bot_sitter(policy: str) -> Sitter:
    """The sitter for a bot, from the stored name of its policy."""
    return Sitter(f"bot/{policy}", None, policy)


@replaced_by_place
class Match(NamedTuple):
    """A game with its table, at one version; contains no secret until the seed is revealed.

    `head` is the last event's version and hash, `at` its time in ms UTC; `turn_version` is the version of the
    last event that changed the position. `game` is None until all seats are taken. `seed` and `result` are
    None until revealed and scored. `stand_ins` has the seats for which a bot plays on, each with its policy;
    `reasons` has why seats were left; `agreed` has the seats that agreed to end the game in this position;
    `clocks` is None if time has no limit. `opener` is the actor of the first event, empty in a study;
    `abort_cause` is the cause of `GameAborted`, or None without that event. `end_cause` is why the game ended
    early, or None if it did not. `opening` is the hash of the first event, empty in a study; `seated` has the
    first sitter of each seat, even if another player took the seat over, and `former` everybody whose seat
    was taken over.
    """

    id: GameId
    head: Head
    at: int
    created_at: int
    created: game_events.GameCreated
    status: Status = Status.OPEN
    turn_version: Version = CREATED
    sitters: tuple[Sitter, ...] = ()
    game: Game | None = None
    seed: str | None = None
    result: game_events.GameScored | None = None
    stand_ins: tuple[tuple[Seat, str], ...] = ()
    reasons: tuple[tuple[Seat, game_events.Reason], ...] = ()
    agreed: tuple[Seat, ...] = ()
    clocks: Clocks | None = None
    opener: str = ""
    abort_cause: str | None = None
    end_cause: EndCause | None = None
    opening: str = ""
    seated: tuple[Sitter, ...] = ()
    former: tuple[Sitter, ...] = ()

    @property
    def kind(self) -> str:
        """The name of the kind of stream."""
        return game_events.EVENTS.kind

    @property
    def rules(self) -> Rules:
        """The rule set of the game."""
        return self.created.rules

    @property
    def players(self) -> int:
        """The number of seats at the table."""
        return self.created.players

    @property
    def is_over(self) -> bool:
        """True if the game gets no more events: it is scored or called off, and its seed is revealed."""
        return self.status in OVER

    @property
    def mover(self) -> Seat | None:
        """The seat to act, if any."""
        return self.game.mover if self.game else None

    def policy_of(self, seat: Seat) -> str | None:
        """The stored name of the policy that plays this seat, or None if a player does."""
        return self.sitters[seat].bot or dict(self.stand_ins).get(seat)

    @property
    def deadline(self) -> int | None:
        """The deadline of the seat to act, in ms UTC."""
        return deadline(self.clocks) if self.clocks else None

    @property
    def due(self) -> int | None:
        """The time of the next work for a worker, in ms UTC: now for a bot, the deadline for a time-out."""
        mover = self.mover
        if self.status is not Status.ACTIVE or mover is None:
            return None
        if self.policy_of(mover) is not None:
            return self.at
        return None if self.created.options.on_timeout is game_events.OnTimeout.CLAIM else self.deadline

    def with_sitter(self, sitter: Sitter) -> "Match":
        """The match with this player or bot on the lowest free seat."""
        seated = (*self.sitters, sitter)
        return self._replace(sitters=seated, seated=seated)

    def seat_of(self, player: str) -> Seat | None:
        """The seat of the player, or None; a bot's seat has no player."""
        for seat, sitter in enumerate(self.sitters):
            if sitter.player == player and sitter.bot is None:
                return Seat(seat)
        return None


_HEAD, _AT, _GAME, _TURN_VERSION, _AGREED = places(Match, "head", "at", "game", "turn_version", "agreed")


def fold(game: GameId, stored: Iterable[StoredEvent], match: Match | None = None) -> Match | None:
    """The match after these events, which continue `match`; None if there are no events."""
    for event in stored:
        match = evolve(game, match, event)
    return match


def evolve(game: GameId, match: Match | None, stored: StoredEvent) -> Match:
    """The match after one more event; raises one of `UNREADABLE` for a damaged event."""
    return evolve_decoded(game, match, stored, decode(stored))


def evolve_decoded(game: GameId, match: Match | None, stored: StoredEvent, event: Event) -> Match:
    """The match after one more event, which is decoded already; raises one of `UNREADABLE`."""
    record = stored.record
    head, at = Head(stored.version, stored.hash), record["at"]
    if match is None:
        created = first(event, game_events.GameCreated)
        return Match(game, head, at, at, created, opener=record["actor"], opening=head.hash)
    members: list[Any] = list(happened(match, event, EventTime(stored.version, at, record["cause"])))
    members[_HEAD], members[_AT] = head, at
    after = tuple.__new__(Match, members)
    return _timed(after, after.clocks) if after.clocks else after


class EventTime(NamedTuple):
    """The version of an event, its time in ms UTC, and its cause."""

    version: Version
    at: int
    cause: str


def happened(match: Match, event: Event, moment: EventTime) -> Match:
    """The match after an event, without the changes of its head, its time and the running clock."""
    return EVOLVERS[type(event)](match, event, moment)


def _timed(match: Match, clocks: Clocks) -> Match:
    """The match with the clock running for the player to act; bots have no clock."""
    seat = match.mover
    waits = seat is not None and match.policy_of(seat) is None
    return match._replace(clocks=turned(clocks, seat if waits else None, match.at))


def _seated(match: Match, event: game_events.PlayerSeated, _: EventTime) -> Match:
    return match.with_sitter(Sitter(event.player, event.entropy, None, event.seen, event.checkpoint))


def _bot_seated(match: Match, event: game_events.BotSeated, _: EventTime) -> Match:
    return match.with_sitter(bot_sitter(event.policy))


def _started(match: Match, _: game_events.GameStarted, moment: EventTime) -> Match:
    game = start(rules_events.GameStarted(match.rules, match.players))
    options = match.created.options
    clocks = begun(options.clock, match.players, options.offsets or ()) if options.clock else None
    return match._replace(status=Status.ACTIVE, game=game, turn_version=moment.version, clocks=clocks)


def _line_dealt(match: Match, event: game_events.LineDealt, moment: EventTime) -> Match:
    return _played(match, rules_events.LineDealt(event.dominoes), moment)


def _played(match: Match, event: rules_events.Event, moment: EventTime) -> Match:
    if match.game is None:
        raise TypeError(f"game {match.id} has not started")
    members: list[Any] = list(match)
    members[_GAME] = evolve_game(match.game, event)
    members[_TURN_VERSION], members[_AGREED] = moment.version, ()
    return tuple.__new__(Match, members)


def _ended(match: Match, event: rules_events.GameEnded, moment: EventTime) -> Match:
    cause = EndCause.AGREED if match.agreed else EndCause.LEFT
    early = match.mover is not None
    over = _played(match, event, moment)
    return over._replace(status=Status.FINISHED, end_cause=cause if early else None)


def _away(match: Match, event: game_events.SeatAway, _: EventTime) -> Match:
    return match._replace(stand_ins=_with(match.stand_ins, event.seat, event.policy))


def _returned(match: Match, event: game_events.SeatReturned, _: EventTime) -> Match:
    return match._replace(stand_ins=_with(match.stand_ins, event.seat, None))


def _left(match: Match, event: game_events.SeatLeft, moment: EventTime) -> Match:
    gone = _played(match, rules_events.SeatLeft(event.seat, idle=event.policy is None), moment)
    return gone._replace(
        stand_ins=_with(match.stand_ins, event.seat, event.policy),
        reasons=_with(match.reasons, event.seat, event.reason),
    )


def _taken_over(match: Match, event: game_events.SeatTakenOver, moment: EventTime) -> Match:
    """Seat the new player; the entropy of the seat's first player stays, because all draws depend on it."""
    sitters = list(match.sitters)
    gone = sitters[event.seat]
    sitters[event.seat] = Sitter(event.player, gone.entropy)
    back = _played(match, rules_events.SeatRejoined(event.seat), moment)
    return back._replace(
        sitters=tuple(sitters),
        former=(*match.former, gone),
        stand_ins=_with(match.stand_ins, event.seat, None),
        reasons=_with(match.reasons, event.seat, None),
    )


def _with(pairs: tuple[tuple[Seat, T], ...], seat: Seat, value: T | None) -> tuple[tuple[Seat, T], ...]:
    """The pairs in order of seats, with this value for the seat; None removes the seat."""
    noted = {other: noted for other, noted in pairs if other != seat}
    if value is not None:
        noted[seat] = value
    return tuple((other, noted[other]) for other in sorted(noted))


def _on_vacation(match: Match, event: game_events.VacationBegan, moment: EventTime) -> Match:
    return match._replace(clocks=vacation_began(_clocks(match), event.seat, moment.at))


def _off_vacation(match: Match, event: game_events.VacationEnded, moment: EventTime) -> Match:
    return match._replace(clocks=vacation_ended(_clocks(match), event.seat, moment.at))


def _outage(match: Match, event: game_events.OutageRecorded, _: EventTime) -> Match:
    outage = Standstill(event.began, event.ended, event.grace)
    return match._replace(clocks=outage_recorded(_clocks(match), outage))


def _clocks(match: Match) -> Clocks:
    if match.clocks is None:
        raise TypeError(f"game {match.id} has no clock that runs")
    return match.clocks


def _agreed(match: Match, event: game_events.EndAgreed, _: EventTime) -> Match:
    return match._replace(agreed=(*match.agreed, event.seat))


def _aborted(match: Match, _: game_events.GameAborted, moment: EventTime) -> Match:
    over = _played(match, rules_events.GameEnded(), moment) if match.game else match
    return over._replace(status=Status.ABORTED, turn_version=moment.version, abort_cause=moment.cause)


def _unchanged(match: Match, _event: game_events.TimeExpired | game_events.PlanFired, _: EventTime) -> Match:
    return match


def _revealed(match: Match, event: game_events.SeedRevealed, _: EventTime) -> Match:
    return match._replace(seed=event.seed)


def _scored(match: Match, event: game_events.GameScored, _: EventTime) -> Match:
    return match._replace(status=Status.SCORED, result=event)


EVOLVERS: dict[type, Callable[[Match, Any, EventTime], Match]] = {
    game_events.PlayerSeated: _seated,
    game_events.BotSeated: _bot_seated,
    game_events.GameStarted: _started,
    game_events.LineDealt: _line_dealt,
    rules_events.KingDrawn: _played,
    rules_events.DominoChosen: _played,
    rules_events.DominoPlaced: _played,
    rules_events.DominoDiscarded: _played,
    rules_events.DominoLeftOver: _played,
    rules_events.GameEnded: _ended,
    **dict.fromkeys(get_args(OriginsEvent), _played),
    game_events.TimeExpired: _unchanged,
    game_events.SeatAway: _away,
    game_events.SeatReturned: _returned,
    game_events.SeatLeft: _left,
    game_events.SeatTakenOver: _taken_over,
    game_events.VacationBegan: _on_vacation,
    game_events.VacationEnded: _off_vacation,
    game_events.OutageRecorded: _outage,
    game_events.EndAgreed: _agreed,
    game_events.GameAborted: _aborted,
    game_events.PlanFired: _unchanged,
    game_events.SeedRevealed: _revealed,
    game_events.GameScored: _scored,
}
"""The function that applies each class of event to the match."""
