"""The record of one game looked at from all sides, whatever it came in: the heart of an audit.

It needs the events and nothing else, so it also audits what is read straight from a log.
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
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Status

ENDED = frozenset({Status.SCORED, Status.ABORTED})
"""The states after which nothing happens in a game."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found in a record, what it shows, and where the game ended up."""

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
    """The record of a game, held against the rules and against heads that somebody kept.

    `signer` is the key whose valid signature the last hash has.
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
        *_unrepeated(course.unrepeated),
    )
    return Examined(findings, shown, course, notes)


def _unrepeated(count: int) -> Iterator[Note]:
    if count:
        text = (
            f"{count} choices of bots were not repeated, so fairness is not shown: give --bots more seconds, "
            "and run the compiled kernel where a bot needs it"
        )
        yield Note("bot/not-repeated", text)


def backwards(record: Iterable[StoredEvent]) -> Iterator[Finding]:
    """Events whose time is none, or earlier than that of the event before: `time/form`, `time/back`."""
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
    """What a record whose bytes are whole shows: what was followed to its end.

    `latest` is the version of the latest kept head that it has.
    """
    if record.events:
        yield Aspect.INTEGRITY
    match = course.match
    if match is None or not course.whole:
        return
    yield from (Aspect.LEGALITY, Aspect.TIME)
    if match.status in ENDED or latest == len(record.events):
        yield Aspect.COMPLETENESS
    if match.seed is not None and not course.unrepeated:
        yield Aspect.FAIRNESS
    if match.result is not None:
        yield Aspect.RESULT
