"""The verifier: checks a bundle and returns a report. It trusts nothing that can be computed from the events.

`docs/organize/audit.md` defines all checks and codes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from replays.audit.bundle import contents
from replays.audit.bundle.container import EVENTS, OWN_MEMBERS, Members, series_game
from replays.audit.bundle.packing import Content
from replays.audit.dates import Dated, dated
from replays.audit.entropy.protection import entropy_notes
from replays.audit.entropy.sent import against_attempts, unseated
from replays.audit.envelope import (
    OpenedBundle,
    broken,
    derived,
    envelope,
    opened,
    same_in_all,
    signer_of,
    unreadable,
)
from replays.audit.evidence import NOTHING, Evidence, Requested, unknown_keys
from replays.audit.examining import backwards, examine
from replays.audit.following.repetition import Repetition
from replays.audit.heads import against_heads, early_head, latest_found
from replays.audit.kinds import AUDITS
from replays.audit.record import read_record
from replays.audit.verdicts import MOST_IN_GAMES, AnyAspect, Aspect, Condition, Finding, Report
from replays.audit.versions import uses_in
from replays.commands.series import FEW_GAMES, Series, SeriesKind
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.match.aggregate import Match
from replays.match.recording import MATCHES


def audit(
    bundle: Content | BinaryIO,
    evidence: Evidence = NOTHING,
    repetition: Repetition | None = None,
    requested: Requested | None = None,
) -> Report:
    """The report on a bundle, as bytes or as an open file; any bytes are accepted.

    Of a series' games one at a time is in memory; a summary of each stays. `requested` is the game or series
    that was asked for, or None if the bytes may be of any.
    """
    found = opened(bundle, requested, *(kind.name for kind in KINDS))
    if isinstance(found, Report):
        return found
    if kind := KINDS.series_named(found.manifest.kind):
        return _series(kind, found, evidence, repetition)
    return _game(found, evidence, repetition).report


@dataclass(frozen=True, slots=True)
class _Game:
    """The report on a game, and its last match if all events could be followed."""

    report: Report
    match: Match | None = None


def _game(
    bundle: OpenedBundle,
    evidence: Evidence,
    repetition: Repetition | None,
    firsts: frozenset[str] | None = None,
) -> _Game:
    """Audit a game; in a series' bundle `firsts` are the kept hashes of the series' event 1."""
    manifest, members = bundle.manifest, bundle.members
    written = read_record(manifest.game, members[EVENTS])
    signer = signer_of(bundle, written)
    examined = examine(manifest.game, written, evidence, signer, repetition)
    match = examined.course.match if examined.course.whole and written.whole else None
    times = dated(written.events, manifest.game, evidence)
    findings = (
        *envelope(bundle, written, evidence),
        *examined.findings,
        *times.findings,
        *(against_attempts(match, evidence.attempts) if match else ()),
        *derived(members, contents.game_members(match) if match else same_in_all()),
    )
    kept = evidence.firsts(manifest.game) if firsts is None else firsts
    entropy = tuple(entropy_notes(match, kept, in_series=firsts is not None)) if match else ()
    refused = tuple(unseated(match, evidence.attempts)) if match else ()
    unknown = unknown_keys(bundle.receipt, manifest.game, evidence)
    notes = (*unknown, *examined.notes, *times.notes, *entropy, *refused)
    met = _met(signer, evidence, times)
    if match and len(match.sitters) == match.players and not entropy and not findings:
        met.add(Condition.ENTROPY)
    report = Report(
        "game",
        manifest.game,
        findings,
        _less_doubted(examined.shown, times),
        notes,
        met=frozenset(met),
        signer=signer,
        uses=uses_in(manifest.game, written.events),
    )
    return _Game(report, match)


def _met(signer: str | None, evidence: Evidence, times: Dated) -> set[Condition]:
    """The conditions that the auditor's evidence settles."""
    by_key = {Condition.KEY} if signer in (evidence.keys or ()) else set()
    return by_key | ({Condition.DATES} if times.attested else set())


def _less_doubted(shown: frozenset[AnyAspect], times: Dated) -> frozenset[AnyAspect]:
    """The shown aspects; times against which the evidence speaks are not shown."""
    return shown - {Aspect.TIME} if times.doubted else shown


def _series(
    kind: SeriesKind[Any, Any], bundle: OpenedBundle, evidence: Evidence, repetition: Repetition | None
) -> Report:
    manifest, members, checks = bundle.manifest, bundle.members, AUDITS[kind.name]
    firsts = evidence.firsts(manifest.game)
    names = [name for name in members if name not in OWN_MEMBERS]
    check = partial(_game, evidence=evidence.of_parts(), repetition=repetition, firsts=firsts)
    games = list(_parts(members, names, check))
    written = read_record(manifest.game, members[EVENTS])
    signer = signer_of(bundle, written)
    latest = latest_found(written.events, manifest.game, evidence)
    times = dated(written.events, manifest.game, evidence)
    ends = [game.match for game in games]
    course = checks.follow(manifest.game, written.events, ends, partial(_record_of, members))
    whole = course.series if course.whole and written.whole else None
    findings = (
        *envelope(bundle, written, evidence),
        *written.findings,
        *course.findings,
        *backwards(written.events),
        *times.findings,
        *against_heads(written.events, manifest.game, evidence, signer),
        *_held_games(kind, manifest.game, whole, games),
        *derived(members, contents.series_members(kind, whole) if whole else same_in_all()),
    )
    is_last_held = latest == len(written.events)
    is_complete = whole is not None and (whole.is_over or is_last_held)
    shown = _shown(is_complete=is_complete, is_decided=checks.is_decided(whole)) if whole else frozenset()
    shown |= course.shown if whole else frozenset()
    early = early_head(latest, len(written.events), ended=whole is not None and whole.is_over)
    notes = (*unknown_keys(bundle.receipt, manifest.game, evidence), *early, *course.notes, *times.notes)
    parts = tuple(game.report for game in games)
    met = _met(signer, evidence, times)
    if games and not findings:
        met.add(Condition.ENTROPY)  # `meets` also requires it of each game
    return Report(
        kind.name,
        manifest.game,
        findings,
        _less_doubted(shown, times),
        notes,
        parts,
        frozenset(met),
        signer,
        uses_in(manifest.game, written.events),
        checks.own,
    )


def _parts(members: Members, names: Iterable[str], check: Callable[[OpenedBundle], _Game]) -> Iterator[_Game]:
    """Audit the games' bundles within a series' bundle one after the other, and keep a summary of each."""
    told = 0
    for name in names:
        game = _part(members, name, check)
        told += len(game.report.findings)
        report = game.report if told <= MOST_IN_GAMES else game.report.shortened()
        yield _Game(report, game.match and game.match._replace(game=None))


def _part(members: Members, name: str, check: Callable[[OpenedBundle], _Game]) -> _Game:
    """Audit a game's bundle within a series' bundle."""
    if members.size(name) > FEW_GAMES.size:
        return _Game(unreadable(broken("bundle/too-large", f"more than {FEW_GAMES.size} bytes")))
    bundle = opened(members[name], None, MATCHES.name)
    return _Game(bundle) if isinstance(bundle, Report) else check(bundle)


def _record_of(members: Members, number: int) -> Sequence[StoredEvent]:
    """The events of a series' game, read again; none if its bundle cannot be read."""
    bundle = opened(members[series_game(number)], None, MATCHES.name)
    return (
        () if isinstance(bundle, Report) else read_record(bundle.manifest.game, bundle.members[EVENTS]).events
    )


def _held_games(
    kind: SeriesKind[Any, Any], of: GameId, series: Series | None, games: Sequence[_Game]
) -> Iterator[Finding]:
    """A finding if the bundle does not contain exactly the games that the series started.

    The ids of games are derived, so they are also compared if the series could not be followed.
    """
    held = [game.report.game for game in games]
    due = [kind.game_id(of, number) for number, _ in enumerate(held, start=1)]
    if series is not None:
        due = [game.id for game in series.games]
    if held != due:
        first = (
            f"the {kind.name} started the games" if series else f"the {kind.name}'s first games have the ids"
        )
        text = f"{first} {due}, and the bundle holds {held}"
        yield Finding(Aspect.COMPLETENESS, None, f"{kind.name}/games", text)


def _shown(*, is_complete: bool, is_decided: bool) -> frozenset[AnyAspect]:
    always = {Aspect.INTEGRITY, Aspect.TIME, Aspect.LEGALITY}
    ended = {Aspect.COMPLETENESS} if is_complete else set()
    return frozenset(always | ended | ({Aspect.FAIRNESS, Aspect.RESULT} if is_decided else set()))
