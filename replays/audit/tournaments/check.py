"""The check of one event of a tournament: the tournament before it, and the report of its faults."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from replays.audit.series import RecordOf
from replays.audit.tournaments.aspects import ACTS
from replays.audit.verdicts import MOST_FINDINGS, AnyAspect, Aspect, Finding, Note, OwnAspect
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.causes import SYSTEM
from replays.events.codec import Event
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament


@dataclass(slots=True)
class TournamentWalk:
    """The state of following a tournament.

    `games` are the games by number, from their own records; one that could not be followed is None.
    `record_of` reads the events of one again. `lots` are the seeds of lots that the record reveals, by round.
    `due` has the types of which the next event must be one, in the same append; empty if it may be any.
    `closer` signed the last round off. `repeated` counts the failed pairings that were repeated. `unchecked`
    has the own aspects of which something could not be checked.
    """

    stream: GameId
    games: Sequence[Match | None]
    record_of: RecordOf
    lots: Mapping[int, str]
    now: Tournament | None = None
    due: tuple[type[Event], ...] = ()
    closer: str | None = None
    findings: list[Finding] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    repeated: int = 0
    unchecked: set[OwnAspect] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class TournamentCheck:
    """The check of the next event, with the walk up to it."""

    walk: TournamentWalk
    stored: StoredEvent
    event: Event

    @property
    def before(self) -> Tournament:
        """The tournament before the event; raises TypeError for the first event."""
        if self.walk.now is None:
            raise TypeError("the tournament has not begun")
        return self.walk.now

    @property
    def at(self) -> int:
        """The event's time in ms UTC."""
        at: int = self.stored.record["at"]
        return at

    @property
    def actor(self) -> str:
        """The event's actor; empty if it can be nobody's id, which no decision accepts."""
        actor = self.stored.record["actor"]
        return actor if isinstance(actor, str) and actor != SYSTEM else ""

    @property
    def cause(self) -> object:
        """The event's cause."""
        return self.stored.record["cause"]

    def game(self, number: int) -> Match | None:
        """The game of this number, or None if the bundle has none that can be followed."""
        games = self.walk.games
        return games[number - 1] if 1 <= number <= len(games) else None

    def fault(self, aspect: AnyAspect, code: str, text: str) -> None:
        """Report a fault of the event, up to `MOST_FINDINGS` and at least one for each aspect."""
        found = self.walk.findings
        if len(found) < MOST_FINDINGS or aspect not in {each.aspect for each in found}:
            found.append(Finding(aspect, self.stored.version, code, text))

    def wrong(self, code: str, text: str) -> None:
        """Report that the event is not legal."""
        self.fault(Aspect.LEGALITY, code, text)

    def not_checked(self, aspect: OwnAspect, code: str, text: str) -> None:
        """Note that something of an own aspect could not be checked, so that it is not shown."""
        self.walk.unchecked.add(aspect)
        self.note(code, text)

    def note(self, code: str, text: str) -> None:
        """Tell what the reader needs to know although nothing failed, up to `MOST_FINDINGS` times."""
        if len(self.walk.notes) < MOST_FINDINGS:
            self.walk.notes.append(Note(code, f"version {self.stored.version}: {text}"))

    def by(self, actor: str, cause: str) -> None:
        """Check actor and cause against the required ones: `log/origin`."""
        found = (self.stored.record["actor"], self.cause)
        if found != (actor, cause):
            text = f"actor and cause are {found[0]!r} and {found[1]!r}, not {actor!r} and {cause!r}"
            self.wrong("log/origin", text)

    def together(self) -> None:
        """Check that the time is that of the previous event, from the same append: `time/apart`."""
        if self.at != self.before.at:
            text = f"it happened together with version {self.stored.version - 1} and has another time"
            self.fault(Aspect.TIME, "time/apart", text)


Decision = Callable[[], Sequence[EventDraft]]
"""Decides again what an event records."""


def decided(check: TournamentCheck, decide: Decision, aspect: AnyAspect = ACTS) -> None:
    """Decide again: a refusal is a fault of this aspect, with the refusal's code, as is another event."""
    draft = drafted(check, decide, aspect)
    if draft is not None and draft.event != check.event:
        check.fault(aspect, "rules/otherwise", "the event has other values than the decision gives")


def drafted(check: TournamentCheck, decide: Decision, aspect: AnyAspect = ACTS) -> EventDraft | None:
    """The first draft of the decision, with its actor and cause compared; None if it is refused."""
    try:
        draft = decide()[0]
    except Refusal as refused:
        check.fault(aspect, refused.code, refused.text)
        return None
    check.by(draft.actor, draft.cause)
    return draft


def step(check: TournamentCheck, decide: Decision) -> None:
    """Decide a worker's step again; if it was not due, that is `rules/not-due`."""
    try:
        draft = decide()[0]
    except Refusal as refused:
        check.wrong("rules/not-due", refused.text)
        return
    check.by(draft.actor, draft.cause)
    if draft.event != check.event:
        check.wrong("rules/otherwise", "the event has other values than follow here")
