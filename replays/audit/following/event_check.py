"""The check of a single event: the state before it, and the report of its faults."""

from dataclasses import dataclass, field
from typing import Any, NoReturn

from kingdomino.board.numbers import DominoNumber
from kingdomino.game import events as rules_events
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.machine.commanding import command_of
from replays.audit.following.repetition import Repetition
from replays.audit.verdicts import MOST_FINDINGS, Aspect, Finding
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events import game_events
from replays.events.causes import SYSTEM
from replays.events.codec import Event
from replays.match.aggregate import Match


class EndOfChecks(Exception):  # noqa: N818 - internal: ends the walk
    """Nothing after this event can be followed."""


@dataclass(frozen=True, slots=True)
class DueEvent:
    """An event that must come next, in the same append, with its actor and its cause."""

    event: Event | rules_events.Event
    actor: str = SYSTEM
    cause: str = SYSTEM


@dataclass(frozen=True, slots=True)
class PlanProgress:
    """A plan that is being carried out, with the commands that may still come from it."""

    commands: tuple[type[Command], ...] = (Place, Discard, Choose)

    @property
    def begun(self) -> bool:
        """True if the plan has led to a move."""
        return Place not in self.commands


@dataclass(slots=True)
class Walk:
    """The state of following a game; `pending` has the further events of the last decision.

    `seed` is the seed that the record reveals, or None, and `chance` its draws once the game has started.
    `unrepeated` counts the choices of bots that `repetition` did not repeat.
    """

    game: GameId
    seed: bytes | None
    match: Match | None = None
    chance: Chance | None = None
    pending: tuple[DueEvent, ...] = ()
    plan: PlanProgress | None = None
    dealt: set[DominoNumber] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    repetition: Repetition = field(default_factory=Repetition)
    unrepeated: int = 0


@dataclass(frozen=True, slots=True)
class EventCheck:
    """The check of the next event, with the walk up to it."""

    walk: Walk
    stored: StoredEvent
    event: Event

    @property
    def match(self) -> Match:
        """The match before the event; raises TypeError for the first event."""
        if self.walk.match is None:
            raise TypeError("the game has not begun")
        return self.walk.match

    @property
    def command(self) -> Command | None:
        """The command that led to the event if it is a choice, else None."""
        return command_of(bare(self.event))

    @property
    def at(self) -> int:
        """The event's time in ms UTC."""
        at: int = self.stored.record["at"]
        return at

    def fault(self, aspect: Aspect, code: str, text: str) -> None:
        """Report a fault of the event, up to `MOST_FINDINGS` and at least one for each aspect."""
        if len(self.walk.findings) < MOST_FINDINGS or aspect not in {f.aspect for f in self.walk.findings}:
            self.walk.findings.append(Finding(aspect, self.stored.version, code, text))

    def wrong(self, code: str, text: str) -> None:
        """Report that the event is not legal."""
        self.fault(Aspect.LEGALITY, code, text)

    def stop(self, code: str, text: str) -> NoReturn:
        """Report that the event is not legal, and raise `EndOfChecks`: nothing can be followed after it."""
        self.wrong(code, text)
        raise EndOfChecks

    def by(self, actor: str | None, cause: str) -> None:
        """Check actor and cause against the required ones: `log/origin`."""
        record = self.stored.record
        if not isinstance(record["actor"], str) or (record["actor"], record["cause"]) != (actor, cause):
            found = f"actor and cause are {record['actor']!r} and {record['cause']!r}"
            self.wrong("log/origin", f"{found}, not {actor!r} and {cause!r}")

    def together(self) -> None:
        """Check that the time is that of the previous event, from the same append: `time/apart`."""
        if self.at != self.match.at:
            text = f"it happened together with version {self.stored.version - 1} and has another time"
            self.fault(Aspect.TIME, "time/apart", text)


def bare(event: Event | None) -> Any:
    """The event in the form of the rules, if they know it; else the event itself."""
    return rules_events.LineDealt(event.dominoes) if isinstance(event, game_events.LineDealt) else event
