"""Follows a game event by event with the rules: each event must be due, or be a legal choice.

Automatic events are computed again: deals, kings and cavemen from the revealed seed, totems and the end from
the rules, the result from the kingdoms. Nothing derived in the record is trusted.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from replays.audit.following.agreed import unread
from replays.audit.following.attendance import DECISIONS, attend
from replays.audit.following.choices import choice, fired
from replays.audit.following.due import due, follow_due
from replays.audit.following.event_check import EndOfChecks, EventCheck, Walk
from replays.audit.following.repetition import Repetition
from replays.audit.following.table import bot_seated, created, revealed, seated
from replays.audit.verdicts import Aspect, Finding
from replays.encoding.drift import state_hash
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events import game_events
from replays.events.codec import CodecError, decode
from replays.match.aggregate import UNREADABLE, Match, evolve_decoded
from replays.match.randomness.chances import chance_of
from replays.match.randomness.draws import commitment


@dataclass(frozen=True, slots=True)
class Course:
    """The result of following a game: the last match, the findings, and whether all events were followed.

    `due` names the automatic event that is missing after the last one, because the end was cut off, or None.
    `unrepeated` is the number of bots' choices that were not repeated.
    """

    match: Match | None
    findings: tuple[Finding, ...]
    whole: bool
    due: str | None
    unrepeated: int = 0


def follow(game: GameId, record: Iterable[StoredEvent], repetition: Repetition | None = None) -> Course:
    """Follow a game whose bytes are intact, as far as the rules allow."""
    known = tuple(record)
    walk = Walk(game, _seed(known), repetition=repetition or Repetition())
    whole = True
    try:
        for stored in known:
            _take(walk, stored.unread())
    except EndOfChecks:
        whole = False
    return Course(
        walk.match, tuple(walk.findings), whole, _missing(walk) if whole else None, unrepeated=walk.unrepeated
    )


def _take(walk: Walk, stored: StoredEvent) -> None:
    """Check the event and advance to the match after it; raises `EndOfChecks`."""
    check = _event_check(walk, stored)
    if walk.match is None:
        created(check)
    else:
        _judge(check)
    before = walk.match
    try:
        walk.match = evolve_decoded(walk.game, before, stored, check.event)
    except UNREADABLE as error:
        check.stop("log/impossible", f"{stored.record['type']} cannot happen here: {error}")
    _note(check, walk.match)


def _event_check(walk: Walk, stored: StoredEvent) -> EventCheck:
    if type(stored.record["at"]) is not int:  # reported with all times; no deadline follows from it
        raise EndOfChecks
    unreadable = unread(stored.record["data"]) if walk.match is None else None
    try:
        if unreadable:
            raise CodecError("log/data", unreadable)
        return EventCheck(walk, stored, decode(stored))
    except CodecError as error:
        code, text = error.code, error.text
    except UNREADABLE as error:
        code, text = "log/data", f"the event cannot be read: {error}"
    walk.findings.append(Finding(Aspect.LEGALITY, stored.version, code, text))
    raise EndOfChecks


def _judge(check: EventCheck) -> None:
    """Check any event but the first: it must be due, a legal choice, or otherwise possible now."""
    walk, expected, command = check.walk, due(check.walk, check.event), check.command
    if expected is not None:
        follow_due(check, expected)
        walk.pending = walk.pending[1:]
    elif command is not None:
        choice(check, command)
    elif walk.plan and not walk.plan.begun:
        check.stop("rules/not-due", f"a move of the plan follows here, not {type(check.event).__name__}")
    else:
        walk.plan = None
        _POSSIBLE.get(type(check.event), _impossible)(check, check.event)


def _impossible(check: EventCheck, event: object) -> None:
    check.stop("rules/not-due", f"{type(event).__name__} cannot happen here")


_POSSIBLE: Mapping[type, Callable[[EventCheck, Any], None]] = {
    game_events.PlayerSeated: seated,
    game_events.BotSeated: bot_seated,
    game_events.PlanFired: fired,
    game_events.SeedRevealed: revealed,
    **dict.fromkeys(DECISIONS, lambda check, _: attend(check)),
}
"""The check for each type of event that is neither a choice nor due automatically."""


def _note(check: EventCheck, match: Match) -> None:
    """Store the data that later events are checked against, and check what the event states of the match."""
    event, walk = check.event, check.walk
    if isinstance(event, game_events.GameStarted):
        walk.chance = chance_of(match, walk.seed) if walk.seed is not None else None
    elif isinstance(event, game_events.LineDealt):
        walk.dealt.update(event.dominoes)
        _state(check, event, match)
    elif isinstance(event, game_events.SeedRevealed):
        _commitment(check, event, match)


def _state(check: EventCheck, event: game_events.LineDealt, match: Match) -> None:
    found = state_hash(match.game) if match.game else ""
    if found != event.state_hash:
        check.wrong("log/drift", f"the state's hash is {event.state_hash}, by the rules it is {found}")


def _commitment(check: EventCheck, event: game_events.SeedRevealed, match: Match) -> None:
    if commitment(bytes.fromhex(event.seed)) != match.created.commitment:
        text = "the seed's SHA-256 is not the commitment that the game began with"
        check.fault(Aspect.FAIRNESS, "seed/commitment", text)


def _missing(walk: Walk) -> str | None:
    """The type (or types) of the event that is missing after the last one in the same append, or None."""
    match = walk.match
    if match and match.created.options.series and len(match.sitters) < match.players:
        # The service seats all at once; only the series' log shows whether a person or a bot is next.
        return f"{game_events.PlayerSeated.__name__} or {game_events.BotSeated.__name__}"
    if walk.plan and not walk.plan.begun:
        return "a move of the plan"
    expected = due(walk, None)
    return None if expected is None else type(expected.event).__name__


def _seed(record: Iterable[StoredEvent]) -> bytes | None:
    """The first revealed seed, anywhere in the record, that fits the commitment of event 1; else None.

    So draws are also checked in a record whose course ends before `SeedRevealed`.
    """
    committed: str | None = None
    for kept in record:
        if kept.version > 1 and _SEED_TYPE not in kept.body:
            continue
        try:
            event = decode(kept.unread())
        except UNREADABLE:
            continue
        if kept.version == 1 and isinstance(event, game_events.GameCreated):
            committed = event.commitment
        elif isinstance(event, game_events.SeedRevealed):
            seed = bytes.fromhex(event.seed)
            if commitment(seed) == committed:
                return seed
    return None


_SEED_TYPE = b'"SeedRevealed"'
"""A text that the bodies of events with a seed contain; other bodies may contain it too."""
