"""Follows a tournament event by event: each was due, or somebody entitled decided it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from replays.audit.following.agreed import spelled_otherwise, unread
from replays.audit.series import RecordOf, SeriesAudit, SeriesCourse
from replays.audit.tournaments import acts, entries, results, rounds
from replays.audit.tournaments.aspects import ACTS, OWN, PAIRING, STANDINGS
from replays.audit.tournaments.check import TournamentCheck, TournamentWalk, step
from replays.audit.verdicts import Aspect, Finding, Note, OwnAspect
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events import tournament_events as events
from replays.events.causes import OPERATOR, TIMEOUT
from replays.events.codec import CodecError, Event, decode
from replays.match.aggregate import UNREADABLE, Match, Status
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding.acts import MOST_ACTS
from replays.tournament.deciding.rounds import ended, is_last
from replays.tournament.fold import evolve

MOST_JUDGED = 4 * MOST_ACTS
"""The acts after which nothing is judged, because each is by all before it; no tournament comes near it."""


class _EndOfChecks(Exception):  # noqa: N818 - internal: ends the walk
    """Nothing after this event can be followed."""


def follow_tournament(
    stream: GameId, record: Sequence[StoredEvent], games: Sequence[Match | None], record_of: RecordOf
) -> SeriesCourse[Tournament]:
    """Follow a tournament whose bytes are intact; `games` are its games by number, from their own records.

    A game that could not be followed is None; `record_of` reads the events of one again.
    """
    walk = TournamentWalk(stream, games, record_of, _revealed_lots(record))
    try:
        for stored in record:
            _take(walk, stored.unread())
    except _EndOfChecks:
        return SeriesCourse(walk.now, tuple(walk.findings), whole=False, notes=tuple(walk.notes))
    if walk.due:
        text = (
            f"{_names(walk.due)} follows by itself, in the same append, and is missing: the end was cut off"
        )
        walk.findings.append(Finding(Aspect.COMPLETENESS, len(record) + 1, "log/torn", text))
    return SeriesCourse(
        walk.now, tuple(walk.findings), whole=True, shown=_shown(walk), notes=tuple(walk.notes)
    )


def _revealed_lots(record: Sequence[StoredEvent]) -> dict[int, str]:
    """The seeds of lots in the record, by the number of their round, as far as they can be read."""
    found: dict[int, str] = {}
    for stored in record:
        if stored.unread().record["type"] == "TournamentRoundPaired":
            try:
                event = decode(stored.unread())
            except UNREADABLE:
                continue
            if isinstance(event, events.TournamentRoundPaired):
                found.setdefault(event.number, event.lots)
    return found


def _take(walk: TournamentWalk, stored: StoredEvent) -> None:
    """Check an event and advance to the tournament after it; raises `_EndOfChecks`."""
    if type(stored.record["at"]) is not int:  # reported with all times; no lateness follows from it
        raise _EndOfChecks
    if walk.now is not None and len(walk.now.acts) > MOST_JUDGED:
        walk.notes.append(Note("acts/many", f"nothing is judged after {MOST_JUDGED} acts"))
        raise _EndOfChecks
    known = len(walk.findings)
    try:
        check = TournamentCheck(walk, stored, _read(walk, stored))
        _together(check)
        _CHECKS.get(type(check.event), _impossible)(check, check.event)
        walk.now = evolve(walk.stream, walk.now, stored)
    except CodecError as error:
        _unless_told(walk, known, Finding(Aspect.LEGALITY, stored.version, error.code, error.text))
    except UNREADABLE as error:
        text = f"this cannot happen here: {error}"
        _unless_told(walk, known, Finding(Aspect.LEGALITY, stored.version, "log/impossible", text))
    walk.due = _due_after(check)


def _read(walk: TournamentWalk, stored: StoredEvent) -> Event:
    if walk.now is not None:
        return decode(stored)
    if text := unread(stored.record["data"]):
        raise CodecError("log/data", text)
    event = decode(stored)
    if isinstance(event, events.TournamentCreated) and (
        text := spelled_otherwise(event, stored.record["data"])
    ):
        raise CodecError("log/data", text)
    return event


def _unless_told(walk: TournamentWalk, known: int, finding: Finding) -> None:
    """End the walk, with this finding if the event has none yet that says why."""
    if len(walk.findings) == known:
        walk.findings.append(finding)
    raise _EndOfChecks


def _together(check: TournamentCheck) -> None:
    """Check that the event is one that follows in the same append, if one does."""
    due = check.walk.due
    if due and type(check.event) not in due:
        check.wrong("rules/not-due", f"{_names(due)} follows here")
    elif due:
        check.together()


def _due_after(check: TournamentCheck) -> tuple[type[Event], ...]:
    """What must follow in the same append: the sign-off after late tables, the end after the last round."""
    event, now = check.event, check.walk.now
    if isinstance(event, events.TournamentTableScored) and check.cause == TIMEOUT:
        return (events.TournamentTableScored, events.TournamentRoundClosed)
    if isinstance(event, events.TournamentRoundClosed):
        check.walk.closer = check.actor
        if now is not None and is_last(now, now.rounds[-1]):
            return (events.TournamentFinished,)
    return ()


def _names(types: Sequence[type[Event]]) -> str:
    return " or ".join(each.__name__ for each in types)


def _finished(check: TournamentCheck, _: events.TournamentFinished) -> None:
    check.by(check.walk.closer or "a director", OPERATOR)
    if events.TournamentFinished not in check.walk.due:
        check.wrong("rules/not-due", "the last round is not signed off")


def _ended(check: TournamentCheck, _: events.TournamentEnded) -> None:
    step(check, lambda: ended(check.before))


def _impossible(check: TournamentCheck, event: Event) -> None:
    check.wrong("log/impossible", f"{type(event).__name__} is no event of a tournament")
    raise _EndOfChecks


_CHECKS: Mapping[type, Callable[[TournamentCheck, Any], None]] = {
    events.TournamentCreated: entries.created,
    events.TournamentPlayerEntered: entries.entered,
    events.TournamentBotEntered: entries.bot_entered,
    events.TournamentFieldTaken: entries.field_taken,
    events.TournamentExpired: entries.expired,
    events.TournamentStarted: acts.started,
    **dict.fromkeys(acts.DECISIONS, acts.acted),
    events.TournamentRoundPaired: rounds.paired,
    events.TournamentPairingFailed: rounds.pairing_failed,
    events.TournamentRoundOpened: rounds.opened,
    events.TournamentTableScored: results.table_scored,
    events.TournamentSeedRevealed: rounds.revealed,
    events.TournamentRoundClosed: results.round_closed,
    events.TournamentFinished: _finished,
    events.TournamentTimeGivenBack: rounds.time_given_back,
    events.TournamentEnded: _ended,
}
"""The check of each type of event."""


def _shown(walk: TournamentWalk) -> frozenset[OwnAspect]:
    """The own aspects that were fully checked."""
    now = walk.now
    possible = {
        PAIRING: bool(now and now.rounds),
        STANDINGS: bool(now and any(each.standings is not None for each in now.rounds)),
        ACTS: now is not None,
    }
    return frozenset(
        aspect for aspect, is_there in possible.items() if is_there and aspect not in walk.unchecked
    )


AUDIT: SeriesAudit[Tournament] = SeriesAudit(
    follow_tournament, lambda tournament: tournament.status is Status.SCORED, OWN
)
"""Checks a tournament's own stream against its games."""
