"""A game followed event by event by the rules: each one has to be what is due, or a choice that is legal.

What happens by itself is worked out again: deals, kings and cavemen from the revealed seed, totems and the
end from the rules, the result from the kingdoms. Nothing that the record derives is trusted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from kingdomino import events as rules_events
from kingdomino.chance import Chance
from kingdomino.commanding import command_of
from kingdomino.commands import Choose, Command
from kingdomino.dynasty import GAMES
from kingdomino.game import Game, Stage
from kingdomino.machine import automatic, judge
from kingdomino.numbers import DominoNumber, Seat
from kingdomino.origins.events import BoardRefilled
from kingdomino.origins.judging import pairs
from kingdomino.plausible import DRAWS, agreeing, why_impossible
from kingdomino.rules import check
from kingdomino.violations import RuleViolation
from replays import codec, events
from replays.audit.verdicts import Aspect, Finding
from replays.chances import chance_of
from replays.codec import CodecError, decode
from replays.decisions import PLAYER, scored
from replays.drafts import SYSTEM
from replays.draws import commitment
from replays.drift import state_hash
from replays.dynasty.aggregate import game_id
from replays.entries import StoredEvent
from replays.identity import GameId
from replays.match import UNREADABLE, Match, Status, evolve


@dataclass(frozen=True, slots=True)
class Course:
    """How far a game could be followed: the match there, what was wrong, and whether it was to the end.

    `due` is what should have come after the last event by itself: with it the end was cut off.
    """

    match: Match | None
    findings: tuple[Finding, ...]
    whole: bool
    due: str | None


class _Stop(Exception):  # noqa: N818 - internal: from here on nothing follows
    """Nothing after this event can be followed."""


@dataclass(slots=True)
class _Follower:
    """The state of following one game; `pending` are the rest of a choice's own events (R21)."""

    game: GameId
    seed: bytes | None
    match: Match | None = None
    chance: Chance | None = None
    pending: tuple[rules_events.Event, ...] = ()
    dealt: set[DominoNumber] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)

    def take(self, stored: StoredEvent) -> None:
        """Judge the event and go on to the match after it; raises `_Stop`."""
        event = self._decoded(stored)
        if self.match is None:
            self._first(event, stored)
        else:
            self._next(self.match, event, stored)
        try:
            self.match = evolve(self.game, self.match, stored)
        except UNREADABLE as error:
            self._stop(stored, "log/impossible", f"{stored.record['type']} cannot happen here: {error}")
        self._after(self.match, event, stored)

    def due(self, event: codec.Event | None) -> codec.Event | rules_events.Event | None:
        """What happens by itself now, if anything does; of a draw by an unknown seed, that of `event`."""
        match = self.match
        if match is None:
            return None
        if self.pending:
            return self.pending[0]
        if match.game is None:
            return events.GameStarted() if len(match.sitters) == match.players else None
        if match.status is Status.FINISHED and match.seed is not None:
            return scored(match.game)
        if match.game.stage is Stage.OVER:
            return None
        return automatic(match.game, self.chance or agreeing(match.game, _bare(event)))

    def missing(self) -> str | None:
        """The type of what should have come after the last event in the same append, or None."""
        match = self.match
        if match and match.created.options.dynasty and len(match.sitters) < match.players:
            return events.PlayerSeated.__name__  # the service seats everybody at once
        due = self.due(None)
        return None if due is None else type(due).__name__

    def _decoded(self, stored: StoredEvent) -> codec.Event:
        try:
            return decode(stored)
        except CodecError as error:
            self._stop(stored, error.code, error.text)
        except UNREADABLE as error:
            self._stop(stored, "log/data", f"the event cannot be read: {error}")

    def _first(self, event: codec.Event, stored: StoredEvent) -> None:
        if not isinstance(event, events.GameCreated):
            self._stop(
                stored, "log/impossible", f"a game begins with GameCreated, not {type(event).__name__}"
            )
        try:
            check(event.rules, event.players)
        except RuleViolation as violation:
            self._stop(stored, violation.code, violation.text)
        membership = event.options.dynasty
        if membership and not _in_place(self.game, membership):
            self._wrong(stored, "dynasty/game-id", "the game's id is not that of its place in the dynasty")
        actor = SYSTEM if membership else _opener(stored)
        self._origin(stored, actor, _cause(membership is not None))

    def _next(self, match: Match, event: codec.Event, stored: StoredEvent) -> None:
        expected = self.due(event)
        command = command_of(_bare(event))
        if self.pending:
            self._follows(expected, event, stored)
            self._origin(stored, self._player(match, event), PLAYER)
            self.pending = self.pending[1:]
        elif expected is not None:
            self._follows(expected, event, stored)
            self._origin(stored, SYSTEM, SYSTEM)
        elif command is not None:
            self._choice(match, command, event, stored)
            self._origin(stored, self._player(match, event), PLAYER)
        elif isinstance(event, events.PlayerSeated):
            self._seated(match, event, stored)
        elif isinstance(event, events.SeedRevealed) and match.status is Status.FINISHED:
            self._revealed(match, event, stored)
            self._origin(stored, SYSTEM, SYSTEM)
        else:
            self._stop(stored, "rules/not-due", f"{type(event).__name__} cannot happen here")

    def _follows(
        self, expected: codec.Event | rules_events.Event | None, event: codec.Event, stored: StoredEvent
    ) -> None:
        """Hold the event against what follows by itself, in the same append and at the same time."""
        if type(_bare(event)) is not type(expected):
            due, found = type(expected).__name__, type(event).__name__
            self._stop(stored, "rules/not-due", f"{due} follows here by itself, not {found}")
        self._together(stored)
        if isinstance(expected, events.GameScored) and isinstance(event, events.GameScored):
            self._result(expected, event, stored)
        elif isinstance(_bare(event), DRAWS):
            self._drawn(expected, event, stored)
        elif expected != _bare(event):
            self._stop(stored, "rules/otherwise", f"by the rules it is {expected}")

    def _together(self, stored: StoredEvent) -> None:
        if self.match is not None and stored.record["at"] != self.match.at:
            text = f"it happened together with version {stored.version - 1} and has another time"
            self.findings.append(Finding(Aspect.TIME, stored.version, "time/apart", text))

    def _drawn(
        self, expected: codec.Event | rules_events.Event | None, event: codec.Event, stored: StoredEvent
    ) -> None:
        drawn = _bare(event)
        if self.chance is not None and drawn != expected:
            text = f"the seed gives {_told(expected)}, the record has {_told(drawn)}"
            self.findings.append(Finding(Aspect.FAIRNESS, stored.version, "draw/otherwise", text))
        game = self.match.game if self.match else None
        impossible = why_impossible(game, drawn, self.dealt) if game and drawn else None
        if impossible:
            self._stop(stored, "draw/impossible", impossible)

    def _result(self, expected: events.GameScored, event: events.GameScored, stored: StoredEvent) -> None:
        if stored.record["schema"] == 1 and self.match and self.match.rules.origins:
            self._stop(stored, "log/unknown-schema", "GameScored: schema 1 is of the base game only")
        if event == expected:
            return
        counted = [score.total for score in expected.scores]
        text = f"the kingdoms give {counted} points and the places {_places(expected)}; recorded are "
        text += f"{[score.total for score in event.scores]} and {_places(event)}, or other details"
        self.findings.append(Finding(Aspect.RESULT, stored.version, "result/otherwise", text))

    def _choice(self, match: Match, command: Command, event: codec.Event, stored: StoredEvent) -> None:
        """A player's choice, judged as when it was made."""
        if match.game is None:
            self._stop(stored, "game/not-started", "a move before all seats were taken")
        seat = Seat(stored.record["seat"])
        try:
            own = judge(match.game, seat, _paired(match.game, command))
        except RuleViolation as violation:
            self._stop(stored, violation.code, violation.text)
        if own[0] != event:
            self._stop(stored, "rules/otherwise", f"the rules write this move as {own[0]}")
        self.pending = own[1:]

    def _seated(self, match: Match, event: events.PlayerSeated, stored: StoredEvent) -> None:
        if match.game is not None or event.seat != len(match.sitters):
            self._stop(stored, "seat/order", f"seat {event.seat} is not the lowest free one")
        if match.seat_of(event.player) is not None:
            self._stop(stored, "seat/twice", "the player holds a seat already")
        together = match.created.options.dynasty is not None
        if together:
            self._together(stored)
        self._origin(stored, SYSTEM if together else event.player, _cause(together))

    def _revealed(self, match: Match, event: events.SeedRevealed, stored: StoredEvent) -> None:
        if commitment(bytes.fromhex(event.seed)) != match.created.commitment:
            text = "the seed's SHA-256 is not the commitment that the game began with"
            self.findings.append(Finding(Aspect.FAIRNESS, stored.version, "seed/commitment", text))

    def _after(self, match: Match, event: codec.Event, stored: StoredEvent) -> None:
        """Take note of what later events are held against, and of drift."""
        if isinstance(event, events.GameStarted) and self.seed is not None:
            self.chance = chance_of(match, self.seed)
        if isinstance(event, events.LineDealt):
            self.dealt.update(event.dominoes)
            found = state_hash(match.game) if match.game else ""
            if found != event.state_hash:
                text = f"the state's hash is {event.state_hash}, by the rules it is {found}"
                self._wrong(stored, "log/drift", text)

    def _origin(self, stored: StoredEvent, actor: str | None, cause: str) -> None:
        record = stored.record
        if not isinstance(record["actor"], str) or (record["actor"], record["cause"]) != (actor, cause):
            found = f"actor and cause are {record['actor']!r} and {record['cause']!r}"
            self._wrong(stored, "log/origin", f"{found}, not {actor!r} and {cause!r}")

    def _player(self, match: Match, event: codec.Event) -> str | None:
        seat: int = getattr(event, "seat", -1)
        return match.sitters[seat].player if 0 <= seat < len(match.sitters) else None

    def _wrong(self, stored: StoredEvent, code: str, text: str) -> None:
        self.findings.append(Finding(Aspect.LEGALITY, stored.version, code, text))

    def _stop(self, stored: StoredEvent, code: str, text: str) -> NoReturn:
        self._wrong(stored, code, text)
        raise _Stop


def follow(game: GameId, record: Iterable[StoredEvent]) -> Course:
    """The course of a game whose bytes are intact, as far as the rules can follow it."""
    known = tuple(record)
    follower = _Follower(game, _seed(known))
    whole = True
    try:
        for stored in known:
            follower.take(stored)
    except _Stop:
        whole = False
    return Course(follower.match, tuple(follower.findings), whole, follower.missing() if whole else None)


def _seed(record: Iterable[StoredEvent]) -> bytes | None:
    """The seed that the record reveals, if it is the one that the game committed to."""
    commitments, seeds = [], []
    for stored in record:
        try:
            event = decode(stored) if stored.record["type"] in _WITH_SEED else None
        except UNREADABLE:
            continue
        if isinstance(event, events.GameCreated):
            commitments.append(event.commitment)
        elif isinstance(event, events.SeedRevealed):
            seeds.append(bytes.fromhex(event.seed))
    return next((seed for seed in seeds if commitment(seed) in commitments), None)


_WITH_SEED = ("GameCreated", "SeedRevealed")


def _in_place(game: GameId, place: events.Membership) -> bool:
    return 1 <= place.number <= GAMES and game == game_id(place.id, place.number)


def _opener(stored: StoredEvent) -> str | None:
    """Who opened the table: any player, of whom the log knows the id alone."""
    actor = stored.record["actor"]
    return actor if isinstance(actor, str) and actor not in {"", SYSTEM} else None


def _bare(event: codec.Event | None) -> Any:
    """The event as the rules know it, where they do."""
    return rules_events.LineDealt(event.dominoes) if isinstance(event, events.LineDealt) else event


def _paired(game: Game, command: Command) -> Command:
    """With two players in Origins the first choice is of a pair, told by its first domino (R21)."""
    if not isinstance(command, Choose) or game.stage is not Stage.CHOOSE_FIRST:
        return command
    if not game.rules.neolithic(game.players):
        return command
    return next((pair for pair in pairs(game) if pair.dominoes[0] == command.domino), command)


def _cause(together: bool) -> str:  # noqa: FBT001 - a fact, not a choice
    return SYSTEM if together else PLAYER


def _told(event: object) -> str:
    """What was drawn, in words."""
    if isinstance(event, rules_events.LineDealt):
        return f"the line {', '.join(map(str, event.dominoes))}"
    if isinstance(event, rules_events.KingDrawn):
        return f"a king of seat {event.seat}"
    if isinstance(event, BoardRefilled):
        return f"the cavemen {', '.join(tile.value for tile in event.cavemen)}"
    return type(event).__name__


def _places(scored: events.GameScored) -> list[list[int]]:
    return [list(place) for place in scored.ranking]
