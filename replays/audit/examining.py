"""Examines the record of one game in all aspects: the core of an audit.

It needs the events only, so it can also audit events that are read directly from a log.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from replays.audit.evidence import NOTHING, Evidence
from replays.audit.following.course import Course, follow
from replays.audit.following.repetition import Repetition
from replays.audit.heads import against_heads, early_head, latest_found
from replays.audit.moments import when
from replays.audit.record import Record
from replays.audit.verdicts import MOST_FINDINGS, Aspect, Finding, Note
from replays.audit.zones import zone_notes
from replays.clocks.durations import duration
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status

ENDED = frozenset({Status.SCORED, Status.ABORTED})
"""The statuses after which nothing can happen in a game."""


@dataclass(frozen=True, slots=True)
class Examined:
    """The findings in a record, the aspects that it shows, the course of the game, and notes."""

    findings: tuple[Finding, ...]
    shown: frozenset[Aspect]
    course: Course
    notes: tuple[Note, ...] = ()


def examine(
    game: GameId,
    record: Record,
    evidence: Evidence = NOTHING,
    signer: str | None = None,
    repetition: Repetition | None = None,
) -> Examined:
    """Check the record of a game against the rules and against kept heads.

    `signer` is the key with a valid signature of the last head, or None.
    """
    course = follow(game, record.events, repetition)
    latest = latest_found(record.events, game, evidence)
    findings = (
        *record.findings,
        *course.findings,
        *islice(backwards(record.events), MOST_FINDINGS),
        *_torn(record, course),
        *against_heads(record.events, game, evidence, signer),
    )
    shown = frozenset(_shown(record, course, latest)) if record.whole else frozenset()
    match = course.match
    notes = (
        *early_head(latest, len(record.events), ended=match is not None and match.status in ENDED),
        *(zone_notes(match.created.options) if match else ()),
        *(_outages(match) if match else ()),
        *_unrepeated(course.unrepeated),
    )
    return Examined(findings, shown, course, notes)


def _outages(match: Match) -> Iterator[Note]:
    clocks = match.clocks
    if clocks and clocks.recorded:
        text = (
            f"{clocks.recorded} outages, {duration(clocks.away // 1000)} in all, gave time to all players; "
            "that they happened is the service's word"
        )
        values = {"outages": clocks.recorded, "minutes": -(-clocks.away // 60_000)}
        yield Note("clock/outages", text, values)


def _unrepeated(count: int) -> Iterator[Note]:
    if count:
        text = (
            f"{count} choices of bots were not repeated, so fairness is not shown: give --bots more seconds, "
            "and run the compiled kernel where a bot needs it"
        )
        yield Note("bot/not-repeated", text, {"count": count})


def backwards(record: Iterable[StoredEvent]) -> Iterator[Finding]:
    """Findings for invalid times (`time/form`) and times before that of an earlier event (`time/back`)."""
    latest = 0
    for event in record:
        at = event.unread().record["at"]
        if type(at) is not int or at < 0:
            yield Finding(Aspect.TIME, event.version, "time/form", f"{at!r} is no time in ms")
        elif at < latest:
            text = f"the time, {when(at)}, is {latest - at} ms before that of the event before"
            yield Finding(Aspect.TIME, event.version, "time/back", text)
        else:
            latest = at


def _torn(record: Record, course: Course) -> Iterator[Finding]:
    if record.whole and course.due is not None:
        version = len(record.events) + 1
        text = f"{course.due} follows by itself, in the same append, and is missing: the end was cut off"
        yield Finding(Aspect.COMPLETENESS, version, "log/torn", text)


def _shown(record: Record, course: Course, latest: int) -> Iterator[Aspect]:
    """The aspects that a record with intact bytes shows, because they were checked to its end.

    `latest` is the version of the latest kept head that the record contains.
    """
    if record.events:
        yield Aspect.INTEGRITY
    match = course.match
    if match is None or not course.whole:
        return
    yield from (Aspect.LEGALITY, Aspect.TIME)
    if match.status in ENDED or latest == len(record.events):
        yield Aspect.COMPLETENESS
    if match.seed is not None and not course.unrepeated and match.created.options.deal is None:
        yield Aspect.FAIRNESS
    if match.result is not None:
        yield Aspect.RESULT
